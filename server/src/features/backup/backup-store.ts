import type { StateQuery } from '../../state/state-access.ts';

/** What administrators chose. */
export interface BackupChoice {
  readonly isNightly: boolean;
  /** How many are kept in each place. */
  readonly keepCount: number;
  /** Another folder, absolute; '' for none. */
  readonly folder: string;
}

const key = 'backup';

/** While nobody has chosen. */
const initial: BackupChoice = { isNightly: true, keepCount: 7, folder: '' };

/** What is stored, or what holds while nothing is. */
export const readChoice = async (query: StateQuery): Promise<BackupChoice> => {
  const row = await query.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row === undefined ? initial : { ...initial, ...(JSON.parse(row.value) as Partial<BackupChoice>) };
};

/** Stores a choice in place of the one before. */
export const writeChoice = async (query: StateQuery, choice: BackupChoice): Promise<void> => {
  const value = JSON.stringify(choice);
  await query
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};

/** What tells this installation from others, for ever: a random text. */
export const readInstallationId = async (query: StateQuery): Promise<string> =>
  (
    await query
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'installation_id')
      .executeTakeFirstOrThrow()
  ).value;
