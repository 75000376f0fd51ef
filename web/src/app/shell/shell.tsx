import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type CSSProperties, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { likingsOf } from '../../api/made/annotations.ts';
import { setScreenTitle } from '../../lib/page-title.ts';
import { onServerReturn } from '../../lib/server-presence.ts';
import {
  NowPlayingLayer,
  NowPlayingMini,
  PlayerBar,
  PlayerProvider,
  QueuePane,
  usePlayer,
} from '../../player/index.ts';
import { setQueuePane, useQueuePaneSetting } from '../../storage/queue-pane-setting.ts';
import { texts } from '../../texts/index.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { Toasts } from '../../ui/layers/toast.tsx';
import { ErrorBoundary } from '../error-screen.tsx';
import { createQueries } from '../queries.ts';
import type { Route } from '../route.ts';
import { nameOf, Screen } from '../screens.tsx';
import { useSoonWanted } from '../use-soon-wanted.ts';
import { Notices } from './notices.tsx';
import { PaneDivider } from './pane-divider.tsx';
import { PlayerDock } from './player-dock.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { useFirstCalm } from './use-first-calm.ts';
import { useLayout } from './use-layout.ts';
import { useShellShortcuts } from './use-shell-shortcuts.ts';

const ShellLayer = overlay(
  async () => (await import('./shell-layer.tsx')).ShellLayer,
  ({ onClose }) => onClose(),
);

const QueueSheet = overlay(
  async () => (await import('./queue-sheet.tsx')).QueueSheet,
  ({ onClose }) => onClose(),
);

const PlaylistDrop = overlay(
  async () => (await import('./playlist-drop.tsx')).PlaylistDrop,
  () => {},
);

/** The frame around every screen but setup and sign-in: bar, content, queue and player. */
export function Shell({ route, username }: { readonly route: Route; readonly username: string }) {
  const [queries] = useState(createQueries);
  useFetchAgain(queries);
  useSharedLikings(queries, username);
  const isCalm = useFirstCalm(queries);
  useSoonWanted(isCalm);
  const layout = useLayout();
  const { widthPx, isCollapsed } = useQueuePaneSetting();
  const hasPane = layout === 'wide' && !isCollapsed;
  const hasTabs = layout === 'phone' || layout === 'low';
  const { layer, closeLayer } = useShellShortcuts(ShellLayer.preload);
  return (
    <QueryClientProvider client={queries}>
      <div
        className={styles['shell']}
        data-layout={layout === 'wide' && !hasPane ? 'middle' : layout}
        style={widthPx === null ? undefined : ({ '--pane-width': `${widthPx}px` } as CSSProperties)}
      >
        <button type="button" className={styles['skip']} onClick={focusMain}>
          {texts.app.skipToContent}
        </button>
        <PlayerProvider username={username} mayLoad={isCalm}>
          {hasTabs ? (
            <TabBar screen={route.screen} isLow={layout === 'low'} />
          ) : (
            <Sidebar screen={route.screen} />
          )}
          <Main route={route} isLow={layout === 'low'} />
          {hasPane && <Side />}
          {hasTabs && <Dock />}
          {!hasPane && !hasTabs && <PlayerDock canHavePane={layout === 'wide'} />}
          <NowPlayingLayer />
          <DropPlaces />
          {layer && <ShellLayer layer={layer} onClose={closeLayer} />}
        </PlayerProvider>
        {/* Inside, where the height of the dock is known. */}
        <Toasts dismissLabel={texts.app.dismiss} />
      </div>
    </QueryClientProvider>
  );
}

/** What failed while the server was away is asked for again when it is back. */
function useFetchAgain(queries: QueryClient): void {
  useEffect(
    () =>
      onServerReturn(() => {
        void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isInTrouble(state) });
      }),
    [queries],
  );
}

/** What is starred in one tab of this browser shows in the others. */
function useSharedLikings(queries: QueryClient, username: string): void {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    return likingsOf(queries).share(new BroadcastChannel(`tonearm-likes/${username}`));
  }, [queries, username]);
}

/** Failed, or about to: between two tries. */
const isInTrouble = (state: { readonly error: unknown; readonly fetchFailureCount: number }): boolean =>
  state.error !== null || state.fetchFailureCount > 0;

/**
 * The main pane. A new screen takes the focus, so that keyboards and screen readers follow. The bar shows at
 * once where one goes; the screen is built after that, in pieces that let clicks and keys through.
 */
function Main({ route: wanted, isLow }: { readonly route: Route; readonly isLow: boolean }) {
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
    <main
      id="main"
      ref={main}
      // A low window has even those pages scroll that have nothing to stop at.
      tabIndex={isLow ? 0 : -1}
      aria-label={texts.app.main}
      className={styles['main']}
    >
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
  if (route.screen === 'playlist' || route.screen === 'smart-list') return `${route.screen} ${route.name}`;
  if (route.screen === 'song') return `song ${route.path}`;
  if (route.screen === 'album' || route.screen === 'artist' || route.screen === 'genre') {
    return `${route.screen} ${route.id}`;
  }
  return route.screen;
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}

/** Nobody needs the places where songs are dropped before something is dragged. */
function DropPlaces() {
  const { drag } = usePlayer();
  const [wasDragged, setWasDragged] = useState(false);
  useEffect(() => drag.store.subscribe(() => setWasDragged(true)), [drag]);
  return wasDragged && <PlaylistDrop />;
}

/** Queue and player beside the content; the queue stands in the view of what plays while that is open. */
function Side() {
  const id = useId();
  const isQueueAway = useStore(usePlayer().nowPlaying);
  return (
    <aside id={id} className={styles['side']} aria-label={texts.app.queueAndPlayer}>
      <PaneDivider paneId={id} />
      <ErrorBoundary>
        {isQueueAway ? (
          <div className={styles['queueAway']} />
        ) : (
          <QueuePane onHide={() => setQueuePane({ isCollapsed: true })} />
        )}
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
