import type { StateQuery } from '../../state/state-access.ts';

const closedKey = 'setup_closed';

/** Whether the first administrator was ever made, as the database has it. */
export const readIsClosed = async (query: StateQuery): Promise<boolean> => {
  const row = await query.selectFrom('meta').select('value').where('key', '=', closedKey).executeTakeFirst();
  return row !== undefined;
};

/** Writes that the first administrator was made. */
export const writeIsClosed = async (query: StateQuery): Promise<void> => {
  await query
    .insertInto('meta')
    .values({ key: closedKey, value: '1' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
