import type { Song } from '@tonearm/contract';
import type { PlayModes } from './play-order.ts';
import type { PlaybackOrder } from './playback-orders.ts';
import type { EntryKey, Queue, QueueEntry } from './queue.ts';

/** Why a track could not be played, as far as the browser tells. */
export type PlaybackFault = 'network' | 'decode' | 'unsuitable';

/**
 * Why an entry was skipped: what the browser says of it, its file is not there any more, or the browser does not
 * play its kind and the server converts nothing.
 */
export type FaultReason = PlaybackFault | 'gone' | 'unconvertible';

/** An edit that can be taken back for ten seconds. */
export interface UndoOffer {
  readonly kind: 'cleared' | 'removed' | 'shuffled' | 'replaced';
  /** How many entries the edit took away or moved. */
  readonly entryCount: number;
  readonly id: number;
}

/** When playing is to stop by itself. */
type Sleep =
  | { readonly kind: 'at'; readonly atMs: number }
  | { readonly kind: 'track' }
  | { readonly kind: 'album' };

/** What may be asked for: so many minutes, the end of the song or of the album, or nothing. */
export type SleepWish = number | 'track' | 'album' | null;

/** Everything about playing that can be seen. A new object for every change; parts that did not change are shared. */
export interface PlayerState extends PlayModes {
  readonly queue: Queue;
  /** Name of the playlist the queue came from or was saved as; empty for none. */
  readonly playlistName: string;
  /** The chosen track, also when its entry has left the queue. */
  readonly current: QueueEntry | null;
  /** What the two switches, shuffle and repeat, come to. */
  readonly order: PlaybackOrder;
  readonly isPlaying: boolean;
  /** Playing is wanted, but the sound waits for data. */
  readonly isBuffering: boolean;
  /** Playing is wanted, and the server is away; the track is loaded when it is back. */
  readonly waitsForServer: boolean;
  /** Entries that were skipped, and why; an entry that plays after all is taken out. May name entries that left. */
  readonly faults: ReadonlyMap<EntryKey, FaultReason>;
  readonly elapsedSeconds: number;
  /** Length of the current track: from the sound once known, else from its tags; 0 when neither tells. */
  readonly durationSeconds: number;
  /** How far the sound is loaded without a hole, from where it plays. */
  readonly bufferedSeconds: number;
  /** 0 to 1, as the slider shows it; the loudness follows a curve. 0 is muted. */
  readonly volume: number;
  /** Whether another tab makes the sound, and this one mirrors it. */
  readonly isRemote: boolean;
  /** When playing stops by itself; null for not. */
  readonly sleep: Sleep | null;
  /** The browser let nothing sound: it wants a click first. */
  readonly isBlocked: boolean;
  readonly undoOffer: UndoOffer | null;
  /** The saved queue is being read; until then the queue is empty. */
  readonly isRestoring: boolean;
}

/** A player that holds nothing yet and is still reading its queue. */
export const initialState: PlayerState = {
  queue: { entries: [], nextKey: 1 },
  playlistName: '',
  current: null,
  order: 'default',
  isShuffled: false,
  repeat: 'off',
  isPlaying: false,
  isBuffering: false,
  waitsForServer: false,
  faults: new Map(),
  elapsedSeconds: 0,
  durationSeconds: 0,
  bufferedSeconds: 0,
  volume: 1,
  isRemote: false,
  sleep: null,
  isBlocked: false,
  undoOffer: null,
  isRestoring: true,
};

/** What any screen may ask of the player. */
export interface PlayerActions {
  /** Puts songs after the current track and plays the first of them. */
  playNow(songs: readonly Song[]): void;
  /** Puts songs after the current track. */
  playNext(songs: readonly Song[]): void;
  /** Puts songs at the end, or before the entry at `atIndex`. The first becomes current when none is. */
  addToQueue(songs: readonly Song[], atIndex?: number): void;
  /** Exchanges the queue and plays from `startIndex` and a second of that song (0 unless told). Can be undone. */
  replaceQueue(list: {
    name: string;
    songs: readonly Song[];
    startIndex?: number;
    startSeconds?: number;
  }): void;
  /** Plays an entry of the queue. */
  playEntry(key: EntryKey): void;
  /** A pointer is pressed on an entry: what a click will play is loaded already. */
  foreseeEntry(key: EntryKey): void;
  play(): void;
  pause(): void;
  togglePlay(): void;
  next(): void;
  previous(): void;
  /** Goes to a second of the current track. This track is then not scrobbled. */
  seekTo(seconds: number): void;
  seekBy(seconds: number): void;
  /** @param volume 0 to 1 */
  setVolume(volume: number): void;
  toggleMute(): void;
  setOrder(order: PlaybackOrder): void;
  /** Turns the walk in random order on or off; the queue keeps its own order. */
  toggleShuffle(): void;
  /** Repeat nothing, everything, this song, and nothing again. */
  cycleRepeat(): void;
  /** Has playing stop by itself: after so many minutes, at the end of the song or of the album, or not. */
  setSleep(wish: SleepWish): void;
  setPlaylistName(name: string): void;
  /** Empties the queue; the current track goes on. Can be undone. */
  clear(): void;
  shuffle(): void;
  remove(keys: ReadonlySet<EntryKey>): void;
  move(keys: ReadonlySet<EntryKey>, gapIndex: number): void;
  nudge(keys: ReadonlySet<EntryKey>, step: -1 | 1): void;
  /** Moves entries behind the current track; they come next in every order. */
  moveNext(keys: ReadonlySet<EntryKey>): void;
  undo(): void;
  dismissUndo(): void;
}
