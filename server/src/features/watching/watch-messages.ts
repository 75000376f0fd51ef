import type { RestedWatches, RestingWatches } from './folder-watches.ts';

/** What the watch thread is started with. */
export interface WatchThreadData {
  readonly dataFolder: string;
  /** It ends when nothing has happened for so long, in milliseconds. */
  readonly restMs: number;
  /** What one before it left; null when it begins anew. */
  readonly rested: RestedWatches | null;
}

/** What the watch thread is told: to watch the folders the library has now. */
export type ToWatchThread = { readonly kind: 'watch' };

/** What the watch thread tells. */
export type FromWatchThread =
  /** Virtual paths of folders in which something happened. */
  | { readonly kind: 'dirty'; readonly folders: readonly string[] }
  /** Something may have happened in any folder. */
  | { readonly kind: 'anything' }
  /** All folders are watched but so many, which cannot be; `isEmpty` where the library has none. */
  | { readonly kind: 'watching'; readonly unwatched: number; readonly isEmpty: boolean }
  /** The open file that tells of what happens: it is to be closed when the thread has ended and does not rest. */
  | { readonly kind: 'opened'; readonly instance: number }
  /** Nothing has happened for a while: the thread ends, and has heard so many messages. */
  | { readonly kind: 'resting'; readonly watches: RestingWatches; readonly heard: number }
  /** Why the way of watching that needs little memory is not there; told once. */
  | { readonly kind: 'plain'; readonly reason: string };
