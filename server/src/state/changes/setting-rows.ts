import type { StateQuery } from '../state-access.ts';
import type { Write } from '../written-together.ts';

/** Stored values by their keys, as JSON. */
export const readingSettings = (query: StateQuery, keys: readonly string[]) =>
  query.selectFrom('settings').selectAll().where('key', 'in', keys);

/** Values of rows by their keys; those that were never set are missing. */
export const settingsOf = (
  rows: readonly { readonly key: string; readonly value: string }[],
): ReadonlyMap<string, unknown> => new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));

/** Stores values that JSON can hold, by their keys; nothing for none. */
export const writingSettings = (query: StateQuery, values: ReadonlyMap<string, unknown>): readonly Write[] =>
  values.size === 0
    ? []
    : [
        query
          .insertInto('settings')
          .values(Array.from(values, ([key, value]) => ({ key, value: JSON.stringify(value) })))
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
          ),
      ];
