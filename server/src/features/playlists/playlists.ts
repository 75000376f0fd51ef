import type { CarriedLog } from '../../db/carried-log.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SongsMoved } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import type { Spool } from '../../platform/paths/spool.ts';
import type { Random } from '../../platform/random.ts';
import { createTurns } from '../../platform/turns.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { byNaturalOrder } from './by-natural-order.ts';
import { createChunkReader, createChunkReaders, mostOfShort, type ReadChunk } from './chunk-reading.ts';
import type { KnownPlaylist, PlaylistDetails } from './known-playlist-store.ts';
import { createOldContents } from './old-contents.ts';
import { changeDetails } from './playlist-details.ts';
import { createPlaylistMoves } from './playlist-moves.ts';
import { createPlaylistSaving, type SavedContent, type SavedPlaylist } from './playlist-saving.ts';
import {
  findPlaylist,
  findWholePlaylist,
  listPlaylistNames,
  listPlaylists,
  type PlaylistKey,
  type PlaylistSize,
  readChunks,
  removePlaylist,
} from './playlist-store.ts';
import { type ArrivedPlaylist, createSavingTogether } from './playlists-together.ts';

/** What a user's saved playlist holds, in runs of up to 1,000 virtual paths. */
export interface OpenedPlaylist {
  /** Another one after every save. */
  readonly contentId: number;
  readonly chunkCount: number;
  readonly entryCount: number;
  /** @throws AppError unavailable when the playlist was replaced long ago */
  readChunk(chunk: number): Promise<readonly string[]>;
  /** All of it as it is at one time. @throws AppError unavailable, as before */
  readAll(): Promise<readonly string[]>;
}

/** Whether what a playlist holds will be read. */
type IsWanted = (playlist: Pick<OpenedPlaylist, 'contentId'>) => boolean;

/** A playlist among others. */
interface NamedPlaylist {
  readonly name: string;
  readonly opened: OpenedPlaylist;
}

/** Saved playlists: lists of texts, each user's own. What is behind a path is not their business. */
export interface Playlists {
  /** In natural order. */
  listNames(userId: number): Promise<string[]>;
  /** @throws AppError playlist_not_found */
  open(userId: number, name: string): Promise<OpenedPlaylist>;
  /**
   * To be read: one of no more rows than `mostChunks` is read by then, in the same go.
   * @returns null when there is none
   */
  findToRead(playlist: PlaylistKey, mostChunks?: number): Promise<OpenedPlaylist | null>;
  /** The same. @throws AppError playlist_not_found */
  openToRead(playlist: PlaylistKey, mostChunks?: number): Promise<OpenedPlaylist>;
  /**
   * All of a user's in natural order, as they are at one time.
   * @param isWanted whether what one holds will be read: all that are wanted are read together
   */
  openAll(userId: number, isWanted: IsWanted): Promise<readonly NamedPlaylist[]>;
  /** What a playlist holds that is known already, and its rows where those are known, too. */
  opened(stored: KnownPlaylist['stored'], chunks?: readonly string[] | null): OpenedPlaylist;
  /** The same of many, which are read together. */
  openedTogether(all: readonly KnownPlaylist['stored'][], isWanted: IsWanted): readonly OpenedPlaylist[];
  /**
   * Saves or replaces a playlist as it arrives, all or nothing, in many short turns.
   * @throws AppError quota_exceeded, playlist_changed
   */
  replace(playlist: SavedPlaylist): Promise<SavedContent>;
  /**
   * Saves or replaces several, of which all is there; those that are short together all or none.
   * @throws AppError quota_exceeded and invalid_request, before anything is saved
   */
  replaceAll(userId: number, lists: readonly ArrivedPlaylist[]): Promise<void>;
  /** @throws AppError playlist_not_found, playlist_name_taken, quota_exceeded, invalid_request */
  describe(userId: number, name: string, details: PlaylistDetails): Promise<void>;
  /** @throws AppError playlist_not_found */
  remove(userId: number, name: string): Promise<void>;
  /**
   * Rewrites entries of songs that are somewhere else now, in many short turns. Durable when it is done; what
   * is told again changes nothing.
   */
  follow(told: SongsMoved): Promise<void>;
  /** Removes what saves left behind, replaced or interrupted. Never fails: it is done again next time. */
  tidy(): Promise<void>;
}

/** Entries of one stored row. */
export const chunkLength = 1000;

const notFound = (): AppError => new AppError('playlist_not_found', 'There is no playlist of this name.');

/** Earlier versions took empty entries, which no song is behind and which are refused now. */
const pathsOf = (json: string): string[] => (JSON.parse(json) as string[]).filter((path) => path !== '');

