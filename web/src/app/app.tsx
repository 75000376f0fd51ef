import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { keptPicture } from '../api/media.ts';
import { useIsSetupComplete } from '../api/setup.ts';
import { navigate, parseHash, useHash } from '../lib/location.ts';
import { setScreenTitle } from '../lib/page-title.ts';
import { onServerReturn } from '../lib/server-presence.ts';
import { PlayerBar, PlayerProvider, QueuePane } from '../player/index.ts';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { preloadLongQueue } from '../storage/long-queue.ts';
import { type Session, sessionStore, useSession } from '../storage/session-store.ts';
import { texts } from '../texts/index.ts';
import { KeptPictureContext } from '../ui/cover/kept-pictures.ts';
import { part } from '../ui/layers/part.tsx';
import { ErrorBoundary, ErrorScreen } from './error-screen.tsx';
import { redirectOf } from './guards.ts';
import { type Route, routeOf } from './route.ts';
import { preloadScreen } from './screens.tsx';
import { loadBeforeMount } from './start.ts';

const Shell = part(async () => (await import('./shell/shell.tsx')).Shell);
const SetupScreen = part(async () => (await import('../screens/setup/setup-screen.tsx')).SetupScreen);

/**
 * Asks for all that the first screen of somebody who is signed in needs, their queue among it, in one go,
 * while the server is asked whether there is anything to show.
 */
export function preloadFirstScreen(): void {
  const { session } = sessionStore.getState();
  if (session === null) return;
  preloadLongQueue(session.username);
  Shell.preload();
  preloadScreen(routeOf(parseHash(window.location.hash)).screen);
  PlayerProvider.preload();
  QueuePane.preload();
  PlayerBar.preload();
}

/** The whole client: asks for the setup status, then shows the screen the guard allows. */
export function App() {
  const start = useStart();
  if (start.error !== null) {
    return <ErrorScreen title={texts.app.startTitle} error={start.error} onRetry={start.retry} />;
  }
  return (
    <ErrorBoundary>
      <KeptPictureContext.Provider value={keptPicture}>
        <GuardedScreen />
      </KeptPictureContext.Provider>
    </ErrorBoundary>
  );
}

/** The screen of the present route, after the navigation guard. */
function GuardedScreen() {
  const isSetupComplete = useIsSetupComplete();
  const session = useSession();
  const hash = useHash();
  const route = useMemo(() => routeOf(parseHash(hash)), [hash]);
  const redirect =
    isSetupComplete === null ? null : redirectOf(route, { isSetupComplete, isSignedIn: session !== null });
  // After every render: somebody may have gone back to where a redirect is due before this one was seen.
  useEffect(() => {
    if (redirect !== null) navigate(redirect, { replace: true });
  });
  useEffect(() => {
    if (route.screen === 'sign-in') setScreenTitle(texts.app.titleOf(texts.app.signIn));
    if (route.screen === 'welcome') setScreenTitle(texts.app.titleOf(texts.app.setupTitle));
  }, [route.screen]);
  if (isSetupComplete === null || redirect !== null) return null;
  // What loads later waits inside the guard: a guard that waited itself would forget redirects that are due.
  return (
    <>
      <AllowedScreen route={route} session={session} />
      <FrameEnd />
    </>
  );
}

/** Takes the picture of the sign-in form out of index.html as soon as a screen stands. */
function FrameEnd() {
  useLayoutEffect(() => document.getElementById('frame')?.remove(), []);
  return null;
}

/** The screen of a route that the guard allows. */
function AllowedScreen({ route, session }: { readonly route: Route; readonly session: Session | null }) {
  if (route.screen === 'welcome') return <SetupScreen />;
  if (session === null) return <SignInScreen />;
  // Another user gets a shell of their own: nothing of the one before is left in it.
  return <Shell key={session.username} route={route} username={session.username} />;
}

/** Loads what the first screen needs; tries again when asked to. */
function useStart() {
  const [error, setError] = useState<unknown>(null);
  const start = useCallback(() => {
    setError(null);
    loadBeforeMount().catch(setError);
  }, []);
  useEffect(start, [start]);
  useEffect(() => (error === null ? undefined : onServerReturn(start)), [error, start]);
  return { error, retry: start };
}
