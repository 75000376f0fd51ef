import type { ApiError } from '../api/api-error.ts';
import { connectClient } from '../api/client.ts';
import { connectMedia } from '../api/media.ts';
import { forgetPreferences, refreshPreferences } from '../api/preferences.ts';
import { requestMediaToken, revokeToken } from '../api/session.ts';
import { refreshSetup } from '../api/setup.ts';
import { signOfLife } from '../api/sign-of-life.ts';
import { watchStyles } from '../lib/failed-styles.ts';
import { connectLayerHistory } from '../lib/layer-history.ts';
import { navigate } from '../lib/location.ts';
import { logProblem } from '../lib/log.ts';
import { paths } from '../lib/paths.ts';
import { connectServerPresence } from '../lib/server-presence.ts';
import {
  readSessionState,
  type Session,
  type SignedOutReason,
  sessionStore,
  signOut,
} from '../storage/session-store.ts';

/**
 * Ties the parts together, once: whose token calls carry, what a 401 means, and what happens when
 * somebody signs in or out, here or in another tab, and how the server is asked whether it is there.
 * @returns unties them
 */
export function connectParts(): () => void {
  connectClient({
    authToken: () => sessionStore.getState().session?.authToken ?? null,
    onUnauthorized: (error) => {
      if (followNewSession()) return;
      signOut(reasonOf(error));
      navigate(paths.root());
    },
  });
  connectMedia(() => {
    const { session } = sessionStore.getState();
    return session?.mediaToken ?? session?.authToken ?? null;
  });
  const unwatchStyles = watchStyles();
  const disconnectLayers = connectLayerHistory();
  const disconnectPresence = connectServerPresence(signOfLife);
  const stop = sessionStore.subscribe(({ session }, before) => {
    if (session?.authToken !== before.session?.authToken) welcome(session);
  });
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'authToken' || event.key === null) followOtherTab();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    unwatchStyles();
    disconnectLayers();
    disconnectPresence();
    window.removeEventListener('storage', onStorage);
  };
}

/**
 * What has to be known before anything is shown: whether setup is complete. Somebody who is signed in
 * already gets their preferences besides, without waiting for them.
 * @throws ApiError when the server cannot say
 */
export async function loadBeforeMount(): Promise<void> {
  await refreshSetup();
  welcome(sessionStore.getState().session);
}

/** Signs out here and in other tabs, and has the server revoke the token. */
export function leave(): void {
  // A server that cannot be reached must not keep anybody signed in.
  revokeToken().catch((cause: unknown) => logProblem('The token could not be revoked', cause));
  signOut(null);
}

function welcome(session: Session | null): void {
  forgetPreferences();
  if (!session) return;
  refreshPreferences().catch((cause: unknown) => logProblem('The preferences could not be loaded', cause));
  if (session.mediaToken === null) void addMediaToken(session);
}

async function addMediaToken(session: Session): Promise<void> {
  const mediaToken = await requestMediaToken().catch((cause: unknown) => {
    logProblem('There is no media token; the auth token stands in', cause);
    return null;
  });
  const current = sessionStore.getState().session;
  if (mediaToken !== null && current?.authToken === session.authToken) {
    sessionStore.setState({ session: { ...current, mediaToken } });
  }
}

/** Another tab signed in, out, or as somebody else: this one does too. */
function followOtherTab(): void {
  const stored = readSessionState();
  if (stored.session?.authToken !== sessionStore.getState().session?.authToken) sessionStore.setState(stored);
}

/**
 * A page that slept was not told that another tab has signed in anew since: the end of its own session must not
 * sign out everywhere who came after.
 * @returns whether there is a newer session, which this page goes on with
 */
function followNewSession(): boolean {
  const { session } = readSessionState();
  if (session === null || session.authToken === sessionStore.getState().session?.authToken) return false;
  followOtherTab();
  return true;
}

/** Why the server refuses a token, as the sign-in screen tells it. */
function reasonOf({ code }: ApiError): SignedOutReason {
  switch (code) {
    case 'session_ended_elsewhere':
      return 'elsewhere';
    case 'session_ended_by_password':
      return 'password';
    case 'session_ended_by_administrator':
      return 'administrator';
    default:
      return 'unknown';
  }
}
