import type { ThumbnailOptions } from '../thumbnail-options.ts';

/** One piece of work for the picture process. Everything survives structured cloning. */
export interface PictureJob {
  readonly id: number;
  /** Absolute path as bytes. */
  readonly path: Uint8Array;
  /** Where the file must lie when it is opened. */
  readonly folders: readonly string[];
  readonly forbidden?: string | undefined;
  /** A song's picture is inside it. */
  readonly kind: 'song' | 'picture';
  /** What to make; null for the colour alone. */
  readonly options: ThumbnailOptions | null;
  /** Where a thumbnail may already lie. */
  readonly cacheFolder: string;
}

/** Why a file shows no picture. */
export type Refusal = 'no-picture' | 'unsupported';

/** What became of a job. */
export type PictureOutcome =
  /** The file is not there any more. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly identity: string; readonly refusal: Refusal }
  | {
      readonly kind: 'done';
      /** Of the file that was read, see open-inside. */
      readonly identity: string;
      /** Of the picture's bytes, hexadecimal. */
      readonly digest: string;
      /** `#rrggbb`; null when nothing had to be decoded. */
      readonly color: string | null;
      /** Null when none was asked for, or when it already lies in the cache. */
      readonly made: { readonly bytes: Uint8Array; readonly contentType: string } | null;
    };

/** What the process sends: that it runs, then an outcome for each job. */
export type PictureReport =
  | { readonly isReady: true }
  | { readonly id: number; readonly outcome: PictureOutcome }
  | { readonly id: number; readonly failure: string };
