import type { PlaybackFault } from './player-state.ts';
import type { Encoding } from './sources/song-facts.ts';

/** One play of one track. Playing a track again is a new source with a new id. */
export interface TrackSource {
  readonly id: number;
  readonly url: string;
  /** How loud it is played besides the volume, linear; 1 unless told. Together never more than an engine can. */
  readonly level?: number;
  /** Its greatest sample as it was recorded, 1 being full scale; 1 unless told. */
  readonly peak?: number;
  /** How fast, with its pitch kept; 1 unless told. */
  readonly rate?: number;
  /** The track before fades into it for so long, in seconds; not at all unless told. */
  readonly fadeSeconds?: number;
  /** Told of a conversion that the server makes while it is sent, and that can begin at any second. */
  readonly conversion?: Conversion;
  /** Told once it is known, of a track that is played as it is. */
  readonly encoding?: Encoding;
}

/** How a converted track is gone about in. */
interface Conversion {
  /** Its address from a second of the track. */
  readonly urlAt: (seconds: number) => string;
  /** Length of the track; null when it is not known. What is still being made does not tell. */
  readonly durationSeconds: number | null;
  /** Once made, any place in it can be gone to exactly. */
  readonly isSeekable: boolean;
  /** It was asked for to take less data: nothing of it is to be fetched twice. */
  readonly savesData: boolean;
}

/** What can change of a track while it plays. */
export type Adjustment = Required<Pick<TrackSource, 'level' | 'peak' | 'rate' | 'fadeSeconds'>> &
  Pick<TrackSource, 'conversion' | 'encoding'>;

/** What an engine reports. It reports about the source that plays, never about a prepared one. */
export type EngineEvent =
  | {
      readonly type: 'progress';
      readonly elapsedSeconds: number;
      /** Null until known. */
      readonly durationSeconds: number | null;
      /** End of what is loaded without a hole from the position, in seconds of the track. */
      readonly bufferedSeconds: number;
    }
  /** Sound comes out, or would if the track were not silent. */
  | { readonly type: 'sounding' }
  /** Playing is wanted, and waits for data. */
  | { readonly type: 'waiting' }
  /** The system paused or resumed the sound by itself. */
  | { readonly type: 'paused-outside' }
  | { readonly type: 'resumed-outside' }
  /** The browser wants a click or a key press before it lets anything sound. */
  | { readonly type: 'blocked' }
  /** The track is over. When `nextId` is not null, the prepared source of that id plays already. */
  | { readonly type: 'ended'; readonly nextId: number | null }
  | { readonly type: 'failed'; readonly fault: PlaybackFault };

/**
 * Turns addresses into sound. Knows nothing of queues: it plays one source and may be told the one
 * to follow, which it loads ahead and goes over to by itself, so that an engine can do so without a gap.
 */
export interface AudioEngine {
  /** Goes over to a source at once; instantly when it is the prepared one. */
  load(source: TrackSource, how: { startSeconds: number; shouldPlay: boolean }): void;
  /**
   * Names the source to follow, or none. May be called again at any time. It is loaded when the playing
   * one needs nothing more, or at once when that is `isUrgent`.
   */
  prepare(source: TrackSource | null, how?: { isUrgent: boolean }): void;
  play(): void;
  pause(): void;
  /** Forgets both sources and is silent. */
  unload(): void;
  seekTo(seconds: number): void;
  /** Changes a source that was given before. */
  adjust(id: number, how: Adjustment): void;
  /** @param gain 0 to 1, linear */
  setGain(gain: number): void;
  /** Moves all sound to an output device by the browser's id; the empty one is the system's. @throws when it is not there */
  setSink(id: string): Promise<void>;
  subscribe(listener: (event: EngineEvent) => void): () => void;
  dispose(): void;
}
