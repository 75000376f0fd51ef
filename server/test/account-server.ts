import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { deletingAppsOf } from '../src/features/apps/index.ts';
import { createConfigRoutes } from '../src/features/config/index.ts';
import { createDdnsAccount, createDdnsRoutes } from '../src/features/ddns/index.ts';
import { createPreferences, createPreferencesRoutes } from '../src/features/preferences/index.ts';
import {
  createChangeOwnPassword,
  createLoginThrottle,
  createSessions,
  createSessionsRoutes,
  createSignIn,
  endingSessionsOf,
} from '../src/features/sessions/index.ts';
import { createSettings, createSettingsRoutes } from '../src/features/settings/index.ts';
import { createSetup, createSetupRoutes } from '../src/features/setup/index.ts';
import { createSources, createSourcesRoutes } from '../src/features/sources/index.ts';
import {
  administratorExists,
  createPasswordHasher,
  createUsers,
  createUsersRoutes,
} from '../src/features/users/index.ts';
import { createApp } from '../src/http/app.ts';
import type { Authority } from '../src/http/authenticate.ts';
import type { AppEvents } from '../src/platform/app-events.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { createEvents } from '../src/platform/events.ts';
import { silentLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { openTestState } from './test-state.ts';

/** Cheap hashes: tests are about what is done with them. */
const cheapCost = { memoryKib: 64, passes: 1 };

/** A call of a test. */
export interface TestCall {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

/** A temporary folder that goes with the test. */
export const temporaryFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'tonearm-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** Calls an application in process. */
const createCaller =
  (app: FastifyInstance) =>
  (target: string, call: TestCall = {}): Promise<LightMyRequestResponse> => {
    const [method = 'GET', url = '/'] = target.split(/ (.*)/s);
    return app.inject({
      method: method as 'GET',
      url,
      remoteAddress: call.address ?? '127.0.0.1',
      headers: {
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
    });
  };

/** Accounts, sessions and setup behind the real HTTP application, over a real database. */
export const createAccountServer = async (
  options: { dataFolder?: string; clock?: Clock; trustedProxies?: string[]; workingFolder?: string } = {},
) => {
  const temporary = options.dataFolder === undefined ? temporaryFolder() : null;
  const dataFolder = options.dataFolder ?? temporary?.path ?? '';
  const clock = options.clock ?? systemClock;
  const state = openTestState(dataFolder);
  const setup = await createSetup({
    query: state.query,
    dataFolder,
    hasAdministrator: () => administratorExists(state.query),
    ownNames: ['attic.example.org'],
    random: systemRandom,
    log: silentLog,
  }).catch((error: unknown) => {
    state.close();
    throw error;
  });
  const hasher = createPasswordHasher({ random: systemRandom, cost: cheapCost });
  const userDeps = { query: state.query, setup, hasher, clock, endingSessions: endingSessionsOf };
  const users = createUsers(userDeps);
  const sessions = createSessions({ state, clock, random: systemRandom, log: silentLog });
  const throttle = createLoginThrottle(clock);
  const signingDeps = { state, sessions, hasher, throttle, clock };
  const signIn = createSignIn(signingDeps);
  const changeOwnPassword = createChangeOwnPassword({ ...signingDeps, revokingApps: deletingAppsOf });
  const { query } = state;
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const workingFolder = options.workingFolder ?? dataFolder;
  const sources = await createSources({ query, events, dataFolder, workingFolder, log: silentLog });
  const ddns = await createDdnsAccount({
    query,
    events,
    box: createSecretBox({ dataFolder, random: systemRandom }),
  });
  const settings = await createSettings({ query, events, ddns });
  const preferences = createPreferences({ query });
  const authority: Authority = {
    identify: sessions.identify,
    whyEnded: sessions.whyEnded,
    isSetupOpen: setup.isOpen,
    maySetUp: setup.admits,
  };
  const app = await createApp({
    log: silentLog,
    clock: systemClock,
    authority,
    basePath: '',
    trustedProxies: options.trustedProxies ?? [],
    routes: [
      ...createSetupRoutes({ setup }),
      ...createUsersRoutes({ users }),
      ...createSessionsRoutes({ sessions, signIn, changeOwnPassword }),
      ...createSettingsRoutes({ settings, ddns }),
      ...createSourcesRoutes({ sources, workingFolder }),
      ...createDdnsRoutes({ account: ddns }),
      ...createPreferencesRoutes({ preferences }),
      ...createConfigRoutes({ query, settings, sources, ddns, users: userDeps }),
    ],
  });
  const call = createCaller(app);
  return {
    app,
    call,
    state,
    /** What its sessions are made of, for those of a server started anew over the same data. */
    parts: { state, clock, random: systemRandom },
    setup,
    users,
    sessions,
    settings,
    sources,
    events,
    dataFolder,
    signIn: async (name: string, password = `${name}-password`): Promise<string> =>
      (await call('POST /api/auth', { body: { username: name, password } })).json<{ token: string }>().token,
    createUser: (name: string, options: { admin?: boolean; token?: string } = {}) =>
      call('POST /api/user', {
        body: { name, password: `${name}-password`, admin: options.admin ?? false },
        token: options.token,
      }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await sessions.close();
      state.close();
      temporary?.remove();
    },
  };
};
