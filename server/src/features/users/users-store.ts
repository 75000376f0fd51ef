import { type Reading, readingOf } from '../../state/changes/read-together.ts';
import type { StateQuery } from '../../state/state-access.ts';
import type { Write } from '../../state/written-together.ts';

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

const readingRows = (query: Query) => query.selectFrom('users').select(columns).orderBy('id');

/** All users in order of creation. */
export const listUsers = async (query: Query): Promise<UserRow[]> =>
  (await readingRows(query).execute()).map(userFromRow);

/** The same, beside what else is read. */
export const readingUsers = (take: (users: readonly UserRow[]) => void): Reading =>
  readingOf(readingRows, (rows) => take(rows.map(userFromRow)));

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

const countingAdministrators = (query: Query) =>
  query
    .selectFrom('users as administrator')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('administrator.is_admin', '=', 1);

/** Whether anybody is an administrator. */
export const administratorExists = async (query: Query): Promise<boolean> =>
  (await countingAdministrators(query).executeTakeFirstOrThrow()).count > 0;

/** Somebody who changes an account, and whose that is, as they are at one time. */
export interface Involved {
  readonly actor: UserRow | null;
  readonly user: UserRow | null;
  readonly administratorCount: number;
}

/** @param which the number of who changes it, null for nobody, and the name of the account */
export const findInvolved = async (
  query: Query,
  { actorId, name }: { actorId: number | null; name: string },
): Promise<Involved> => {
  const rows = await query
    .selectFrom('users')
    .select([...columns, countingAdministrators(query).$asScalar().$notNull().as('count')])
    .where((row) => row.or([row('name', '=', name), ...(actorId === null ? [] : [row('id', '=', actorId)])]))
    .execute();
  const found = rows.map(userFromRow);
  return {
    actor: found.find(({ id }) => id === actorId) ?? null,
    user: found.find((user) => user.name === name) ?? null,
    administratorCount: rows[0]?.count ?? 0,
  };
};

export const insertingUser = (
  query: Query,
  user: { name: string; passwordHash: string; isAdmin: boolean; createdAtMs: number },
): Write =>
  query.insertInto('users').values({
    name: user.name,
    password_hash: user.passwordHash,
    is_admin: user.isAdmin ? 1 : 0,
    theme_base: null,
    theme_accent: null,
    created_at_ms: user.createdAtMs,
  });

export const setPasswordHash = async (query: Query, userId: number, passwordHash: string): Promise<void> => {
  await query.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
};

/** What of a user is another from now on. */
export interface UserChange {
  readonly passwordHash?: string | undefined;
  readonly isAdmin?: boolean | undefined;
}

/** At least one of both is given. */
export const changingUser = (query: Query, userId: number, { passwordHash, isAdmin }: UserChange): Write =>
  query
    .updateTable('users')
    .set({
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(isAdmin === undefined ? {} : { is_admin: isAdmin ? (1 as const) : (0 as const) }),
    })
    .where('id', '=', userId);

/** Everything that belongs to the user goes with the row. */
export const deletingUser = (query: Query, userId: number): Write =>
  query.deleteFrom('users').where('id', '=', userId);
