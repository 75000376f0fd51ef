import type { OneAtATime } from '../../platform/one-at-a-time.ts';
import { createPace } from '../../platform/slices.ts';
import { createFollowedMoves, isChained, type Moves, targetsOf } from '../../state/followed-moves.ts';
import { inShortTransactions } from '../../state/short-transactions.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { type ChunkKey, listChunks, readChunkWith, replaceChunk } from './playlist-store.ts';

const followedKey = 'playlists_followed_move';

/** What all paths begin with. */
const commonStart = (paths: readonly string[]): string => {
  let start = paths[0] ?? '';
  for (const path of paths) {
    while (!path.startsWith(start)) start = start.slice(0, -1);
  }
  return start.toWellFormed() === start ? start : start.slice(0, -1);
};

/** Gives entries of a chunk the paths where their songs are now. */
const rewriterOf = (targets: ReadonlyMap<string, string>) => {
  // Most moves are of one folder, which most playlists know nothing of: those are not even parsed.
  const part = JSON.stringify(commonStart([...targets.keys()])).slice(1, -1);
  return async (query: StateQuery, key: ChunkKey): Promise<void> => {
    const tracks = await readChunkWith(query, key, part);
    const paths = tracks === null ? [] : (JSON.parse(tracks) as string[]);
    if (!paths.some((path) => targets.has(path))) return;
    const moved = paths.map((path) => targets.get(path) ?? path);
    await replaceChunk(query, key, JSON.stringify(moved));
  };
};

/** Rewrites entries of songs that are somewhere else now, also in playlists that are being saved. */
export const createPlaylistMoves = (deps: {
  query: StateQuery;
  /** What says which contents there are, or changes that, happens alone. */
  alone: OneAtATime;
  onRewritten: () => void;
}) => {
  const { query, alone } = deps;
  /** Moves that were followed while a save was under way, for each save. */
  const saving = new Map<number, Moves[]>();

  /** What is interrupted is told again, and then changes only what is left, but for moves that are chained. */
  const follow = createFollowedMoves(query, followedKey, async (moves, noteDone) => {
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
  });

  return {
    follow,
    /** A content is written from now on, whose texts may be old ones. */
    beginSaving: (contentId: number): void => void saving.set(contentId, []),
    endSaving: (contentId: number): void => void saving.delete(contentId),
    /** Rewrites, in what is being saved, what moved since it was begun. */
    catchUp: async (contentId: number, chunks: readonly ChunkKey[]): Promise<void> => {
      const missed = saving.get(contentId) ?? [];
      for (let moves = missed.shift(); moves !== undefined; moves = missed.shift()) {
        await inShortTransactions(query, chunks, rewriterOf(targetsOf(moves)));
      }
    },
  };
};
