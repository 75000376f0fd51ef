import type { StateQuery } from '../../state/state-access.ts';

type Query = StateQuery;

/** A user as the rules see it. */
export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly passwordHash: string;
  readonly isAdmin: boolean;
}

const columns = ['id', 'name', 'password_hash as passwordHash', 'is_admin'] as const;

const userFromRow = (row: { id: number; name: string; passwordHash: string; is_admin: 0 | 1 }): UserRow => ({
  id: row.id,
  name: row.name,
  passwordHash: row.passwordHash,
  isAdmin: row.is_admin === 1,
});

/** All users in order of creation. */
export const listUsers = async (query: Query): Promise<UserRow[]> => {
  const rows = await query.selectFrom('users').select(columns).orderBy('id').execute();
  return rows.map(userFromRow);
};

export const findUserByName = async (query: Query, name: string): Promise<UserRow | null> => {
  const row = await query.selectFrom('users').select(columns).where('name', '=', name).executeTakeFirst();
  return row === undefined ? null : userFromRow(row);
};

export const findUserById = async (query: Query, id: number): Promise<UserRow | null> => {
  const row = await query.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : userFromRow(row);
};

/** Names of those who are there, by their ids. */
export const findUserNames = async (
  query: Query,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await query.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** How many administrators there are beside one user. */
export const countOtherAdministrators = async (query: Query, userId: number): Promise<number> => {
  const row = await query
    .selectFrom('users')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('is_admin', '=', 1)
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Whether anybody is an administrator. */
export const administratorExists = async (query: Query): Promise<boolean> =>
  (await countOtherAdministrators(query, 0)) > 0;

export const insertUser = async (
  query: Query,
  user: { name: string; passwordHash: string; isAdmin: boolean; createdAtMs: number },
): Promise<void> => {
  await query
    .insertInto('users')
    .values({
      name: user.name,
      password_hash: user.passwordHash,
      is_admin: user.isAdmin ? 1 : 0,
      theme_base: null,
      theme_accent: null,
      created_at_ms: user.createdAtMs,
    })
    .execute();
};

export const setPasswordHash = async (query: Query, userId: number, passwordHash: string): Promise<void> => {
  await query.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
};

export const setIsAdmin = async (query: Query, userId: number, isAdmin: boolean): Promise<void> => {
  await query
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
};

/** Everything that belongs to the user goes with the row. */
export const deleteUser = async (query: Query, userId: number): Promise<void> => {
  await query.deleteFrom('users').where('id', '=', userId).execute();
};
