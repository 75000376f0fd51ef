import type { StoreApi } from 'zustand/vanilla';
import type { PlayerActions, PlayerState } from './core/player-state.ts';
import type { ShownPlayer } from './core/shown-player.ts';
import type { SongDrag } from './ui/drag-payload.ts';

/** State that can be read and followed. */
type SeenState = Pick<StoreApi<PlayerState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** What plays and what it is told, at work in this page. */
export interface RunningPlayer {
  readonly store: SeenState;
  /** The state as the page shows it, which waits a moment for the sound. */
  readonly shown: ShownPlayer;
  readonly actions: PlayerActions;
  dispose(): void;
}

/** The player of a page, whether its code has come or not. */
export interface Player extends RunningPlayer {
  readonly username: string;
  /** What is dragged through the page; rows of any screen can be its source. */
  readonly drag: SongDrag;
  /** Counts how often somebody asked to see the queue. Whoever can show it listens. */
  readonly queueCalls: StoreApi<number>;
  /** Whether somebody wants to see what plays over the whole window. */
  readonly nowPlaying: StoreApi<boolean>;
  /** Does something that reads the queue: at once when there is one, else as soon as it was read. */
  whenRunning(act: () => void): void;
}
