import type { CarriedLog } from '../../db/carried-log.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SongsMoved } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import type { Random } from '../../platform/random.ts';
import { createPace } from '../../platform/slices.ts';
import { createTurns } from '../../platform/turns.ts';
import { createFollowedMoves } from '../../state/followed-moves.ts';
import { inShortTransactions } from '../../state/short-transactions.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { byNaturalOrder } from './by-natural-order.ts';
import type { KnownPlaylist, PlaylistDetails } from './known-playlist-store.ts';
import { changeDetails } from './playlist-details.ts';
import { createPlaylistSaving, type SavedPlaylist } from './playlist-saving.ts';
import {
  type ChunkKey,
  findPlaylist,
  listChunks,
  listLoose,
  listPlaylistNames,
  type PlaylistSize,
  readChunks,
  readChunkWith,
  removeContent,
  removePlaylist,
  replaceChunk,
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

/** Saved playlists: lists of texts, each user's own. What is behind a path is not their business. */
export interface Playlists {
  /** In natural order. */
  listNames(userId: number): Promise<string[]>;
  /** As `open`; null when there is none. */
  find(userId: number, name: string): Promise<OpenedPlaylist | null>;
  /** @throws AppError playlist_not_found */
  open(userId: number, name: string): Promise<OpenedPlaylist>;
  /** What a playlist holds that is known already. */
  opened(stored: KnownPlaylist['stored']): OpenedPlaylist;
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

/** How long a replaced content stays, in milliseconds, for those who are still reading it. */
const keepReplacedMs = 10 * 60_000;

/** How much of replaced contents stays together: the oldest of what is more goes at once. */
const mostReplacedBytes = 64 * 1024 * 1024;

const followedKey = 'playlists_followed_move';

const notFound = (): AppError => new AppError('playlist_not_found', 'There is no playlist of this name.');

/** Rows removed in one turn of the event loop: up to a megabyte, about a millisecond. */
const chunksPerTurn = 4;

/** What all paths begin with. */
const commonStart = (paths: readonly string[]): string => {
  let start = paths[0] ?? '';
  for (const path of paths) {
    while (!path.startsWith(start)) start = start.slice(0, -1);
  }
  return start.toWellFormed() === start ? start : start.slice(0, -1);
};

type Move = SongsMoved['moves'][number];

/** Whether a song moved to where another one was: then moves must not be applied twice, not even in part. */
const isChained = (targets: ReadonlyMap<string, string>): boolean =>
  [...targets.values()].some((to) => targets.has(to));

const targetsOf = (moves: readonly Move[]): ReadonlyMap<string, string> =>
  new Map(moves.map(({ from, to }) => [from, to]));

const tracksIn = (json: string): string[] => JSON.parse(json) as string[];

/** Gives entries of a chunk the paths where their songs are now. */
const rewriterOf = (targets: ReadonlyMap<string, string>) => {
  // Most moves are of one folder, which most playlists know nothing of: those are not even parsed.
  const part = JSON.stringify(commonStart([...targets.keys()])).slice(1, -1);
  return async (query: StateQuery, key: ChunkKey): Promise<void> => {
    const tracks = await readChunkWith(query, key, part);
    const paths = tracks === null ? [] : tracksIn(tracks);
    if (!paths.some((path) => targets.has(path))) return;
    const moved = paths.map((path) => targets.get(path) ?? path);
    await replaceChunk(query, key, JSON.stringify(moved));
  };
};

/** @see Playlists */
export const createPlaylists = (deps: {
  state: Pick<StateAccess, 'query' | 'writeLazily'>;
  quota: PlaylistSize;
  carriedLog: Pick<CarriedLog, 'carryOver' | 'hold'>;
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  random: Random;
  log: Log;
  /** Hears that entries were rewritten, in playlists that are otherwise the same. */
  onRewritten: () => void;
}): Playlists => {
  const { state, clock, carriedLog } = deps;
  const { query } = state;
  const turns = createTurns();
  const followed = createFollowedMoves(query, followedKey);
  /** Moves that were followed while a save was under way, for each save: its texts may be old ones. */
  const saving = new Map<number, (readonly Move[])[]>();
  const inTurn = createOneAtATime();
  /** What says which contents there are, or changes that, happens alone. */
  const alone = createOneAtATime();
  /** Contents that are being written, or that somebody may still read: until when, in monotonic milliseconds. */
  const keptUntilMs = new Map<number, number>();

  const retire = (contentId: number): void => {
    keptUntilMs.set(contentId, clock.monotonicMs() + keepReplacedMs);
  };

  const tidy = async (): Promise<void> => {
    try {
      await removeLoose();
    } catch (error) {
      deps.log.warn('old contents of playlists could not be removed', { error });
    }
  };

  const isInUse = (contentId: number): boolean => (keptUntilMs.get(contentId) ?? 0) > clock.monotonicMs();

  /** What is loose and of no use any more. */
  const findLitter = async (): Promise<number[]> => {
    let keptBytes = 0;
    const loose = await listLoose(query);
    const litter = loose.filter(({ id, bytes }) => {
      if (!isInUse(id)) return true;
      // Nobody reads what is still being written; that does not count.
      if (keptUntilMs.get(id) !== Number.POSITIVE_INFINITY) keptBytes += bytes;
      return false;
    });
    for (const { id, bytes } of loose) {
      if (keptBytes <= mostReplacedBytes) break;
      const until = keptUntilMs.get(id);
      if (until === undefined || until === Number.POSITIVE_INFINITY || !isInUse(id)) continue;
      keptBytes -= bytes;
      litter.push({ id, bytes });
    }
    return litter.map(({ id }) => id);
  };

  const removeLoose = async (): Promise<void> => {
    const litter = await alone(findLitter);
    if (litter.length === 0) return;
    const release = carriedLog.hold();
    try {
      await removeContents(litter);
    } finally {
      await release();
    }
  };

  const removeContents = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      do await turns();
      while (
        // The disk is not waited for: what is left is found again.
        !(await state.writeLazily((transaction) => removeContent(transaction, id, chunksPerTurn)))
      );
      keptUntilMs.delete(id);
    }
  };

  const save = createPlaylistSaving({
    state,
    quota: deps.quota,
    clock,
    random: deps.random,
    turns,
    carryOver: carriedLog.carryOver,
    begin: (make) =>
      alone(async () => {
        const contentId = await make();
        keptUntilMs.set(contentId, Number.POSITIVE_INFINITY);
        saving.set(contentId, []);
        return contentId;
      }),
    end: (contentId) => {
      saving.delete(contentId);
      keptUntilMs.delete(contentId);
    },
    catchUp: (contentId, chunks, then) =>
      alone(async () => {
        const missed = saving.get(contentId) ?? [];
        for (let moves = missed.shift(); moves !== undefined; moves = missed.shift()) {
          await inShortTransactions(query, chunks, rewriterOf(targetsOf(moves)));
        }
        // Whoever follows moves from here on finds the content among the others.
        await then();
      }),
    retire,
  });

  /** What is interrupted is told again, and then changes only what is left, but for moves that are chained. */
  const apply = async (
    moves: readonly Move[],
    noteDone: (within: StateQuery) => Promise<void>,
  ): Promise<void> => {
    const targets = targetsOf(moves);
    const rewrite = rewriterOf(targets);
    const chunks = await alone(async () => {
      const all = await listChunks(query);
      // What is not among them is being saved.
      for (const missed of saving.values()) missed.push(moves);
      return all;
    });
    if (isChained(targets)) {
      await query.transaction().execute(async (transaction) => {
        // The queries of others wait meanwhile, nothing else does.
        const pace = createPace();
        for (const chunk of chunks) {
          await rewrite(transaction, chunk);
          await pace();
        }
        await noteDone(transaction);
      });
    } else {
      await inShortTransactions(query, chunks, rewrite);
      await noteDone(query);
    }
    deps.onRewritten();
  };

  const followNow = async ({ library, moves }: SongsMoved): Promise<void> => {
    const followedId = await followed.last(library);
    const left = moves.filter(({ id }) => id > followedId);
    const last = left.at(-1);
    if (last !== undefined) await apply(left, (within) => followed.note(within, library, last.id));
  };

  const opened = ({ contentId, chunkCount, entries }: KnownPlaylist['stored']): OpenedPlaylist => {
    const read = async (first: number, count: number): Promise<readonly string[]> => {
      const chunks = await readChunks(query, contentId, { first, count });
      if (chunks.length < count) throw new AppError('unavailable', 'The playlist was replaced meanwhile.');
      // Earlier versions took empty entries, which no song is behind and which are refused now.
      return chunks.flatMap((json) => tracksIn(json).filter((path) => path !== ''));
    };
    return {
      contentId,
      chunkCount,
      entryCount: entries,
      readChunk: (chunk) => read(chunk, 1),
      readAll: () => read(0, chunkCount),
    };
  };

  const find = async (userId: number, name: string): Promise<OpenedPlaylist | null> => {
    const found = await findPlaylist(query, { userId, name });
    return found === undefined ? null : opened(found);
  };

  return {
    listNames: async (userId) => byNaturalOrder(await listPlaylistNames(query, userId), (name) => name),
    find,
    opened,
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
        void tidy().then(release);
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
      if (contentId !== undefined) retire(contentId);
    },
    /** One after the other, in the order in which they are told. */
    follow: (told) => inTurn(() => followNow(told)),
    tidy,
  };
};
