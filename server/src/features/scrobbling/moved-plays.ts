import type { SongsMoved } from '../../platform/app-events.ts';
import { createPace } from '../../platform/slices.ts';
import { createFollowedMoves, isChained, targetsOf } from '../../state/followed-moves.ts';
import { inShortTransactions } from '../../state/short-transactions.ts';
import type { StateQuery } from '../../state/state-access.ts';
import {
  findLastPlay,
  findMovedPlays,
  findMovedWaiting,
  movePlay,
  moveWaiting,
} from './moved-plays-store.ts';

const followedKey = 'plays_followed_move';

/** Plays that are looked through before others may get their turn: a few milliseconds. */
const playsPerStep = 5_000;

/**
 * Makes the history, and the plays that wait to be sent, follow songs that are found under another path.
 * @returns a listener that has written all of it when its promise is kept, in many short turns; what it is
 * told again changes nothing
 */
export const createMovedPlays = (query: StateQuery): ((told: SongsMoved) => Promise<void>) => {
  const followInTurns = async (targets: ReadonlyMap<string, string>, last: number): Promise<void> => {
    const pace = createPace();
    await inShortTransactions(query, await findMovedWaiting(query, targets), moveWaiting);
    for (let first = 1; first <= last; first += playsPerStep) {
      const range = { first, last: Math.min(first + playsPerStep - 1, last) };
      const moved = await findMovedPlays(query, targets, range);
      if (moved.length > 0) await inShortTransactions(query, moved, movePlay);
      await pace();
    }
  };

  /** Others wait for their queries meanwhile, and get their turns for all else. */
  const followAtOnce = async (
    within: StateQuery,
    targets: ReadonlyMap<string, string>,
    last: number,
  ): Promise<void> => {
    const pace = createPace();
    for (const waiting of await findMovedWaiting(within, targets)) await moveWaiting(within, waiting);
    for (const play of await findMovedPlays(within, targets, { first: 1, last })) {
      await movePlay(within, play);
      await pace();
    }
  };

  return createFollowedMoves(query, followedKey, async (moves, noteDone) => {
    const targets = targetsOf(moves);
    const last = await findLastPlay(query);
    if (isChained(targets)) {
      await query.transaction().execute(async (transaction) => {
        await followAtOnce(transaction, targets, last);
        await noteDone(transaction);
      });
    } else {
      await followInTurns(targets, last);
      await noteDone(query);
    }
  });
};
