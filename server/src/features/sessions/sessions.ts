import type { SessionInfo } from '@tonearm/contract';
import type { Caller, EndReason, TokenScope } from '../../http/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { findUserById } from '../users/index.ts';
import { endSession, endSessionsOf, findEndReason } from './ended-sessions-store.ts';
import { createLiveTokens } from './live-tokens.ts';
import { createSessionUses } from './session-uses.ts';
import { deleteSession, deleteToken, insertToken, keepNewest, listSessionRows } from './sessions-store.ts';
import { isTokenForm, mediaTokenOf, newToken, tokenHash } from './tokens.ts';
import { createUnsavedSessions } from './unsaved-sessions.ts';

const linkTokenLimitMs = 10 * 60 * 1000;
/** What is stored where only the time since the last use counts: the end of the year 9999. */
const never = 253_402_300_799_999;

/** Most sessions a user keeps, and most unused link tokens of a session; older ones end. */
const mostSessions = 200;
const mostLinkTokens = 5;

const longestClientName = 200;

/** Signed-in sessions and the tokens made from them. Tokens are stored as SHA-256 only. */
export interface Sessions {
  /** The owner of a token with one of the scopes, with the rights as they are now; null for any other text. */
  identify(token: string, scopes: readonly TokenScope[]): Promise<Caller | null>;
  /** Begins a session, inside the transaction `query` belongs to if any. */
  begin(
    query: StateQuery,
    options: { userId: number; client: string },
  ): Promise<{ token: string; mediaToken: string }>;
  /**
   * Begins a session that nothing can be written of now: it lives in memory until that is over.
   * @param because what writing it threw
   */
  beginUnsaved(
    options: { userId: number; passwordHash: string; client: string },
    because: unknown,
  ): {
    token: string;
    mediaToken: string;
  };
  /** The token of a caller's session that is good for audio and thumbnails only. */
  mediaToken(caller: Caller): string;
  /** A token for one linking of an outside account: ten minutes, once, ends with the session. */
  issueLinkToken(caller: Caller): Promise<string>;
  /** Uses a link token up. @returns whether it was still there: exactly one of several callers is told yes */
  consumeLinkToken(token: string): Promise<boolean>;
  /** Sessions of the caller, most recently used first. */
  list(caller: Caller): Promise<SessionInfo[]>;
  /** Ends one session of the caller. @returns whether there was one */
  revoke(caller: Caller, sessionId: number): Promise<boolean>;
  /** Ends every session of the caller but the one that asks. */
  revokeOthers(caller: Caller): Promise<void>;
  /** Why somebody ended the session of a full token; null when nobody did, or long ago. */
  whyEnded(token: string): Promise<EndReason | null>;
  /** @throws what kept the caller's session from being written, while it lives in memory only */
  assertSaved(caller: Caller): void;
  /** Writes what is gathered and stops. */
  close(): Promise<void>;
}

