import type { StateQuery } from '../../state/state-access.ts';

type Query = StateQuery;

/** A stored value, or undefined when it was never set. */
export const readSetting = async (query: Query, key: string): Promise<unknown> => {
  const row = await query.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as unknown);
};

/** Stored values by their keys; those that were never set are missing. */
export const readSettings = async (
  query: Query,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> => {
  const rows = await query.selectFrom('settings').selectAll().where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
};

/** Stores values that JSON can hold, by their keys. */
export const writeSettings = async (query: Query, values: ReadonlyMap<string, unknown>): Promise<void> => {
  if (values.size === 0) return;
  await query
    .insertInto('settings')
    .values(Array.from(values, ([key, value]) => ({ key, value: JSON.stringify(value) })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
};
