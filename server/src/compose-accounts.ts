import { hostname } from 'node:os';
import type { Base } from './compose-base.ts';
import { afterReading } from './compose-others.ts';
import { createAppsFeature, deletingAppsOf } from './features/apps/index.ts';
import { createBucketSettings, createBucketsRoutes } from './features/buckets/index.ts';
import { createConfigRoutes } from './features/config/index.ts';
import {
  createDdnsAccount,
  createDdnsRoutes,
  createDdnsStatusRoutes,
  createDdnsUpdater,
  readAttempt,
  readLastCall,
  writeAttempt,
  writeLastCall,
} from './features/ddns/index.ts';
import { createMusicRules } from './features/music-rules/index.ts';
import { createPreferences, createPreferencesRoutes } from './features/preferences/index.ts';
import {
  createChangeOwnPassword,
  createLoginThrottle,
  createSessions,
  createSessionsRoutes,
  createSharedBudgets,
  createSharedThrottle,
  createSignIn,
  endingSessionsOf,
} from './features/sessions/index.ts';
import { createSettings, createSettingsRoutes } from './features/settings/index.ts';
import { createSetup, createSetupRoutes } from './features/setup/index.ts';
import { createSources, createSourcesRoutes } from './features/sources/index.ts';
import {
  administratorExists,
  createPasswordHasher,
  createUsers,
  createUsersRoutes,
  type UsersDeps,
} from './features/users/index.ts';
import type { Authority } from './http/authenticate.ts';
import { type Reading, readTogether } from './state/changes/read-together.ts';

/** Accounts: setup, users, sessions and what users prefer. */
export const composeAccounts = async (base: Base) => {
  const { state, world, config } = base;
  const { clock, random, log } = world;
  const setup = await createSetup({
    query: state.query,
    dataFolder: config.dataFolder,
    hasAdministrator: () => administratorExists(state.query),
    ownNames: [hostname(), config.host],
    isShared: base.sharing !== null,
    random,
    log,
  });
  const hasher = createPasswordHasher({
    random,
    ...(world.passwordCost === undefined ? {} : { cost: world.passwordCost }),
  });
  const sessions = createSessions({ state, clock, random, log });
  base.cleanups.push(() => sessions.close());
  const throttle =
    base.sharing === null
      ? createLoginThrottle(clock)
      : createSharedThrottle(clock, createSharedBudgets(state.query), (error) =>
          log.debug('an attempt to sign in was not given back', { error }),
        );
  const signingDeps = { state, sessions, hasher, throttle, clock };
  const signIn = createSignIn(signingDeps);
  const changeOwnPassword = createChangeOwnPassword({ ...signingDeps, revokingApps: deletingAppsOf });
  const usersDeps: UsersDeps = {
    query: state.query,
    setup,
    hasher,
    clock,
    endingSessions: (transaction, which, end) => [
      ...endingSessionsOf(transaction, which, end),
      deletingAppsOf(transaction, which.userId),
    ],
  };
  const apps = createAppsFeature({ ...base, state, clock, random, log });
  base.cleanups.push(apps.close);
  const authority: Authority = {
    identify: sessions.identify,
    whyEnded: sessions.whyEnded,
    isSetupOpen: setup.isOpen,
    maySetUp: setup.admits,
  };
  const routes = [
    ...createSetupRoutes({ setup }),
    ...createSessionsRoutes({ sessions, signIn, changeOwnPassword }),
    ...createUsersRoutes({ users: createUsers(usersDeps) }),
    ...createPreferencesRoutes({ preferences: createPreferences({ query: state.query }) }),
    ...apps.routes,
  ];
  return { setup, sessions, throttle, usersDeps, authority, routes, apps };
};

/** What administrators set: settings, sources, dynamic DNS, and all of it at once. */
export const composeSettings = async (base: Base, usersDeps: UsersDeps) => {
  const { state, world, config, events } = base;
  const { log, clock } = world;
  const { query } = state;
  const workingFolder = process.cwd();
  const musicRules = await createMusicRules({ query, events });
  const sources = await createSources({ query, events, log, dataFolder: config.dataFolder, workingFolder });
  const buckets = await createBucketSettings({ query, box: base.box, events });
  const ddns = await createDdnsAccount({ query, box: base.box, events });
  const settings = await createSettings({ query, events, ddns });
  const updater = createDdnsUpdater({
    root: config.ddnsRoot,
    account: async () => ({ ...ddns.get(), updateUrl: ddns.updateUrl() }),
    lastAttempt: () => readAttempt(query),
    keepAttempt: (attempt) => writeAttempt(query, attempt),
    lastCallMs: () => readLastCall(query),
    keepCall: (atMs) => writeLastCall(query, atMs),
    outbound: base.outbound,
    duty: base.duty,
    clock,
    log,
  });
  base.cleanups.push(updater.close);
  events.on('ddns-changed', updater.updateNow);
  const together = (parts: readonly { readonly reading: Reading }[]) => ({
    reload: () =>
      readTogether(
        query,
        parts.map(({ reading }) => reading),
      ),
  });
  return {
    ...{ settings, sources, buckets, musicRules, ddns, updater },
    routes: [
      ...afterReading(base, together([settings, ddns]), createSettingsRoutes({ settings, ddns })),
      ...afterReading(base, sources, createSourcesRoutes({ sources, workingFolder })),
      ...afterReading(base, buckets, createBucketsRoutes({ buckets })),
      ...afterReading(base, ddns, createDdnsRoutes({ account: ddns })),
      ...createConfigRoutes({ query, settings, sources, ddns, users: usersDeps }),
      ...createDdnsStatusRoutes({ updater }),
    ],
  };
};
