import type { WatchedFolder } from '../../library/read/watched-folders-store.ts';
import { isHidden, isIgnoreMarker } from '../../platform/paths/folder-names.ts';

/** What happened since it was asked last. Folders by their id in the library. */
interface FolderNews {
  /** Something in them changed. */
  readonly changed: Iterable<number>;
  /** They were deleted or moved, and are not watched any more; others of the same path may stand there by now. */
  readonly lost: ReadonlySet<number>;
  /** More happened than the system keeps: anything may have changed. */
  readonly isOverflown: boolean;
}

/** Watches that go on in the system while no thread asks what happened. */
export interface RestingWatches {
  /** Number of the open file that tells, of this process. */
  readonly instance: number;
  /** The watch of each folder, by its id in the library; 0 where there is none. */
  readonly descriptors: Int32Array<ArrayBuffer>;
  /** Folders that were not there when they should have been watched. */
  readonly lost: readonly number[];
}

/** Such watches, when something happened. */
export interface RestedWatches extends RestingWatches {
  /** What was read of it so far. */
  readonly read: Uint8Array;
}

/** One way in which a system watches folders. */
export interface FolderWatches {
  /** Begins a round: all that shall be watched is added once more; what is not ends with the round. */
  begin(folders: Iterable<WatchedFolder>): void;
  /**
   * Watches a folder. `kept` when it was watched already, so that nothing in it can have gone unseen; `gone` when there
   * is none that can be read; `full` when the system has no more watches to give.
   */
  add(folder: WatchedFolder): 'kept' | 'new' | 'gone' | 'full';
  /** Ends the round. @returns whether one more could add what was refused, now that others are dropped */
  end(): boolean;
  take(): FolderNews;
  /**
   * Lets go of the watches and leaves them in the system, for others to go on with; null where something has just
   * happened. Between rounds only. After it nothing here may be called but `close`. Not there where that cannot be.
   */
  leave?(): Omit<RestingWatches, 'lost'> | null;
  close(): void;
}

/**
 * Whether a change to something of this name is worth telling: not where it is hidden, unless it takes its folder out
 * of the collection. Null, where the system gives no name, is.
 */
export const matters = (name: string | null): boolean =>
  name === null || !isHidden(name) || isIgnoreMarker(name);
