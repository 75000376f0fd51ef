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

/** State of the store: null when nobody is signed in. */
export interface SessionState {
  readonly session: Session | null;
}

const keys = {
  username: 'username',
  authToken: 'authToken',
  isAdmin: 'isAdmin',
  mediaToken: 'mediaToken',
} as const;

/** Session of this browser, kept under the keys `username`, `authToken`, `isAdmin` and `mediaToken`. */
export function createSessionStore(storage?: TextStorage): StoreApi<SessionState> {
  const store = createStore<SessionState>(() => ({ session: readSession(storage) }));
  store.subscribe(({ session }, before) => {
    if (session !== before.session) keepSession(session, storage);
  });
  return store;
}

/** The stored session; null unless username and token are both there. */
export function readSession(storage?: TextStorage): Session | null {
  const username = readText(keys.username, storage);
  const authToken = readText(keys.authToken, storage);
  if (!username || !authToken) return null;
  const isAdmin = readText(keys.isAdmin, storage) === 'true';
  return { username, authToken, isAdmin, mediaToken: readText(keys.mediaToken, storage) };
}

function keepSession(session: Session | null, storage?: TextStorage): void {
  // The token last when signing in, so that another tab never sees half a session.
  writeText(keys.username, session?.username ?? null, storage);
  writeText(keys.isAdmin, session ? String(session.isAdmin) : null, storage);
  writeText(keys.mediaToken, session?.mediaToken ?? null, storage);
  writeText(keys.authToken, session?.authToken ?? null, storage);
}

/** The session of this page. */
export const sessionStore = createSessionStore();

/** Makes somebody the signed-in user, here and in other tabs. */
export const signIn = (session: Session): void => sessionStore.setState({ session });

/** Forgets who is signed in, here and in other tabs. The server is told by `revokeAndSignOut`. */
export const signOut = (): void => sessionStore.setState({ session: null });

/** The session, or null; renders again when it changes. */
export const useSession = (): Session | null => useStore(sessionStore, (state) => state.session);
