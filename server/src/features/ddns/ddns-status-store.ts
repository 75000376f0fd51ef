import type { Kysely } from 'kysely';
import type { StateDatabase } from '../../state/state-schema.ts';
import type { Attempt } from './updater.ts';

const key = 'ddns_last_attempt';

/** The last attempt to update the address, or null. */
export const readAttempt = async (query: Kysely<StateDatabase>): Promise<Attempt | null> => {
  const row = await query.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.value) as Attempt);
};

/** Keeps an attempt in place of the one before. */
export const writeAttempt = async (query: Kysely<StateDatabase>, attempt: Attempt): Promise<void> => {
  const value = JSON.stringify(attempt);
  await query
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
