import type { Page } from '../../http/app.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createSystemHandlers, type SystemDeps } from './handlers/system.ts';
import { createSubsonic, type SignIn, type SubsonicSettings } from './subsonic.ts';
import { createSubsonicPage } from './subsonic-routes.ts';

/** What the protocol stands on: the rules of other features, which know nothing of it. */
export interface SubsonicDeps extends SystemDeps {
  readonly serverVersion: string;
  readonly basePath: string;
  readonly signIn: SignIn;
  readonly settings: () => ReturnType<SystemDeps['settings']> & SubsonicSettings;
  readonly explain: (error: unknown) => unknown;
  readonly clock: Pick<Clock, 'schedule' | 'monotonicMs'>;
  readonly log: Log;
}

/** Everything below `/rest`. */
export const createSubsonicFeature = (deps: SubsonicDeps): Page => {
  const handlers = { ...createSystemHandlers(deps) };
  return createSubsonicPage({ ...deps, subsonic: createSubsonic({ ...deps, handlers }) });
};
