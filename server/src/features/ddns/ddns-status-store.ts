import type { StateQuery } from '../../state/state-access.ts';
import type { Attempt } from './judge.ts';

const attemptKey = 'ddns_last_attempt';
const callKey = 'ddns_last_call';

type Query = StateQuery;

const read = async (query: Query, key: string): Promise<unknown> => {
  const row = await query.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? null : JSON.parse(row.value);
};

const write = async (query: Query, key: string, json: unknown): Promise<void> => {
  const value = JSON.stringify(json);
  await query
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};

/** The last attempt to update the address, or null. */
export const readAttempt = async (query: Query): Promise<Attempt | null> =>
  (await read(query, attemptKey)) as Attempt | null;

/** Keeps an attempt in place of the one before. */
export const writeAttempt = (query: Query, attempt: Attempt): Promise<void> =>
  write(query, attemptKey, attempt);

/** When the provider was last called, in milliseconds since the epoch, or null. */
export const readLastCall = async (query: Query): Promise<number | null> => {
  const atMs = await read(query, callKey);
  return typeof atMs === 'number' ? atMs : null;
};

/** Notes when the provider was called. */
export const writeLastCall = (query: Query, atMs: number): Promise<void> => write(query, callKey, atMs);
