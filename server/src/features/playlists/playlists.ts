import { setImmediate as turn } from 'node:timers/promises';
import type { CarriedLog } from '../../db/carried-log.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SongsMoved } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { inSlices } from '../../platform/slices.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';
import { createTurns } from '../../platform/turns.ts';
import { createPlaylistSaving, type SavedPlaylist } from './playlist-saving.ts';
import type { ChunkKey, PlaylistSize, PlaylistStore } from './playlist-store.ts';

/** What a user's saved playlist holds, in runs of up to 1,000 virtual paths. */
export interface OpenedPlaylist {
  /** Another one after every save. */
  readonly contentId: number;
  readonly chunkCount: number;
  /** @throws AppError unavailable when the playlist was replaced long ago */
  readChunk(chunk: number): readonly string[];
}

/** Saved playlists: lists of texts, each user's own. What is behind a path is not their business. */
export interface Playlists {
  /** In natural order. */
  listNames(userId: number): Promise<string[]>;
  /** @throws AppError playlist_not_found */
  open(userId: number, name: string): OpenedPlaylist;
  /**
   * Saves or replaces a playlist as it arrives, all or nothing, in many short turns.
   * @throws AppError quota_exceeded
   */
  replace(playlist: SavedPlaylist): Promise<void>;
  /** @throws AppError playlist_not_found */
  remove(userId: number, name: string): void;
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

const notFound = (): AppError => new AppError('playlist_not_found', 'There is no playlist of this name.');

/** Rows removed in one turn of the event loop: up to a megabyte, about a millisecond. */
const chunksPerTurn = 4;

/** A megabyte of names takes a while, so that others get their turns. */
function* byNaturalOrder(names: readonly string[]): Generator<undefined, string[]> {
  const keyed: { name: string; key: Uint8Array }[] = [];
  for (const name of names) {
    keyed.push({ name, key: naturalKey(name) });
    yield;
  }
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ name }) => name);
}

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

/** @see Playlists */
export const createPlaylists = (deps: {
  store: PlaylistStore;
  quota: PlaylistSize;
  carriedLog: Pick<CarriedLog, 'carryOver' | 'hold'>;
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  log: Log;
  /** Hears that entries were rewritten, in playlists that are otherwise the same. */
  onRewritten: () => void;
}): Playlists => {
  const { store, clock, carriedLog } = deps;
  const turns = createTurns();
  /** Moves that were followed while a save was under way, for each save: its texts may be old ones. */
  const saving = new Map<number, (readonly Move[])[]>();
  let following = Promise.resolve();
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

  const removeLoose = async (): Promise<void> => {
    let keptBytes = 0;
    const loose = store.listLoose().filter(({ id, bytes }) => {
      if (!isInUse(id)) return true;
      // Nobody reads what is still being written; that does not count.
      if (keptUntilMs.get(id) !== Number.POSITIVE_INFINITY) keptBytes += bytes;
      return false;
    });
    for (const { id, bytes } of store.listLoose()) {
      if (keptBytes <= mostReplacedBytes) break;
      const until = keptUntilMs.get(id);
      if (until === undefined || until === Number.POSITIVE_INFINITY || !isInUse(id)) continue;
      keptBytes -= bytes;
      loose.push({ id, bytes });
    }
    if (loose.length === 0) return;
    const release = carriedLog.hold();
    try {
      await removeContents(loose.map(({ id }) => id));
    } finally {
      await release();
    }
  };

  const removeContents = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      do await turns();
      while (!store.removeContent(id, chunksPerTurn));
      keptUntilMs.delete(id);
    }
  };

  function* rewrite(
    targets: ReadonlyMap<string, string>,
    chunks: readonly ChunkKey[],
  ): Generator<undefined, void> {
    // Most moves are of one folder, which most playlists know nothing of: those are not even parsed.
    const part = JSON.stringify(commonStart([...targets.keys()])).slice(1, -1);
    for (const key of chunks) {
      const tracks = store.readChunkWith(key, part);
      const paths = tracks === null ? [] : tracksIn(tracks);
      if (paths.some((path) => targets.has(path))) {
        const moved = paths.map((path) => targets.get(path) ?? path);
        store.replaceChunk({ ...key, tracks: JSON.stringify(moved) });
      }
      yield;
    }
  }

  const save = createPlaylistSaving({
    store,
    quota: deps.quota,
    clock,
    turns,
    carryOver: carriedLog.carryOver,
    begin: (contentId) => {
      keptUntilMs.set(contentId, Number.POSITIVE_INFINITY);
      saving.set(contentId, []);
    },
    end: (contentId) => {
      saving.delete(contentId);
      keptUntilMs.delete(contentId);
    },
    catchUp: async (contentId, chunks, then) => {
      const missed = saving.get(contentId) ?? [];
      for (let moves = missed.shift(); moves !== undefined; moves = missed.shift()) {
        await inSlices(rewrite(targetsOf(moves), chunks), store.together);
      }
      // Whoever follows moves from here on finds the content among the others.
      then();
    },
    retire,
  });

  /** What is interrupted is told again, and then changes only what is left, but for moves that are chained. */
  const apply = async (moves: readonly Move[], noteDone: () => void): Promise<void> => {
    const targets = targetsOf(moves);
    const chunks = store.listChunks();
    // What is not among them is being saved.
    for (const missed of saving.values()) missed.push(moves);
    if (isChained(targets)) {
      store.together(() => {
        for (const _ of rewrite(targets, chunks));
        noteDone();
      });
    } else {
      await inSlices(rewrite(targets, chunks), store.together);
      noteDone();
    }
    deps.onRewritten();
  };

  const followNow = async ({ library, moves }: SongsMoved): Promise<void> => {
    // Not within a transaction that somebody waits in.
    await turn();
    const followed = store.followed.last(library);
    const left = moves.filter(({ id }) => id > followed);
    const last = left.at(-1);
    if (last !== undefined) await apply(left, () => store.followed.note(library, last.id));
  };

  /** One after the other, in the order in which they are told. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = following.then(work);
    following = done.catch(() => {});
    return done;
  };

  return {
    listNames: (userId) => inSlices(byNaturalOrder(store.listNames(userId))),
    open: (userId, name) => {
      const found = store.find(userId, name);
      if (found === null) throw notFound();
      return {
        ...found,
        readChunk: (chunk) => {
          const json = store.readChunk(found.contentId, chunk);
          if (json === null) throw new AppError('unavailable', 'The playlist was replaced meanwhile.');
          // Earlier versions took empty entries, which no song is behind and which are refused now.
          return tracksIn(json).filter((path) => path !== '');
        },
      };
    },
    replace: async (playlist) => {
      const release = carriedLog.hold();
      try {
        await save(playlist);
      } finally {
        // Not waited for: the playlist is saved, or stays as it was.
        void tidy().then(release);
      }
    },
    remove: (userId, name) => {
      const contentId = store.find(userId, name)?.contentId;
      if (!store.remove(userId, name)) throw notFound();
      if (contentId !== undefined) retire(contentId);
    },
    follow: (told) => inTurn(() => followNow(told)),
    tidy,
  };
};
