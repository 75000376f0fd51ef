import type { StateQuery } from '../../state/state-access.ts';
import type { Write } from '../../state/written-together.ts';

const closedKey = 'setup_closed';

/** Whether the first administrator was ever made, as the database has it. */
export const readIsClosed = async (query: StateQuery): Promise<boolean> => {
  const row = await query.selectFrom('meta').select('value').where('key', '=', closedKey).executeTakeFirst();
  return row !== undefined;
};

/** Writes that the first administrator was made; the code for that is worth nothing then. */
export const writingIsClosed = (query: StateQuery): Write =>
  query
    .insertInto('meta')
    .values({ key: closedKey, value: '1' })
    .onConflict((conflict) => conflict.doNothing());

const codeKey = 'setup_code';

/** Keeps the code that lets strangers set up, unless another process was first. @returns the one that counts */
export const keepCode = async (query: StateQuery, value: string): Promise<string> => {
  await query
    .insertInto('meta')
    .values({ key: codeKey, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await query
    .selectFrom('meta')
    .select('value')
    .where('key', '=', codeKey)
    .executeTakeFirstOrThrow();
  return row.value;
};
