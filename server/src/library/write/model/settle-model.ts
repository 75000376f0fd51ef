import type Database from 'better-sqlite3';
import { createFactsInTurn } from '../../model/facts-in-turn.ts';
import type { ModelRules } from '../../model/model-settings.ts';
import type { ModelRow, SongFacts } from '../../model/song-facts.ts';
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
import {
  createIdentities,
  createPendingSongs,
  type EnteredSong,
  type Promised,
  type TakenSong,
} from './pending-songs.ts';
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

const createNumbering = ({ names, genres }: Pick<Stores, 'names' | 'genres'>) => ({
  creditsOf: (facts: SongFacts): StoredCredit[] =>
    facts.credits.map((credit) => ({
      role: credit.role,
      nameId: names.idOf(credit),
      instrument: credit.instrument,
    })),
  genresOf: (facts: SongFacts): StoredGenre[] => facts.genres.map((genre) => genres.idOf(genre)),
});

/** Writes who and which genres are on a song, where that changed. */
const putTags = (
  { songs, names, genres }: Stores,
  { id, facts, isFirst }: { id: number; facts: SongFacts; isFirst: boolean },
  { count, effects }: SliceCounts,
): void => {
  const before = isFirst ? noTags : { credits: songs.credits(id), genres: songs.genres(id) };
  const numbering = createNumbering({ names, genres });
  const credits = numbering.creditsOf(facts);
  const list = numbering.genresOf(facts);
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
  const tags = songs.beginTags();
  tags.add(id, credits, list);
  tags.end();
};

/** Writes who and which genres are on songs that come. Of those that follow one another many have the same: they are counted once. */
const putFirstTags = (stores: Stores, entered: readonly EnteredSong[], count: SliceCounts['count']): void => {
  const { creditsOf, genresOf } = createNumbering(stores);
  let facts: SongFacts = nothing;
  let credits: StoredCredit[] = [];
  let list: StoredGenre[] = [];
  let songs = 0;
  const tags = stores.songs.beginTags();
  for (const song of entered) {
    const hasOthers = song.facts.credits !== facts.credits;
    const hasOtherGenres = song.facts.genres !== facts.genres;
    if (hasOthers || hasOtherGenres) {
      count(credits, list, songs);
      songs = 0;
      if (hasOthers) credits = creditsOf(song.facts);
      if (hasOtherGenres) list = genresOf(song.facts);
      facts = song.facts;
    }
    songs += 1;
    tags.add(song.id, credits, list);
  }
  tags.end();
  count(credits, list, songs);
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

/** Takes songs apart that are read back. */
const createTaking = ({ splitter, corrector }: ModelRules): ((row: RowToTake) => TakenSong) => {
  const factsOf = createFactsInTurn(splitter, corrector.aliases);
  return (row) => ({
    id: row.id,
    directoryId: row.directory_id,
    albumId: row.album_id,
    facts: row.isThere === 1 ? factsOf(row) : nothing,
  });
};

/** What takes one slice of songs in. */
const beginSlice = (stores: ReturnType<typeof createStores>, rules: ModelRules, known: Promised) => {
  const slice = createSliceCounts(stores, rules.placeOf);
  const taken = createTaking(rules);
  const settling = createAlbumSettling(stores, {
    take: (id) => {
      const row = stores.songs.row(id);
      return row === undefined ? null : taken(row);
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
  let by: ModelRules | undefined;
  let factsOf: ReturnType<typeof createFactsInTurn> | undefined;
  const factsByRules = (): ReturnType<typeof createFactsInTurn> => {
    const now = rules();
    if (by !== now || factsOf === undefined) factsOf = createFactsInTurn(now.splitter, now.corrector.aliases);
    by = now;
    return factsOf;
  };
  return {
    enter: (row: ModelRow): number | null =>
      pending.enter({ id: row.id, directoryId: row.directory_id, facts: factsByRules()(row) }),
    flush: (): void => {
      if (pending.size === 0) return;
      const entered = pending.take();
      const { slice, settling } = beginSlice(stores, rules(), entered);
      putFirstTags(stores, entered.songs, slice.count);
      for (const song of entered.songs) settling.enter(song);
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
    const taken = createTaking(rules);
    const lastTagged = songs.lastTagged();
    for (const { id, leftAlbumId, row } of list) {
      const song = row === null ? null : taken(row);
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
