import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createStore } from 'zustand/vanilla';
import { createDragCarrier } from '../../ui/behaviour/drag-and-drop.ts';
import { Toasts } from '../../ui/layers/toast.tsx';
import { createTestPlayer } from '../core/test-player.ts';
import { songNamed } from '../core/test-songs.ts';
import type { Player } from '../player.ts';
import { PlayerContext } from './player-context.tsx';
import { PlayerNotices } from './player-notices.tsx';
import { PlayerKeys } from './player-provider.tsx';

/** Rows that fit into the list of a test page, which has no layout of its own. */
const rowsInSight = 10;

/**
 * Renders a part of the player around a silent test player that holds songs of these names, with the
 * toasts of the page.
 */
export const renderPlayer = (ui: ReactElement, names: readonly string[] = []) => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
    configurable: true,
    get: () => rowsInSight * 30,
  });
  const test = createTestPlayer();
  if (names.length > 0) test.actions.addToQueue(names.map((name) => songNamed(name)));
  const player: Player = {
    store: test.store,
    shown: test.store,
    actions: test.actions,
    username: 'ann',
    drag: createDragCarrier(),
    queueCalls: createStore(() => 0),
    nowPlaying: createStore(() => false),
    whenRunning: (act) => act(),
    dispose() {},
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlayerContext.Provider value={player}>
        {ui}
        <PlayerKeys />
        <PlayerNotices />
      </PlayerContext.Provider>
      <Toasts dismissLabel="Dismiss" />
    </QueryClientProvider>,
  );
  return { ...test, player };
};
