import type { Route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { createAppSignIn, type IdentifyApp, isLent, type LendSecret } from './app-sign-in.ts';
import { createAppUses } from './app-uses.ts';
import { createApps } from './apps.ts';
import { createAppsRoutes } from './apps-routes.ts';
import { isAnyApp } from './apps-store.ts';

export { deletingAppsOf } from './apps-store.ts';

/** App passwords. */
export interface AppsFeature {
  readonly routes: readonly Route[];
  readonly identify: IdentifyApp;
  /** A user by name, whatever its capitals where that is clear. */
  findUser(
    name: string,
  ): Promise<{ readonly id: number; readonly name: string; readonly isAdmin: 0 | 1 } | null>;
  /** Takes note that an app made a call, under the name it gives itself. */
  noteUse(appId: number, client: string): void;
  /** Calls it once there is an app: now, or when the first is made. */
  whenThere(listener: () => void): Promise<void>;
  /** For whoever looks at the server as an app does. */
  readonly lend: LendSecret;
  close(): Promise<void>;
}

/** Builds the feature. */
export const createAppsFeature = (deps: {
  state: Pick<StateAccess, 'query' | 'onChange' | 'believedMs' | 'writeAtOnce'>;
  box: SecretBox;
  random: Random;
  clock: Clock;
  log: Log;
}): AppsFeature => {
  const uses = createAppUses(deps);
  const signIn = createAppSignIn(deps);
  let onFirst = (): void => {};
  const onAdded = (): void => {
    signIn.forget();
    onFirst();
  };
  const apps = createApps({ ...deps, uses, onAdded });
  return {
    routes: createAppsRoutes({ apps }),
    identify: signIn.identify,
    findUser: signIn.findUser,
    noteUse: (appId, client) => {
      if (!isLent(appId)) uses.note(appId, client);
    },
    whenThere: async (listener) => {
      onFirst = listener;
      if (await isAnyApp(deps.state.query)) listener();
    },
    lend: signIn.lend,
    close: uses.flush,
  };
};
