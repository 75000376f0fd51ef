import type Database from 'better-sqlite3';
import type { ModelRules } from '../../model/model-settings.ts';
import { type ModelRow, type SongFacts, songFacts } from '../../model/song-facts.ts';
import { createTrees } from './album-tree.ts';
import { createAlbumsStore } from './albums-store.ts';
import { createGenresStore, type GenresStore } from './genres-store.ts';
import { createIdGiving, type SongIds, type TakenId } from './give-ids.ts';
import { createLatePeople } from './late-people.ts';
import {
  createModelSongsStore,
  type ModelSongsStore,
  type RowToTake,
  type SongToSettle,
  type StoredCredit,
  type StoredGenre,
} from './model-songs-store.ts';
import { createNamesStore, type NamesStore } from './names-store.ts';
import { createIdentities, createPendingSongs, type Promised, type TakenSong } from './pending-songs.ts';
import { createAlbumSettling } from './settle-albums.ts';
import { createSliceCounts, type SliceCounts } from './slice-counts.ts';

/** Keeps albums, artists and genres equal to the songs. */
export interface Model {
  /**
   * A song comes, and is taken in at the end of the transaction: nothing of it is read back. Call before its row is
   * written, inside a batch. @returns the album it is to be written with
   */
  enter(row: ModelRow): number | null;
  /** Takes in what entered: before each commit. */
  flush(): void;
  /** Forgets what entered, and what was remembered of rows: after a rollback. */
  discard(): void;
  /** Takes the next songs in that changed, came or went. Call inside a batch. @returns how many */
  settle(limit: number): number;
  /** The id that a song which comes to a path gets, unless another has it. Call inside a batch. */
  likelyIdAt(virtualPath: string): Uint8Array;
  /** The id of a song that comes to a path. Call inside a batch. */
  idAt(virtualPath: string): Uint8Array;
  /** Songs that moved take their ids along; what is where they were gets others. Call inside a batch. */
  takeIds(taken: readonly TakenId[]): void;
  /** Every song is to be taken in anew. Call inside a batch. */
  settleAll(): void;
  /** A song is to be taken in anew. Call inside a batch. */
  settleAgain(songId: number): void;
  /** Tells the trees of folders as they are now, see album-identity. */
  trees(): (directoryId: number) => string;
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
  { count, effects }: SliceCounts,
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
  if (isSame) {
    // Where they stand may have changed with the rules.
    for (const { nameId } of credits) effects.touchName(nameId);
    for (const { genreId } of list) effects.touchGenre(genreId);
    return;
  }
  count(before.credits, before.genres, -1);
  count(credits, list, 1);
  if (!isFirst) songs.removeTags(id);
  songs.addTags(id, credits, list);
};

const createStores = (raw: Database.Database) => {
  const names = createNamesStore(raw);
  return {
    songs: createModelSongsStore(raw),
    names,
    genres: createGenresStore(raw),
    albums: createAlbumsStore(raw),
    people: createLatePeople(raw, names),
  };
};

const taken = (row: RowToTake, { splitter, corrector }: ModelRules): TakenSong => {
  const facts = row.isThere === 1 ? songFacts(row, splitter, corrector.aliases) : nothing;
  return { id: row.id, directoryId: row.directory_id, albumId: row.album_id, facts };
};

/** What takes one slice of songs in. */
const beginSlice = (stores: ReturnType<typeof createStores>, rules: ModelRules, known: Promised) => {
  const slice = createSliceCounts(stores, rules.placeOf);
  const settling = createAlbumSettling(stores, {
    take: (id) => {
      const row = stores.songs.row(id);
      return row === undefined ? null : taken(row, rules);
    },
    known,
    placeOf: rules.placeOf,
    effects: slice.effects,
  });
  return { slice, settling };
};

/** Takes in what the writer of songs hands over, in the transaction of its rows. */
const createEntering = (stores: ReturnType<typeof createStores>, rules: () => ModelRules) => {
  const pending = createPendingSongs(stores.albums);
  return {
    enter: (row: ModelRow): number | null => {
      const { splitter, corrector } = rules();
      const facts = songFacts(row, splitter, corrector.aliases);
      return pending.enter({ id: row.id, directoryId: row.directory_id, facts });
    },
    flush: (): void => {
      if (pending.size === 0) return;
      const entered = pending.take();
      const { slice, settling } = beginSlice(stores, rules(), entered);
      for (const song of entered.songs) {
        putTags(stores, { id: song.id, facts: song.facts, isFirst: true }, slice);
        settling.enter(song);
      }
      settling.settle();
      slice.flush(entered.songs.length);
    },
    forget: pending.forget,
  };
};

/** Makes the model's writer over the writing connection. */
export const createModel = (
  raw: Database.Database,
  deps: { rules: () => ModelRules; songIds: () => SongIds },
): Model => {
  const stores = createStores(raw);
  const { songs, names, genres, albums, people } = stores;
  const ids = createIdGiving(songs, deps.songIds);
  const { enter, flush, forget } = createEntering(stores, deps.rules);

  const settleSongs = (list: readonly SongToSettle[]): void => {
    const rules = deps.rules();
    const identities = createIdentities(albums);
    const { slice, settling } = beginSlice(stores, rules, { promised: new Map(), identities });
    const lastTagged = songs.lastTagged();
    for (const { id, leftAlbumId, row } of list) {
      const song = row === null ? null : taken(row, rules);
      putTags(stores, { id, facts: song?.facts ?? nothing, isFirst: id > lastTagged }, slice);
      if (row?.publicId === null) ids.give(id);
      if (leftAlbumId !== null) settling.touch(null, leftAlbumId);
      settling.touch(song, song?.albumId ?? null);
    }
    songs.settledUpTo(list.at(-1)?.id ?? 0);
    settling.settle();
    slice.flush(list.length);
  };

  return {
    enter,
    flush,
    discard: () => {
      forget();
      names.forget();
      genres.forget();
      albums.forget();
      people.discard();
    },
    settle: (limit) => {
      flush();
      const list = songs.toSettle(limit);
      if (list.length > 0) settleSongs(list);
      if (list.length < limit) people.settle(deps.rules().placeOf);
      return list.length;
    },
    likelyIdAt: ids.likelyAt,
    idAt: ids.at,
    takeIds: ids.take,
    settleAll: songs.settleAll,
    settleAgain: songs.settleAgain,
    trees: () => createTrees(albums),
  };
};
