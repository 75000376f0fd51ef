import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { readText, type TextStorage, writeText } from './key-value.ts';

/** Who is signed in. Tokens are opaque; `mediaToken` is good for audio and pictures only. */
export interface Session {
  readonly username: string;
  readonly authToken: string;
  readonly isAdmin: boolean;
  /** Null until the server has given one; the auth token stands in for it then. */
  readonly mediaToken: string | null;
}

/**
 * Why the server no longer knows a session: ended from another one, by a new password, by an
 * administrator, or for a reason that it does not tell.
 */
export type SignedOutReason = 'elsewhere' | 'password' | 'administrator' | 'unknown';

/** State of the store. */
export interface SessionState {
  /** Null when nobody is signed in. */
  readonly session: Session | null;
  /** Told at sign-in; null for who signed out on purpose, and once somebody signed in. */
  readonly signedOutBecause: SignedOutReason | null;
}

const keys = {
  username: 'username',
  authToken: 'authToken',
  isAdmin: 'isAdmin',
  mediaToken: 'mediaToken',
  signedOutBecause: 'signedOutBecause',
} as const;

const reasons: readonly string[] = [
  'elsewhere',
  'password',
  'administrator',
  'unknown',
] satisfies SignedOutReason[];

/**
 * Session of this browser, kept under the keys `username`, `authToken`, `isAdmin` and `mediaToken`; while there
 * is none, `signedOutBecause` holds why, for other tabs and for a page that is loaded anew.
 */
export function createSessionStore(storage?: TextStorage): StoreApi<SessionState> {
  const store = createStore<SessionState>(() => readSessionState(storage));
  store.subscribe((state, before) => {
    if (state.session !== before.session) keepState(state, storage);
  });
  return store;
}

/** What is stored: the session, or why there is none. */
export function readSessionState(storage?: TextStorage): SessionState {
  const reason = readText(keys.signedOutBecause, storage) ?? '';
  return {
    session: readSession(storage),
    signedOutBecause: reasons.includes(reason) ? (reason as SignedOutReason) : null,
  };
}

/** The stored session; null unless username and token are both there. */
function readSession(storage?: TextStorage): Session | null {
  const username = readText(keys.username, storage);
  const authToken = readText(keys.authToken, storage);
  if (!username || !authToken) return null;
  const isAdmin = readText(keys.isAdmin, storage) === 'true';
  return { username, authToken, isAdmin, mediaToken: readText(keys.mediaToken, storage) };
}

function keepState({ session, signedOutBecause }: SessionState, storage?: TextStorage): void {
  writeText(keys.signedOutBecause, signedOutBecause, storage);
  // The token last when signing in, so that another tab never sees half a session.
  writeText(keys.username, session?.username ?? null, storage);
  writeText(keys.isAdmin, session ? String(session.isAdmin) : null, storage);
  writeText(keys.mediaToken, session?.mediaToken ?? null, storage);
  writeText(keys.authToken, session?.authToken ?? null, storage);
}

/** The session of this page. */
export const sessionStore = createSessionStore();

/** Makes somebody the signed-in user, here and in other tabs. */
export const signIn = (session: Session): void => sessionStore.setState({ session, signedOutBecause: null });

/** Forgets who is signed in, here and in other tabs. `because` is told there; null for who wanted it. */
export const signOut = (because: SignedOutReason | null): void =>
  sessionStore.setState({ session: null, signedOutBecause: because });

/** The session, or null; renders again when it changes. */
export const useSession = (): Session | null => useStore(sessionStore, (state) => state.session);

/** Why somebody was signed out here, null unless it was done to them; renders again when it changes. */
export const useSignedOutReason = (): SignedOutReason | null =>
  useStore(sessionStore, (state) => state.signedOutBecause);
