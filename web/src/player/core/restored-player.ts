import type { Song } from '@tonearm/contract';
import type { PlayModes } from './play-order.ts';

/** What a visit finds of an earlier one. */
export interface RestoredPlayer {
  readonly songs: readonly Song[];
  readonly playlistName: string;
  /** Position of the current track among `songs`; -1 for none. */
  readonly currentIndex: number;
  readonly modes: PlayModes;
  readonly elapsedSeconds: number;
  /** 0 to 1. */
  readonly volume: number;
}
