import type { Kysely } from 'kysely';
import type { OpenDatabase } from '../../db/sqlite.ts';
import type { TokenScope } from '../../http/authenticate.ts';
import type { StateDatabase } from '../../state/state-schema.ts';

type Query = Kysely<StateDatabase>;

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

/** Prepares the look-up of a token: one indexed read. */
export const prepareFindToken = (
  raw: OpenDatabase<StateDatabase>['raw'],
): ((tokenHash: Buffer) => TokenRow | undefined) => {
  const statement = raw.prepare<[Buffer], TokenRow>(
    `SELECT token.id, session.id AS sessionId, token.scope, owner.id AS userId, owner.name AS username,
            owner.is_admin AS isAdmin, token.expires_at_ms AS expiresAtMs,
            session.last_used_at_ms AS lastUsedAtMs
       FROM sessions AS token
       JOIN sessions AS session ON session.id = coalesce(token.parent_id, token.id)
       JOIN users AS owner ON owner.id = token.user_id
      WHERE token.token_hash = ?`,
  );
  return (tokenHash) => statement.get(tokenHash);
};

/**
 * Prepares noting when sessions were last used. Does not wait for another writer: it fails at once and
 * is tried again later.
 */
export const prepareTouch = (
  raw: OpenDatabase<StateDatabase>['raw'],
): ((uses: ReadonlyMap<number, number>) => void) => {
  const statement = raw.prepare('UPDATE sessions SET last_used_at_ms = ? WHERE id = ?');
  return (uses) => {
    const timeoutMs = raw.pragma('busy_timeout', { simple: true }) as number;
    raw.pragma('busy_timeout = 0');
    try {
      raw.transaction(() => {
        for (const [id, atMs] of uses) statement.run(atMs, id);
      })();
    } finally {
      raw.pragma(`busy_timeout = ${timeoutMs}`);
    }
  };
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
export const insertToken = async (query: Query, token: NewToken): Promise<number> => {
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
export const listSessionRows = (query: Query, userId: number) =>
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
export const deleteSession = async (query: Query, userId: number, id: number): Promise<boolean> => {
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
  query: Query,
  userId: number,
  keptSessionId: number | null,
): Promise<void> => {
  await query
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((token) => token.fn.coalesce('parent_id', 'id'), 'is not', keptSessionId)
    .execute();
};

/**
 * Deletes a token by its hash.
 * @returns whether there was one: exactly one of several callers is told yes
 */
export const deleteToken = async (query: Query, tokenHash: Buffer): Promise<boolean> => {
  const result = await query.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Keeps the newest `count` tokens of a scope (of a session when told), dropping the longest unused. */
export const keepNewest = async (
  query: Query,
  options: { userId: number; scope: TokenScope; parentId: number | null; count: number },
): Promise<void> => {
  const { userId, scope, parentId, count } = options;
  let tokens = query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('scope', '=', scope);
  if (parentId !== null) tokens = tokens.where('parent_id', '=', parentId);
  const dropped = await tokens
    .orderBy('last_used_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(-1)
    .offset(count)
    .execute();
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
