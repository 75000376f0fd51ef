import type { Clock } from '../../platform/clock.ts';
import type { StateAccess } from '../../state/state-access.ts';
import {
  type Bookmark,
  deleteBookmark,
  findBookmarks,
  listBookmarks,
  writeBookmark,
} from './bookmark-store.ts';

/** Places in songs, one a song and person, by the lasting id of the song. */
export interface Bookmarks {
  /** Newest change first. */
  list(userId: number): Promise<readonly Bookmark[]>;
  /** Those in songs, in no order. */
  of(userId: number, songIds: Iterable<string>): Promise<readonly Bookmark[]>;
  /** Makes a bookmark, or moves the one there is. */
  save(userId: number, bookmark: Pick<Bookmark, 'songId' | 'positionMs' | 'comment'>): Promise<void>;
  /** Also when there is none. */
  remove(userId: number, songId: string): Promise<void>;
}

/** What bookmarks need. */
export interface BookmarksDeps {
  readonly state: Pick<StateAccess, 'query'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Keeps them in `state.db`. */
export const createBookmarks = ({ state: { query }, clock }: BookmarksDeps): Bookmarks => ({
  list: (userId) => listBookmarks(query, userId),
  of: (userId, songIds) => findBookmarks(query, userId, songIds),
  save: (userId, bookmark) => writeBookmark(query, userId, { ...bookmark, nowMs: clock.nowMs() }),
  remove: (userId, songId) => deleteBookmark(query, userId, songId),
});
