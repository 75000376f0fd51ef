import type Database from 'better-sqlite3';
import { type SongFacts, songFacts } from '../../model/song-facts.ts';
import type { PlaceOf } from '../../model/sort-text.ts';
import type { Splitter } from '../../model/splitting.ts';
import { createAlbumsStore } from './albums-store.ts';
import { createGenresStore, type GenresStore } from './genres-store.ts';
import { createIdGiving, type SongIds, type TakenId } from './give-ids.ts';
import {
  createModelSongsStore,
  type ModelSongsStore,
  type RowToTake,
  type SongToSettle,
  type StoredCredit,
  type StoredGenre,
} from './model-songs-store.ts';
import { createNamesStore, type NamesStore } from './names-store.ts';
import { createAlbumSettling, type TakenSong } from './settle-albums.ts';
import { createSliceCounts, type SliceCounts } from './slice-counts.ts';

/** By what rules songs are taken in. */
export interface ModelRules {
  readonly splitter: Splitter;
  readonly placeOf: PlaceOf;
}

/** Keeps albums, artists and genres equal to the songs. */
export interface Model {
  /** Takes the next songs in that changed, came or went. Call inside a batch. @returns how many */
  settle(limit: number): number;
  /** The id of a song that comes to a path. Call inside a batch. */
  idAt(virtualPath: string): Uint8Array;
  /** Songs that moved take their ids along; what is where they were gets others. Call inside a batch. */
  takeIds(taken: readonly TakenId[]): void;
  /** Every song is to be taken in anew. Call inside a batch. */
  settleAll(): void;
}

const nothing: SongFacts = { credits: [], genres: [], album: null };

const sameLists = <Entry extends object>(before: readonly Entry[], after: readonly Entry[]): boolean =>
  before.length === after.length && JSON.stringify(before) === JSON.stringify(after);

interface Stores {
  readonly songs: ModelSongsStore;
  readonly names: NamesStore;
  readonly genres: GenresStore;
}

const noTags = { credits: [], genres: [] } as const;

/** Writes who and which genres are on a song, where that changed. */
const putTags = (
  { songs, names, genres }: Stores,
  { id, facts, isFirst }: { id: number; facts: SongFacts; isFirst: boolean },
  count: SliceCounts['count'],
): void => {
  const before = isFirst ? noTags : { credits: songs.credits(id), genres: songs.genres(id) };
  const credits = facts.credits.map(
    (credit): StoredCredit => ({
      role: credit.role,
      nameId: names.idOf(credit),
      instrument: credit.instrument,
    }),
  );
  const list = facts.genres.map((genre): StoredGenre => genres.idOf(genre));
  const isSame = sameLists(before.credits, credits) && sameLists(before.genres, list);
  if (isSame) return;
  count(before.credits, before.genres, -1);
  count(credits, list, 1);
  if (!isFirst) songs.removeTags(id);
  songs.addTags(id, credits, list);
};

/** Makes the model's writer over the writing connection. */
export const createModel = (
  raw: Database.Database,
  deps: { rules: () => ModelRules; songIds: () => SongIds },
): Model => {
  const songs = createModelSongsStore(raw);
  const names = createNamesStore(raw);
  const genres = createGenresStore(raw);
  const albums = createAlbumsStore(raw);
  const ids = createIdGiving(songs, deps.songIds);
  const stores = { songs, names, albums, genres };

  const taken = (row: RowToTake, { splitter }: ModelRules): TakenSong => {
    const facts = row.isThere === 1 ? songFacts(row, splitter) : nothing;
    return { id: row.id, directoryId: row.directory_id, albumId: row.album_id, facts };
  };
  const take = (id: number, rules: ModelRules): TakenSong | null => {
    const row = songs.row(id);
    return row === undefined ? null : taken(row, rules);
  };

  const settleSongs = (list: readonly SongToSettle[]): void => {
    const rules = deps.rules();
    const slice = createSliceCounts(stores, rules.placeOf);
    const settling = createAlbumSettling(stores, {
      take: (id) => take(id, rules),
      placeOf: rules.placeOf,
      effects: slice.effects,
    });
    const lastTagged = songs.lastTagged();
    for (const { id, leftAlbumId, row } of list) {
      const song = row === null ? null : taken(row, rules);
      putTags(stores, { id, facts: song?.facts ?? nothing, isFirst: id > lastTagged }, slice.count);
      if (row?.publicId === null) ids.give(id);
      if (leftAlbumId !== null) settling.touch(null, leftAlbumId);
      settling.touch(song, song?.albumId ?? null);
    }
    songs.settledUpTo(list.at(-1)?.id ?? 0);
    settling.settle();
    slice.flush();
  };

  return {
    settle: (limit) => {
      const list = songs.toSettle(limit);
      if (list.length > 0) settleSongs(list);
      return list.length;
    },
    idAt: ids.at,
    takeIds: ids.take,
    settleAll: songs.settleAll,
  };
};
