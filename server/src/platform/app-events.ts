import type { StorageState } from './storage-watch.ts';

/** What features tell each other without knowing one another. */
export interface AppEvents {
  /** Somebody asks for something over the network: what can wait gives way. */
  asked: undefined;
  /** The list of music sources was saved. */
  'sources-changed': undefined;
  /** Settings of the collection were saved. */
  'settings-changed': { readonly needsScan: boolean };
  /** How songs come to albums, artists and genres was saved. */
  'music-rules-changed': undefined;
  /** The dynamic DNS account was saved. */
  'ddns-changed': undefined;
  /** A batch of a scan, or its end, changed what lists show. */
  'collection-changed': { readonly revision: number };
  /** The library was made anew: its numbers of folders and songs mean others now. */
  'library-replaced': undefined;
  /** The data folder can be written to again, or not any more. */
  'storage-changed': StorageState;
  /**
   * Songs were found under another path, all at once: some may have changed places. About 1,000 a time, more
   * only where they hang together. May be told again.
   */
  'songs-moved': SongsMoved;
}

/** Songs that are somewhere else now, and how to tell them from those that were followed before. */
export interface SongsMoved {
  /** A random text: numbers of one library say nothing of another's, made anew. */
  readonly library: string;
  /** In order of their ids, none of which is given twice. */
  readonly moves: readonly { readonly id: number; readonly from: string; readonly to: string }[];
}
