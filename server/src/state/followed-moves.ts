import type { StateQuery } from './state-access.ts';

/** How far a feature has followed the moves of songs. */
export interface FollowedMoves {
  /** The number of the last move of this library that was followed; 0 when none was. */
  last(library: string): Promise<number>;
  /** Notes it, within the transaction `query` belongs to if any. */
  note(query: StateQuery, library: string, moveId: number): Promise<void>;
}

/**
 * Keeps it among the facts of the installation, in `state.db`: the library, a space, the number.
 * @param key under which it stands; each feature follows for itself
 */
export const createFollowedMoves = (query: StateQuery, key: string): FollowedMoves => ({
  last: async (library) => {
    const row = await query.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
    const [known, moveId] = row?.value.split(' ') ?? [];
    return known === library ? Number(moveId) : 0;
  },
  note: async (within, library, moveId) => {
    const value = `${library} ${moveId}`;
    await within
      .insertInto('meta')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  },
});
