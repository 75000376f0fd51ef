import type { TokenScope } from '../../http/authenticate.ts';
import type { StateQuery } from '../../state/state-access.ts';

/** A live token with its owner. Times in milliseconds since the epoch. */
export interface TokenRow {
  readonly id: number;
  /** The session a media or link token belongs to; its own id for a full token. */
  readonly sessionId: number;
  readonly scope: TokenScope;
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: 0 | 1;
  readonly expiresAtMs: number;
  /** Of the session, not of a token made from it. */
  readonly lastUsedAtMs: number;
}

/** Looks a token up: one indexed read. */
export const findToken = (query: StateQuery, tokenHash: Buffer): Promise<TokenRow | undefined> =>
  query
    .selectFrom('sessions as token')
    .innerJoin('sessions as session', (join) =>
      join.on((on) => on('session.id', '=', on.fn.coalesce('token.parent_id', 'token.id'))),
    )
    .innerJoin('users as owner', 'owner.id', 'token.user_id')
    .select([
      'token.id',
      'session.id as sessionId',
      'token.scope',
      'owner.id as userId',
      'owner.name as username',
      'owner.is_admin as isAdmin',
      'token.expires_at_ms as expiresAtMs',
      'session.last_used_at_ms as lastUsedAtMs',
    ])
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Notes when sessions were last used, in milliseconds since the epoch by their ids. */
export const noteUses = async (query: StateQuery, uses: ReadonlyMap<number, number>): Promise<void> => {
  for (const [id, atMs] of uses) {
    await query
      .updateTable('sessions')
      .set({ last_used_at_ms: atMs })
      .where('id', '=', id)
      // Another process may have noted a later one.
      .where('last_used_at_ms', '<', atMs)
      .execute();
  }
};

/** A token to be stored. */
export interface NewToken {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly scope: TokenScope;
  readonly parentId: number | null;
  readonly client: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/** @returns the new row's id */
export const insertToken = async (query: StateQuery, token: NewToken): Promise<number> => {
  const row = await query
    .insertInto('sessions')
    .values({
      user_id: token.userId,
      token_hash: token.tokenHash,
      scope: token.scope,
      parent_id: token.parentId,
      client: token.client,
      created_at_ms: token.nowMs,
      last_used_at_ms: token.nowMs,
      expires_at_ms: token.expiresAtMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Full sessions of a user, most recently used first. */
export const listSessionRows = (query: StateQuery, userId: number) =>
  query
    .selectFrom('sessions')
    .select(['id', 'client', 'created_at_ms', 'last_used_at_ms'])
    .where('user_id', '=', userId)
    .where('scope', '=', 'full')
    .orderBy('last_used_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * Deletes one full session of a user with the tokens made from it.
 * @returns whether there was one
 */
export const deleteSession = async (
  query: StateQuery,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> => {
  const result = await query
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('scope', '=', 'full')
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Deletes every token of a user, apart from one session and what was made from it, if told. */
export const deleteSessionsOf = async (
  query: StateQuery,
  { userId, keptSessionId }: { userId: number; keptSessionId: number | null },
): Promise<void> => {
  await query
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((token) => token.fn.coalesce('parent_id', 'id'), 'is distinct from', keptSessionId)
    .execute();
};

/**
 * Deletes a token by its hash.
 * @returns whether there was one: exactly one of several callers is told yes
 */
export const deleteToken = async (query: StateQuery, tokenHash: Buffer): Promise<boolean> => {
  const result = await query.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Keeps the newest `count` tokens of a scope (of a session when told), dropping the longest unused. */
export const keepNewest = async (
  query: StateQuery,
  options: { userId: number; scope: TokenScope; parentId: number | null; count: number },
): Promise<void> => {
  const { userId, scope, parentId, count } = options;
  let tokens = query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('scope', '=', scope);
  if (parentId !== null) tokens = tokens.where('parent_id', '=', parentId);
  const newestFirst = await tokens.orderBy('last_used_at_ms', 'desc').orderBy('id', 'desc').execute();
  const dropped = newestFirst.slice(count);
  if (dropped.length === 0) return;
  await query
    .deleteFrom('sessions')
    .where(
      'id',
      'in',
      dropped.map((row) => row.id),
    )
    .execute();
};
