import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { setScreenTitle } from '../../lib/page-title.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { NowPlayingMini, PlayerBar, PlayerProvider, QueuePane, usePlayer } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { Toasts } from '../../ui/layers/toast.tsx';
import { ErrorBoundary } from '../error-screen.tsx';
import type { Route } from '../route.ts';
import { nameOf, Screen } from '../screens.tsx';
import { Notices } from './notices.tsx';
import { QueueSheet } from './queue-sheet.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useShellShortcuts } from './use-shell-shortcuts.ts';

const ShortcutsSheet = overlay(
  async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
  ({ onClose }) => onClose(),
);

/** The frame around every screen but setup and sign-in: bar, content, queue and player. */
export function Shell({ route, username }: { readonly route: Route; readonly username: string }) {
  const [queries] = useState(createQueries);
  const isWide = useMediaQuery('(min-width: 60rem)');
  const { isSheetOpen, closeSheet } = useShellShortcuts();
  return (
    <QueryClientProvider client={queries}>
      <div className={styles['shell']}>
        <button type="button" className={styles['skip']} onClick={focusMain}>
          {texts.app.skipToContent}
        </button>
        <Sidebar screen={route.screen} />
        <PlayerProvider username={username}>
          <Main route={route} />
          {isWide ? <Side /> : <Dock />}
        </PlayerProvider>
        {/* Inside, where the height of the dock is known. */}
        <Toasts dismissLabel={texts.app.dismiss} />
      </div>
      {isSheetOpen && <ShortcutsSheet onClose={closeSheet} />}
    </QueryClientProvider>
  );
}

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A browser without a network says nothing about a server on this machine or in this house: it is
        // asked all the same, and again when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        // What the server decided (4xx) does not change by asking again.
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}

/**
 * The main pane. A new screen takes the focus, so that keyboards and screen readers follow. The bar shows at
 * once where one goes; the screen is built after that, in pieces that let clicks and keys through.
 */
function Main({ route: wanted }: { readonly route: Route }) {
  const route = useDeferredValue(wanted);
  const main = useRef<HTMLElement>(null);
  const name = nameOf(route);
  const place = placeOf(route);
  const lastPlace = useRef(place);
  useEffect(() => setScreenTitle(texts.app.titleOf(name)), [name]);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <main id="main" ref={main} tabIndex={-1} aria-label={texts.app.main} className={styles['main']}>
      <Notices />
      <p role="status" className="visually-hidden">
        {name}
      </p>
      <ErrorBoundary key={place} place={route}>
        <Screen route={route} />
      </ErrorBoundary>
    </main>
  );
}

/** What counts as another place: typing in the search field and changing tabs are not. */
function placeOf(route: Route): string {
  if (route.screen === 'browse') return `browse ${route.path}`;
  if (route.screen === 'playlist') return `playlist ${route.name}`;
  return route.screen;
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}

/** Queue and player beside the content. */
function Side() {
  return (
    <aside className={styles['side']} aria-label={texts.app.queueAndPlayer}>
      <ErrorBoundary>
        <QueuePane />
        <PlayerBar />
      </ErrorBoundary>
    </aside>
  );
}

/** What plays, below the content; the queue comes up over it. */
function Dock() {
  const [isOpen, setIsOpen] = useState(false);
  const { queueCalls } = usePlayer();
  useEffect(() => queueCalls.subscribe(() => setIsOpen(true)), [queueCalls]);
  return (
    <>
      <aside className={styles['dock']} aria-label={texts.app.queueAndPlayer}>
        <NowPlayingMini onOpenQueue={() => setIsOpen(true)} />
      </aside>
      {isOpen && <QueueSheet onClose={() => setIsOpen(false)} />}
    </>
  );
}
