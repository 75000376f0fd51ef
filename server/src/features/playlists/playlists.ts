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
import { createChunkReader, createChunkReaders, type ReadChunk } from './chunk-reading.ts';
import type { KnownPlaylist, PlaylistDetails } from './known-playlist-store.ts';
import { createOldContents } from './old-contents.ts';
import { changeDetails } from './playlist-details.ts';
import { createPlaylistMoves } from './playlist-moves.ts';
import { createPlaylistSaving, type SavedPlaylist } from './playlist-saving.ts';
import {
  findPlaylist,
  listPlaylistNames,
  listPlaylists,
  type PlaylistSize,
  readChunks,
  removePlaylist,
} from './playlist-store.ts';

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
  /** As `open`; null when there is none. */
  find(userId: number, name: string): Promise<OpenedPlaylist | null>;
  /** @throws AppError playlist_not_found */
  open(userId: number, name: string): Promise<OpenedPlaylist>;
  /**
   * All of a user's in natural order, as they are at one time.
   * @param isWanted whether what one holds will be read: all that are wanted are read together
   */
  openAll(userId: number, isWanted: IsWanted): Promise<readonly NamedPlaylist[]>;
  /** What a playlist holds that is known already. */
  opened(stored: KnownPlaylist['stored']): OpenedPlaylist;
  /** The same of many, which are read together. */
  openedTogether(all: readonly KnownPlaylist['stored'][], isWanted: IsWanted): readonly OpenedPlaylist[];
  /**
   * Saves or replaces a playlist as it arrives, all or nothing, in many short turns.
   * @returns the id of what it holds now
   * @throws AppError quota_exceeded, playlist_changed
   */
  replace(playlist: SavedPlaylist): Promise<number>;
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
): OpenedPlaylist => ({
  contentId,
  chunkCount,
  entryCount: entries,
  readChunk: async (chunk) => pathsOf(await readChunk(chunk)),
  readAll: async () => {
    const chunks = await readChunks(query, contentId, { first: 0, count: chunkCount });
    if (chunks.length < chunkCount) throw new AppError('unavailable', 'The playlist was replaced meanwhile.');
    return chunks.flatMap(pathsOf);
  },
});

/** What saved playlists stand on. */
export interface PlaylistsDeps {
  readonly state: Pick<StateAccess, 'query' | 'writeLazily'>;
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
        await then();
      }),
    retire: old.retire,
  });
  return { old, follow: moves.follow, save };
};

/** @see Playlists */
export const createPlaylists = (deps: PlaylistsDeps): Playlists => {
  const { clock, carriedLog } = deps;
  const { query } = deps.state;
  const { old, follow, save } = createWriting(deps);

  const opened: Playlists['opened'] = (stored) => openedOf(query, stored, createChunkReader(query, stored));
  const openedTogether: Playlists['openedTogether'] = (all, isWanted) => {
    const readers = createChunkReaders(query, all, isWanted);
    return all.map((stored, at) => openedOf(query, stored, readers[at] as ReadChunk));
  };

  const find = async (userId: number, name: string): Promise<OpenedPlaylist | null> => {
    const found = await findPlaylist(query, { userId, name });
    return found === undefined ? null : opened(found);
  };

  return {
    listNames: async (userId) => byNaturalOrder(await listPlaylistNames(query, userId), (name) => name),
    find,
    openAll: async (userId, isWanted) => {
      const all = await byNaturalOrder(await listPlaylists(query, userId), ({ name }) => name);
      return openedTogether(all, isWanted).map((each, at) => ({ name: all[at]?.name ?? '', opened: each }));
    },
    opened,
    openedTogether,
    open: async (userId, name) => {
      const found = await find(userId, name);
      if (found === null) throw notFound();
      return found;
    },
    replace: async (playlist) => {
      const release = carriedLog.hold();
      try {
        return await save(playlist);
      } finally {
        // Not waited for: the playlist is saved, or stays as it was.
        void old.tidy().then(release);
      }
    },
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
