import type { StateQuery } from '../../state/state-access.ts';

const key = 'music_rules';

/** What was saved, or undefined when nothing was. */
export const readMusicRules = async (query: StateQuery): Promise<unknown> => {
  const row = await query.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as unknown);
};

/** Saves them. */
export const writeMusicRules = async (query: StateQuery, rules: object): Promise<void> => {
  const value = JSON.stringify(rules);
  await query
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
