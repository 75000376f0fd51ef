import { type Expression, ExpressionWrapper, expressionBuilder, sql } from 'kysely';
import type { TokenScope } from '../../http/authenticate.ts';
import type { StateQuery } from '../../state/state-access.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { type Made, type Write, writeWithRow } from '../../state/written-together.ts';

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
interface NewToken {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly client: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

const tokenColumns = [
  ...(['user_id', 'token_hash', 'scope', 'parent_id', 'client'] as const),
  ...(['created_at_ms', 'last_used_at_ms', 'expires_at_ms'] as const),
] as const;

/** What a token is stored as, to be selected where something is found. */
const tokenValues = (token: NewToken, scope: TokenScope, parentId: Expression<number | null>) => {
  const { val } = expressionBuilder<StateDatabase, never>();
  return [
    val(token.userId).as('user_id'),
    val(token.tokenHash).as('token_hash'),
    val(scope).as('scope'),
    new ExpressionWrapper(parentId.toOperationNode()).as('parent_id'),
    val(token.client).as('client'),
    val(token.nowMs).as('created_at_ms'),
    val(token.nowMs).as('last_used_at_ms'),
    val(token.expiresAtMs).as('expires_at_ms'),
  ];
};

/** Drops the longest unused tokens of a scope (of a session when told), but for the newest one and so many others. */
const droppingOld = (
  query: StateQuery,
  made: Made,
  which: { userId: number; scope: TokenScope; parentId: number | null; others: number },
): Write => {
  const { userId, scope, parentId, others } = which;
  const newest = query.selectFrom(made).select('made.id');
  let kept = query
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('scope', '=', scope)
    .where('id', '!=', newest);
  if (parentId !== null) kept = kept.where('parent_id', '=', parentId);
  let dropping = query
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('scope', '=', scope)
    .where('id', '!=', newest);
  if (parentId !== null) dropping = dropping.where('parent_id', '=', parentId);
  const keptOthers = kept.orderBy('last_used_at_ms', 'desc').orderBy('id', 'desc').limit(others);
  return dropping.where('id', 'not in', keptOthers);
};

/** A session to be stored, for somebody whose password is still the one that was looked at. */
interface NewSession extends NewToken {
  readonly passwordHash: string;
  /** Of the token that is made from it. */
  readonly mediaHash: Buffer;
}

/**
 * Stores a session with its media token, and drops the longest unused of more than `most`.
 * @returns whose it is, as they are now; undefined when they are gone or have another password
 */
export const insertSession = (
  query: StateQuery,
  session: NewSession,
  most: number,
): Promise<{ readonly username: string; readonly isAdmin: 0 | 1 } | undefined> => {
  const { userId } = session;
  const none = expressionBuilder<StateDatabase, never>().val(null);
  const whose = expressionBuilder<StateDatabase, 'sessions'>()
    .selectFrom('users')
    .whereRef('users.id', '=', 'sessions.user_id');
  const first = query
    .insertInto('sessions')
    .columns([...tokenColumns])
    .expression(
      query
        .selectFrom('users')
        .select(tokenValues(session, 'full', none))
        .where('id', '=', userId)
        .where('password_hash', '=', session.passwordHash),
    )
    .returning([
      'id',
      whose.select('users.name').$asScalar().$notNull().as('username'),
      whose.select('users.is_admin').$asScalar().$notNull().as('isAdmin'),
    ]);
  return writeWithRow(query, first, (made) => [
    query
      .insertInto('sessions')
      .columns([...tokenColumns])
      .expression(
        query
          .selectFrom(made)
          .select(tokenValues({ ...session, tokenHash: session.mediaHash }, 'media', sql.ref('made.id'))),
      ),
    droppingOld(query, made, { userId, scope: 'full', parentId: null, others: most - 1 }),
  ]);
};

/** Stores a token for one linking, and drops the oldest of more than `most` of its session. */
export const insertLinkToken = async (
  query: StateQuery,
  { parentId, ...token }: NewToken & { readonly parentId: number },
  most: number,
): Promise<void> => {
  const { userId } = token;
  const first = query
    .insertInto('sessions')
    .values({
      ...{ user_id: userId, token_hash: token.tokenHash, scope: 'link', parent_id: parentId },
      ...{ client: token.client, created_at_ms: token.nowMs, last_used_at_ms: token.nowMs },
      expires_at_ms: token.expiresAtMs,
    })
    .returning('id');
  await writeWithRow(query, first, (made) => [
    droppingOld(query, made, { userId, scope: 'link', parentId, others: most - 1 }),
  ]);
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

const deletingSession = (query: StateQuery, { userId, id }: { userId: number; id: number }) =>
  query.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).where('scope', '=', 'full');

/**
 * Deletes one full session of a user with the tokens made from it.
 * @returns whether there was one
 */
export const deleteSession = async (
  query: StateQuery,
  which: { userId: number; id: number },
): Promise<boolean> => {
  const result = await deletingSession(query, which).executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Deletes every token of a user, apart from one session and what was made from it, if told. */
export const deletingSessionsOf = (
  query: StateQuery,
  { userId, keptSessionId }: { userId: number; keptSessionId: number | null },
): Write =>
  query
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((token) => token.fn.coalesce('parent_id', 'id'), 'is distinct from', keptSessionId);

/**
 * Deletes a token by its hash.
 * @returns whether there was one: exactly one of several callers is told yes
 */
export const deleteToken = async (query: StateQuery, tokenHash: Buffer): Promise<boolean> => {
  const result = await query.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Another password for somebody who has this token, and still the password that was looked at. */
export const changingOwnHash = (
  query: StateQuery,
  change: { userId: number; token: Buffer; before: string; after: string },
) =>
  query
    .updateTable('users')
    .set({ password_hash: change.after })
    .where('id', '=', change.userId)
    .where('password_hash', '=', change.before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .where('token_hash', '=', change.token)
          .where('sessions.user_id', '=', change.userId),
      ),
    )
    .returning('id');
