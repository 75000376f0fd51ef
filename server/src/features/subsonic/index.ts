import type { Page } from '../../http/app.ts';
import type { Protocol, SubsonicDeps } from './protocol/index.ts';
import { createSubsonicPage } from './subsonic-routes.ts';

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
  let loading: Promise<Protocol> | null = null;
  let isClosed = false;
  const load = (): Promise<Protocol> => {
    loading ??= import('./protocol/index.ts')
      .then(({ createProtocol }) => createProtocol(deps))
      .catch((error: unknown) => {
        // Too many open files, such as: the next one tries again.
        loading = null;
        throw error;
      });
    return loading;
  };
  const unlessClosed = async (begin: (protocol: Protocol) => void): Promise<void> => {
    if (isClosed) return;
    const protocol = await load();
    if (!isClosed) begin(protocol);
  };
  return {
    page: createSubsonicPage({ rest: async () => (await load()).rest, log: deps.log }),
    start: () => unlessClosed(({ start }) => start()),
    want: () => unlessClosed(({ want }) => want()),
    close: async () => {
      isClosed = true;
      await (await loading)?.close();
    },
  };
};
