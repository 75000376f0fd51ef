import type { StateQuery } from '../../state/state-access.ts';

/** A query that somebody keeps. */
export interface SmartList {
  readonly name: string;
  readonly query: string;
  readonly changedAtMs: number;
  /** The id it has from an earlier name, in hex; null for that of its name. */
  readonly ownId: string | null;
}

/** In no order. */
export const readSmartLists = async (query: StateQuery, userId: number): Promise<SmartList[]> => {
  const rows = await query
    .selectFrom('smart_lists')
    .select(['name', 'query', 'changed_at_ms as changedAtMs', 'public_id as publicId'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ publicId, ...row }) => ({ ...row, ownId: publicId?.toString('hex') ?? null }));
};

export const writeSmartList = async (query: StateQuery, userId: number, list: SmartList): Promise<void> => {
  const publicId = list.ownId === null ? null : Buffer.from(list.ownId, 'hex');
  const kept = { query: list.query, changed_at_ms: list.changedAtMs, public_id: publicId };
  await query
    .insertInto('smart_lists')
    .values({ user_id: userId, name: list.name, ...kept })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(kept))
    .execute();
};

/** @returns whether there was such a one */
export const removeSmartList = async (query: StateQuery, userId: number, name: string): Promise<boolean> => {
  const { numDeletedRows } = await query
    .deleteFrom('smart_lists')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
