import type { ModelSongsStore } from './model-songs-store.ts';

/** Gives songs ids that outlive the library. */
export interface SongIds {
  /** The id of the song at a path. @param isFree whether no other song has an id */
  at(virtualPath: string, isFree: (id: Uint8Array) => boolean): Uint8Array;
}

/** A song that moved, and the id it had where it was. */
export interface TakenId {
  /** Null where it had none yet: then it is that of the path it was at, unless another song has it elsewhere. */
  readonly id: Uint8Array | null;
  readonly from: string;
  /** Its row now. */
  readonly target: number;
}

/** Gives songs their ids. Call inside a batch. */
export interface IdGiving {
  /** The id of a song that comes to a path, unless another song has it. */
  likelyAt(virtualPath: string): Uint8Array;
  /** The id of a song that comes to a path. */
  at(virtualPath: string): Uint8Array;
  /** A song that has none yet gets one. */
  give(songId: number): void;
  /** Songs that moved take their ids along; what is where they were is to get others. */
  take(taken: readonly TakenId[]): void;
}

/** @param songIds asked while a scan runs */
export const createIdGiving = (songs: ModelSongsStore, songIds: () => SongIds): IdGiving => ({
  likelyAt: (path) => songIds().at(path, () => true),
  at: (path) => songIds().at(path, (id) => songs.holder(id) === null),
  give: (songId) => {
    const path = songs.pathWithoutId(songId);
    if (path === null) return;
    const isFree = (id: Uint8Array): boolean => songs.holder(id) === null;
    songs.setPublicId(songId, songIds().at(path, isFree));
  },
  take: (taken) => {
    // All of them at once: songs may have changed places.
    for (const { target } of taken) songs.setPublicId(target, null);
    const carried = new Set(taken.map(({ id }) => id && Buffer.from(id).toString('hex')));
    /** What is kept for a path may be out of date: of a song that went from there, which is not followed yet. */
    const isOfPlace = (id: Uint8Array, from: string): boolean => {
      if (carried.has(Buffer.from(id).toString('hex'))) return false;
      const other = songs.holder(id);
      return other === null || songs.pathOf(other) === from;
    };
    const given = new Set<number>();
    for (const { id, from, target } of taken) {
      // The first that became it, the likeliest, is who it is.
      if (given.has(target)) continue;
      given.add(target);
      const own = id ?? songIds().at(from, (one) => isOfPlace(one, from));
      const other = songs.holder(own);
      if (other !== null) {
        songs.setPublicId(other, null);
        songs.settleAgain(other);
      }
      songs.setPublicId(target, own);
    }
  },
});
