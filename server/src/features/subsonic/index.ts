import type { Page } from '../../http/app.ts';
import { createSubsonicPage } from './subsonic-routes.ts';
import type { SubsonicDeps, WholeSubsonic } from './whole/index.ts';

/** The protocol, and what runs for it by itself. */
export interface SubsonicFeature {
  readonly page: Page;
  /** Begins what runs by itself. */
  start(): Promise<void>;
  /** There are apps that may ask. */
  want(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Everything below `/rest`. What answers there is loaded when the first app asks, or right after the start: the first
 * answer of a server does not wait for it.
 */
export const createSubsonicFeature = (deps: SubsonicDeps): SubsonicFeature => {
  let loading: Promise<WholeSubsonic> | null = null;
  let isClosed = false;
  const whole = (): Promise<WholeSubsonic> => {
    loading ??= import('./whole/index.ts')
      .then(({ createWholeSubsonic }) => createWholeSubsonic(deps))
      .catch((error: unknown) => {
        // Too many open files, such as: the next one tries again.
        loading = null;
        throw error;
      });
    return loading;
  };
  const unlessClosed = async (begin: (loaded: WholeSubsonic) => void): Promise<void> => {
    if (isClosed) return;
    const loaded = await whole();
    if (!isClosed) begin(loaded);
  };
  return {
    page: createSubsonicPage({ rest: async () => (await whole()).rest, log: deps.log }),
    start: () => unlessClosed(({ start }) => start()),
    want: () => unlessClosed(({ want }) => want()),
    close: async () => {
      isClosed = true;
      await (await loading)?.close();
    },
  };
};
