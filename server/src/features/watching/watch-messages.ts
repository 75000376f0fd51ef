/** What the watch thread is started with. */
export interface WatchThreadData {
  readonly dataFolder: string;
}

/** What the watch thread is told: to watch the folders the library has now. */
export type ToWatchThread = { readonly kind: 'watch' };

/** What the watch thread tells. */
export type FromWatchThread =
  /** Virtual paths of folders in which something happened. */
  | { readonly kind: 'dirty'; readonly folders: readonly string[] }
  /** Something may have happened in any folder. */
  | { readonly kind: 'anything' }
  /** All folders are watched but so many, which cannot be. */
  | { readonly kind: 'watching'; readonly unwatched: number }
  /** Why the way of watching that needs little memory is not there; told once. */
  | { readonly kind: 'plain'; readonly reason: string };
