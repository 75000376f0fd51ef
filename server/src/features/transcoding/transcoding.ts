import type { Readable } from 'node:stream';
import type { SoundTarget } from '@tonearm/contract';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';

/** What is asked to be converted. */
export interface TranscodeWish {
  /** The song, open (see open-inside). It is owned from here on: closed whatever happens. */
  readonly file: OpenedFile;
  /** How long the song is; null where that is not known. */
  readonly durationMs: number | null;
  /** What the song is packed in, as the scanner names it; null where that is not known. */
  readonly container: string | null;
  /** One of `formats()`. */
  readonly format: SoundTarget;
  /** Kilobits a second: the next rate below that the format has. Its usual one unless told; nothing where it has none. */
  readonly bitRateKbps?: number | null;
  /** Where it begins, in seconds; 0 unless told. */
  readonly offsetSeconds?: number;
  /** For whom: everybody has few at a time. */
  readonly userId: number;
  /** Names one who has one conversion at a time: another one ends what they follow. Anybody may have many unless told. */
  readonly player?: string;
  /** Ends when the listener goes away. */
  readonly signal: AbortSignal;
}

/** A song in another format. */
export interface Transcoded {
  readonly contentType: string;
  /** How long it sounds, in seconds, to 0.2 s: as long as the song behind the offset. Null where that is not known. */
  readonly durationSeconds: number | null;
  /**
   * `file`: it was made before, from the beginning; send it with ranges, and close it. `stream`: it is being made, of
   * no length known before. Destroying the stream is how a listener leaves.
   */
  readonly body:
    | { readonly kind: 'file'; readonly file: OpenedFile; readonly etag: string }
    | { readonly kind: 'stream'; readonly stream: Readable };
}

/** Converts songs with ffmpeg, where it is installed. */
export interface Transcoding {
  /** Resolves when it is known whether and into what songs can be converted, soon after it is first asked for. */
  readonly known: Promise<void>;
  /** Whether songs can be converted at all, now. */
  isAvailable(): boolean;
  contentTypeOf(format: SoundTarget): string;
  /** Formats whose encoders were found; none while it is not available. */
  formats(): readonly SoundTarget[];
  /**
   * Resolves when the first bytes are there.
   * @throws AppError too_many_conversions with Retry-After when somebody, or everybody together, converts too much
   * @throws AppError not_convertible when nothing can be made of the song, or ffmpeg is not there
   */
  open(wish: TranscodeWish): Promise<Transcoded>;
  /**
   * The same where it was made before, from the beginning, and nothing has to run; else null. Owns the file likewise.
   */
  findMade(wish: Omit<TranscodeWish, 'userId' | 'player' | 'signal'>): Promise<Transcoded | null>;
  /**
   * How long a conversion is in bytes when its length is promised before it is made: nothing known is longer. What is
   * sent is then brought to that length by `keepPromise`. Null for formats without a rate.
   */
  promisedBytes(format: SoundTarget, bitRateKbps: number | null, durationSeconds: number): number | null;
}
