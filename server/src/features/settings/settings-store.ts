import type { StateQuery } from '../../state/state-access.ts';

type Query = StateQuery;

/** A stored value, or undefined when it was never set. */
export const readSetting = async (query: Query, key: string): Promise<unknown> => {
  const row = await query.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as unknown);
};

/** Stores a value that JSON can hold. */
export const writeSetting = async (query: Query, key: string, value: unknown): Promise<void> => {
  const text = JSON.stringify(value);
  await query
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
};
