import type { StateQuery } from '../../state/state-access.ts';
import type { Write } from '../../state/written-together.ts';

/** An app password with its owner as they are now. */
export interface AppRow {
  readonly id: number;
  readonly userId: number;
  readonly secretHash: Uint8Array;
  readonly secretSealed: Uint8Array | null;
  readonly mayAdminister: 0 | 1;
  /** kbit/s. */
  readonly maxBitRate: number | null;
}

/** A user, as far as signing in goes. */
export interface OwnerRow {
  readonly id: number;
  readonly name: string;
  readonly isAdmin: 0 | 1;
}

/** Every user with their app passwords, each in the order of their numbers, in one statement: signing in waits for it. */
export const listSignIns = async (
  query: StateQuery,
): Promise<{ readonly owners: readonly OwnerRow[]; readonly apps: readonly AppRow[] }> => {
  const rows = await query
    .selectFrom('users')
    .leftJoin('app_passwords as app', 'app.user_id', 'users.id')
    .select([
      'users.id as ownerId',
      'users.name',
      'users.is_admin as isAdmin',
      'app.id',
      'app.secret_hash as secretHash',
      'app.secret_sealed as secretSealed',
      'app.may_administer as mayAdminister',
      'app.max_bit_rate as maxBitRate',
    ])
    .orderBy('users.id')
    .orderBy('app.id')
    .execute();
  const owners = new Map<number, OwnerRow>();
  const apps: AppRow[] = [];
  for (const { ownerId, name, isAdmin, id, secretHash, mayAdminister, ...rest } of rows) {
    if (!owners.has(ownerId)) owners.set(ownerId, { id: ownerId, name, isAdmin });
    if (id !== null && secretHash !== null && mayAdminister !== null)
      apps.push({ id, userId: ownerId, secretHash, mayAdminister, ...rest });
  }
  return { owners: [...owners.values()], apps };
};

/** Whether anybody has one. */
export const isAnyApp = async (query: StateQuery): Promise<boolean> =>
  (await query.selectFrom('app_passwords').select('id').limit(1).executeTakeFirst()) !== undefined;

/** App passwords of a user, newest first. */
export const listAppsOf = (query: StateQuery, userId: number) =>
  query
    .selectFrom('app_passwords')
    .select([
      'id',
      'name',
      'secret_sealed as secretSealed',
      'may_administer as mayAdminister',
      'max_bit_rate as maxBitRate',
      'created_at_ms as createdAtMs',
      'last_used_at_ms as lastUsedAtMs',
      'last_client as lastClient',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();

/** A stored app password with what its owner is shown of it. */
export type OwnAppRow = Awaited<ReturnType<typeof listAppsOf>>[number];

/** How many a user has. */
export const countAppsOf = async (query: StateQuery, userId: number): Promise<number> => {
  const { count } = await query
    .selectFrom('app_passwords')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
};

/** @returns the number it is known by */
export const insertApp = async (
  query: StateQuery,
  app: {
    userId: number;
    name: string;
    secretHash: Uint8Array;
    secretSealed: Uint8Array;
    mayAdminister: boolean;
    maxBitRate: number | null;
    createdAtMs: number;
  },
): Promise<number> => {
  const { id } = await query
    .insertInto('app_passwords')
    .values({
      user_id: app.userId,
      name: app.name,
      secret_hash: app.secretHash,
      secret_sealed: app.secretSealed,
      may_administer: app.mayAdminister ? 1 : 0,
      max_bit_rate: app.maxBitRate,
      created_at_ms: app.createdAtMs,
      last_used_at_ms: null,
      last_client: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** @returns whether there was one */
export const deleteApp = async (
  query: StateQuery,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> => {
  const { numDeletedRows } = await query
    .deleteFrom('app_passwords')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Takes every app of a user its password away, as part of a transaction. */
export const deletingAppsOf = (query: StateQuery, userId: number): Write =>
  query.deleteFrom('app_passwords').where('user_id', '=', userId);

/** When an app password was used, in milliseconds since the epoch, and what the app called itself. */
export interface AppUse {
  readonly atMs: number;
  readonly client: string;
}

/** Notes uses by the numbers of app passwords. */
export const noteAppUses = async (query: StateQuery, uses: ReadonlyMap<number, AppUse>): Promise<void> => {
  for (const [id, { atMs, client }] of uses)
    await query
      .updateTable('app_passwords')
      .set({ last_used_at_ms: atMs, last_client: client })
      .where('id', '=', id)
      .execute();
};