const openedOf = (
  query: StateQuery,
  { contentId, chunkCount, entries }: KnownPlaylist['stored'],
  readChunk: ReadChunk,
  known: readonly string[] | null = null,
): OpenedPlaylist => ({
  contentId,
  chunkCount,
  entryCount: entries,
  readChunk: async (chunk) => pathsOf(await readChunk(chunk)),
  readAll: async () => {
    const chunks = known ?? (await readChunks(query, contentId, { first: 0, count: chunkCount }));
    if (chunks.length < chunkCount) throw new AppError('unavailable', 'The playlist was replaced meanwhile.');
    return chunks.flatMap(pathsOf);
  },
});

/** What saved playlists stand on. */
export interface PlaylistsDeps {
  readonly state: Pick<StateAccess, 'query' | 'writeLazily' | 'isFar'>;
  /** How much the playlists of one user may hold together. */
  readonly quota: PlaylistSize;
  readonly carriedLog: Pick<CarriedLog, 'carryOver' | 'hold'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly random: Random;
  /** Where the rest of a very long playlist waits until all of it has arrived. */
  readonly openSpool: () => Promise<Spool>;
  readonly log: Log;
  /** Hears that entries were rewritten, in playlists that are otherwise the same. */
  readonly onRewritten: () => void;
  /** Hears of a content that no playlist points to any more. */
  readonly onRetired: (contentId: number) => void;
}

/** What writing playlists takes: old contents go, moves are followed, also in what is being saved. */
const createWriting = (deps: PlaylistsDeps) => {
  const { state, carriedLog } = deps;
  const turns = createTurns();
  const alone = createOneAtATime();
  const old = createOldContents({ ...deps, turns, alone });
  const moves = createPlaylistMoves({ query: state.query, alone, onRewritten: deps.onRewritten });
  const save = createPlaylistSaving({
    ...deps,
    turns,
    carryOver: carriedLog.carryOver,
    begin: (make) =>
      alone(async () => {
        const contentId = await make();
        old.keep(contentId);
        moves.beginSaving(contentId);
        return contentId;
      }),
    end: (contentId) => {
      moves.endSaving(contentId);
      old.release(contentId);
    },
    catchUp: (contentId, chunks, then) =>
      alone(async () => {
        await moves.catchUp(contentId, chunks);
        // Whoever follows moves from here on finds the content among the others.
        return await then();
      }),
    retire: old.retire,
  });
  return {
    old,
    follow: moves.follow,
    save,
    saveAll: createSavingTogether({ ...deps, retire: old.retire }, save),
  };
};

/** Holds the log of the database while something is saved, and what that left is removed. */
const createSaving =
  (carriedLog: Pick<CarriedLog, 'hold'>, tidy: () => Promise<void>) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const release = carriedLog.hold();
    try {
      return await work();
    } finally {
      // Not waited for: what is saved stays, and what is not stays as it was.
      void tidy().then(release);
    }
  };

/** @see Playlists */
export const createPlaylists = (deps: PlaylistsDeps): Playlists => {
  const { clock, carriedLog } = deps;
  const { query } = deps.state;
  const { old, follow, save, saveAll } = createWriting(deps);
  const saving = createSaving(carriedLog, old.tidy);

  const opened: Playlists['opened'] = (stored, chunks = null) =>
    openedOf(query, stored, createChunkReader(query, stored, chunks), chunks);
  const openedTogether: Playlists['openedTogether'] = (all, isWanted) => {
    const readers = createChunkReaders(query, all, isWanted);
    return all.map((stored, at) => openedOf(query, stored, readers[at] as ReadChunk));
  };

  const findToRead: Playlists['findToRead'] = async (playlist, mostChunks = mostOfShort) => {
    const found = await findWholePlaylist(query, playlist, mostChunks);
    return found === undefined ? null : opened(found, found.chunks);
  };

  return {
    listNames: async (userId) => byNaturalOrder(await listPlaylistNames(query, userId), (name) => name),
    findToRead,
    openToRead: async (playlist, mostChunks) => {
      const found = await findToRead(playlist, mostChunks);
      if (found === null) throw notFound();
      return found;
    },
    openAll: async (userId, isWanted) => {
      const all = await byNaturalOrder(await listPlaylists(query, userId), ({ name }) => name);
      return openedTogether(all, isWanted).map((each, at) => ({ name: all[at]?.name ?? '', opened: each }));
    },
    opened,
    openedTogether,
    open: async (userId, name) => {
      const found = await findPlaylist(query, { userId, name });
      if (found === undefined) throw notFound();
      return opened(found);
    },
    replace: (playlist) => saving(() => save(playlist)),
    replaceAll: (userId, lists) => saving(() => saveAll(userId, lists)),
    describe: (userId, name, details) =>
      query
        .transaction()
        .execute((transaction) =>
          changeDetails(transaction, { userId, name }, { ...details, nowMs: clock.nowMs() }),
        ),
    remove: async (userId, name) => {
      const contentId = await query.transaction().execute(async (transaction) => {
        const found = await findPlaylist(transaction, { userId, name });
        if (!(await removePlaylist(transaction, { userId, name }))) throw notFound();
        return found?.contentId;
      });
      if (contentId !== undefined) old.retire(contentId);
    },
    follow,
    tidy: old.tidy,
  };
};