interface SessionsDeps {
  readonly state: StateAccess;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Sessions over `state.db`. One in use goes on for ever; one that was not used for a year has ended. */
export const createSessions = (deps: SessionsDeps): Sessions => {
  const { state, random } = deps;
  const findLiveToken = createLiveTokens(state);
  const uses = createSessionUses(deps);

  const unsaved = createUnsavedSessions({
    clock: deps.clock,
    write: async ({ token, userId, passwordHash, client }) => {
      await state.query.transaction().execute(async (trx) => {
        if ((await findUserById(trx, userId))?.passwordHash !== passwordHash) return;
        await store(trx, { token, userId, client });
      });
    },
  });

  const identifyUnsaved = async (token: string, scopes: readonly TokenScope[]): Promise<Caller | null> => {
    const found = unsaved.find(token);
    if (found === null || !scopes.includes(found.scope)) return null;
    const { userId, id, passwordHash } = found.session;
    const now = await findUserById(state.query, userId);
    if (now?.passwordHash !== passwordHash) return null;
    return { userId, username: now.name, isAdmin: now.isAdmin, sessionId: id, token };
  };

  const identify = async (token: string, scopes: readonly TokenScope[]): Promise<Caller | null> => {
    if (!isTokenForm(token)) return null;
    const row = await findLiveToken(token);
    if (row === undefined) return identifyUnsaved(token, scopes);
    if (!scopes.includes(row.scope)) return null;
    if (row.expiresAtMs <= uses.nowMs() || !uses.isLive(row)) return null;
    uses.note(row);
    const { userId, username, sessionId } = row;
    return { userId, username, isAdmin: row.isAdmin === 1, sessionId, token };
  };

  const begin: Sessions['begin'] = async (query, { userId, client }) => {
    const token = newToken(random);
    await store(query, { token, userId, client });
    return { token, mediaToken: mediaTokenOf(token) };
  };

  const store = async (
    query: StateQuery,
    { token, userId, client }: { token: string; userId: number; client: string },
  ): Promise<void> => {
    const mediaToken = mediaTokenOf(token);
    const common = {
      userId,
      client: client.slice(0, longestClientName),
      nowMs: uses.noteMs(),
      expiresAtMs: never,
    };
    const id = await insertToken(query, {
      ...common,
      tokenHash: tokenHash(token),
      scope: 'full',
      parentId: null,
    });
    await insertToken(query, { ...common, tokenHash: tokenHash(mediaToken), scope: 'media', parentId: id });
    await keepNewest(query, { userId, scope: 'full', parentId: null, count: mostSessions });
  };

  const beginUnsaved: Sessions['beginUnsaved'] = ({ userId, passwordHash, client }, because) => {
    const token = newToken(random);
    unsaved.add({ token, userId, passwordHash, client, createdAtMs: uses.noteMs() }, because);
    return { token, mediaToken: mediaTokenOf(token) };
  };

  /** What belongs to a session in the database waits until it is there. */
  const assertSaved = ({ sessionId }: Caller): void => {
    if (sessionId < 0) throw unsaved.trouble();
  };

  const issueLinkToken = async (caller: Caller): Promise<string> => {
    const { userId, sessionId } = caller;
    assertSaved(caller);
    const token = newToken(random);
    const now = uses.nowMs();
    await state.query.transaction().execute(async (trx) => {
      await insertToken(trx, {
        userId,
        tokenHash: tokenHash(token),
        scope: 'link',
        parentId: sessionId,
        client: '',
        nowMs: now,
        expiresAtMs: now + linkTokenLimitMs,
      });
      await keepNewest(trx, { userId, scope: 'link', parentId: sessionId, count: mostLinkTokens });
    });
    return token;
  };

  const list = async ({ userId, sessionId }: Caller): Promise<SessionInfo[]> => {
    await uses.flush();
    const now = uses.noteMs();
    const rows = await listSessionRows(state.query, userId);
    const inMemory = unsaved.of(userId).map(({ id, client, createdAtMs }) => ({
      id,
      client,
      created_at: Math.floor(createdAtMs / 1000),
      last_used_at: Math.floor(now / 1000),
      is_current: id === sessionId,
    }));
    const saved = rows
      .filter((row) => uses.isLive({ sessionId: row.id, lastUsedAtMs: row.last_used_at_ms }))
      .map((row) => ({
        id: row.id,
        client: row.client,
        created_at: Math.floor(row.created_at_ms / 1000),
        // A clock that was ahead once may have noted a time to come.
        last_used_at: Math.floor(Math.min(row.last_used_at_ms, now) / 1000),
        is_current: row.id === sessionId,
      }));
    return [...inMemory, ...saved];
  };

  const elsewhere = () => ({ reason: 'elsewhere', nowMs: uses.noteMs() }) as const;

  const revoke = async ({ userId, sessionId }: Caller, id: number): Promise<boolean> => {
    if (unsaved.remove(userId, id)) return true;
    // Who signs out where they are knows why.
    if (id === sessionId) return deleteSession(state.query, { userId, id });
    return state.query.transaction().execute((trx) => endSession(trx, { userId, id }, elsewhere()));
  };

  const revokeOthers = async ({ userId, sessionId }: Caller): Promise<void> => {
    for (const { id } of unsaved.of(userId)) if (id !== sessionId) unsaved.remove(userId, id);
    await state.query
      .transaction()
      .execute((trx) => endSessionsOf(trx, { userId, keptSessionId: sessionId }, elsewhere()));
  };

  return {
    identify,
    begin,
    beginUnsaved,
    mediaToken: (caller) => mediaTokenOf(caller.token),
    issueLinkToken,
    consumeLinkToken: (token) => deleteToken(state.query, tokenHash(token)),
    list,
    revoke,
    revokeOthers,
    whyEnded: async (token) =>
      isTokenForm(token) ? await findEndReason(state.query, tokenHash(token)) : null,
    assertSaved,
    close: async () => {
      unsaved.close();
      await uses.flush();
    },
  };
};
