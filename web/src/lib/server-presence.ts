import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { retryDelayMs } from './retry-delays.ts';

/** Whether the server answers, as far as this page knows. */
interface PresenceState {
  readonly isAway: boolean;
  /** How often it came back. Whoever remembers a failure remembers this with it. */
  readonly returnCount: number;
}

interface PresenceDeps {
  /** Asks the server for a sign of life; true when it gave one. Never rejects. */
  readonly ask: () => Promise<boolean>;
  /** Calls back once after a while; the function it returns takes that back. */
  readonly later: (callback: () => void, delayMs: number) => () => void;
}

/**
 * Knows whether the server is there. What got no answer says so; the server is asked then, and only its own
 * silence counts. While it is away it is asked after 1, 2, 5, 10 seconds, and every 10 from then on.
 */
export const createServerPresence = (deps: PresenceDeps) => {
  const store = createStore<PresenceState>(() => ({ isAway: false, returnCount: 0 }));
  let attempt = 0;
  let asking: Promise<boolean> | null = null;
  let cancel = (): void => {};

  const found = (isThere: boolean): void => {
    cancel();
    const { isAway, returnCount } = store.getState();
    if (isThere) {
      attempt = 0;
      if (isAway) store.setState({ isAway: false, returnCount: returnCount + 1 });
      return;
    }
    if (!isAway) store.setState({ isAway: true });
    cancel = deps.later(() => void look(), retryDelayMs(attempt));
    attempt += 1;
  };
  const look = (): Promise<boolean> => {
    if (asking !== null) return asking;
    const question = deps.ask().then((isThere) => {
      if (asking !== question) return isThere;
      asking = null;
      found(isThere);
      return isThere;
    });
    asking = question;
    return question;
  };

  return {
    store,
    /** Something got no answer. @returns whether the server gives one now */
    doubt: (): Promise<boolean> => (store.getState().isAway ? Promise.resolve(false) : look()),
    /** Something got an answer: a server that was away is asked whether it is back. */
    answered(): void {
      if (store.getState().isAway) void look();
    },
    /** Asks at once when it is away, as when somebody comes back to the page. */
    lookNow(): void {
      if (!store.getState().isAway) return;
      attempt = 0;
      void look();
    },
    /** Takes the server for present again and asks no more. */
    stop(): void {
      cancel();
      attempt = 0;
      asking = null;
      store.setState({ isAway: false });
    },
  };
};

const askNobody = (): Promise<boolean> => Promise.resolve(true);

let askPage = askNobody;

/** Whether the server of this page is there. */
export const serverPresence = createServerPresence({
  ask: () => askPage(),
  later(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
});

/**
 * Says how the server of this page is asked, and asks it whenever somebody comes back while it is away.
 * @returns stops it
 */
export function connectServerPresence(ask: () => Promise<boolean>): () => void {
  askPage = ask;
  const { lookNow } = serverPresence;
  window.addEventListener('focus', lookNow);
  window.addEventListener('online', lookNow);
  return () => {
    window.removeEventListener('focus', lookNow);
    window.removeEventListener('online', lookNow);
    serverPresence.stop();
    askPage = askNobody;
  };
}

/** Calls back each time the server is back. @returns stops it */
export const onServerReturn = (listener: () => void): (() => void) =>
  serverPresence.store.subscribe(({ returnCount }, before) => {
    if (returnCount !== before.returnCount) listener();
  });

/** Whether the server is away; renders again when that changes. */
export const useIsServerAway = (): boolean => useStore(serverPresence.store, ({ isAway }) => isAway);

/** How often the server came back; renders again each time. */
export const useServerReturns = (): number => useStore(serverPresence.store, (state) => state.returnCount);
