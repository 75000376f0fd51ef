import type { SongsMoved } from '../platform/app-events.ts';
import { createOneAtATime } from '../platform/one-at-a-time.ts';
import type { StateQuery } from './state-access.ts';

/** Songs that are somewhere else now. */
export type Moves = SongsMoved['moves'];

/** Where songs are now, by where they were. */
export const targetsOf = (moves: Moves): ReadonlyMap<string, string> =>
  new Map(moves.map(({ from, to }) => [from, to]));

/** Whether a song moved to where another one was: then moves must not be applied twice, not even in part. */
export const isChained = (targets: ReadonlyMap<string, string>): boolean =>
  [...targets.values()].some((to) => targets.has(to));

/**
 * Makes what is kept follow songs that are found under another path. How far it has come is kept among the facts of
 * the installation, in `state.db`: the library, a space, the number of the move.
 * @param key under which it stands; each feature follows for itself
 * @param apply writes moves that were not followed yet, and calls `noteDone` with the transaction that wrote the last
 * of it, or behind all
 * @returns a listener, one after the other in the order in which it is told, that has written all of it when its
 * promise is kept; what it is told again changes nothing
 */
export const createFollowedMoves = (
  query: StateQuery,
  key: string,
  apply: (moves: Moves, noteDone: (within: StateQuery) => Promise<void>) => Promise<void>,
): ((told: SongsMoved) => Promise<void>) => {
  const inTurn = createOneAtATime();

  const lastOf = async (library: string): Promise<number> => {
    const row = await query.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
    const [known, moveId] = row?.value.split(' ') ?? [];
    return known === library ? Number(moveId) : 0;
  };

  const follow = async ({ library, moves }: SongsMoved): Promise<void> => {
    const followedId = await lastOf(library);
    const left = moves.filter(({ id }) => id > followedId);
    const last = left.at(-1);
    if (last === undefined) return;
    const value = `${library} ${last.id}`;
    await apply(left, async (within) => {
      await within
        .insertInto('meta')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    });
  };

  return (told) => inTurn(() => follow(told));
};
