import type { SessionInfo } from '@tonearm/contract';
import type { Caller, EndReason, TokenScope } from '../../http/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { writeTogether } from '../../state/written-together.ts';
import { findUserById } from '../users/index.ts';
import { endingSessionsOf, endSession, findEndReason } from './ended-sessions-store.ts';
import { createLiveTokens } from './live-tokens.ts';
import { createSessionUses, type SessionUses } from './session-uses.ts';
import {
  deleteSession,
  deleteToken,
  insertLinkToken,
  insertSession,
  listSessionRows,
} from './sessions-store.ts';
import { isTokenForm, mediaTokenOf, newToken, tokenHash } from './tokens.ts';
import { createUnsavedSessions, type UnsavedSessions } from './unsaved-sessions.ts';

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
  /**
   * Begins a session of somebody whose password is still the one that was looked at.
   * @returns whose it is, as they are now; null when they are gone or have another password
   */
  begin(options: {
    userId: number;
    passwordHash: string;
    client: string;
  }): Promise<{ token: string; mediaToken: string; username: string; isAdmin: boolean } | null>;
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

/** Stores a session with its media token. @returns as `insertSession` */
const storeSession = (
  query: StateQuery,
  session: { token: string; userId: number; passwordHash: string; client: string; nowMs: number },
) => {
  const { token, client } = session;
  const hashes = { tokenHash: tokenHash(token), mediaHash: tokenHash(mediaTokenOf(token)) };
  const cut = client.slice(0, longestClientName);
  return insertSession(query, { ...session, ...hashes, client: cut, expiresAtMs: never }, mostSessions);
};

/** What finding and listing sessions look at. */
interface Known extends Pick<SessionsDeps, 'state' | 'clock'> {
  readonly uses: SessionUses;
  readonly unsaved: UnsavedSessions;
}

/** Finds who has a token. */
const createIdentify = ({ state, clock, uses, unsaved }: Known): Sessions['identify'] => {
  const findLiveToken = createLiveTokens({ state, clock });

  const identifyUnsaved: Sessions['identify'] = async (token, scopes) => {
    const found = unsaved.find(token);
    if (found === null || !scopes.includes(found.scope)) return null;
    const { userId, id, passwordHash } = found.session;
    const now = await findUserById(state.query, userId);
    if (now?.passwordHash !== passwordHash) return null;
    return { userId, username: now.name, isAdmin: now.isAdmin, sessionId: id, token };
  };

  return async (token, scopes) => {
    if (!isTokenForm(token)) return null;
    const row = await findLiveToken(token);
    if (row === undefined) return identifyUnsaved(token, scopes);
    if (!scopes.includes(row.scope)) return null;
    if (row.expiresAtMs <= uses.nowMs() || !uses.isLive(row)) return null;
    uses.note(row);
    const { userId, username, sessionId } = row;
    return { userId, username, isAdmin: row.isAdmin === 1, sessionId, token };
  };
};

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

const listSessions = async (known: Known, { userId, sessionId }: Caller): Promise<SessionInfo[]> => {
  const { state, uses, unsaved } = known;
  await uses.flush();
  const now = uses.noteMs();
  const rows = await listSessionRows(state.query, userId);
  const inMemory = unsaved.of(userId).map(({ id, client, createdAtMs }) => ({
    id,
    client,
    created_at: secondsOf(createdAtMs),
    last_used_at: secondsOf(now),
    is_current: id === sessionId,
  }));
  const saved = rows
    .filter((row) => uses.isLive({ sessionId: row.id, lastUsedAtMs: row.last_used_at_ms }))
    .map(({ id, client, created_at_ms, last_used_at_ms }) => ({
      id,
      client,
      created_at: secondsOf(created_at_ms),
      // A clock that was ahead once may have noted a time to come.
      last_used_at: secondsOf(Math.min(last_used_at_ms, now)),
      is_current: id === sessionId,
    }));
  return [...inMemory, ...saved];
};

/** How somebody ends sessions of their own. */
const createEnding = ({ state, uses, unsaved }: Known): Pick<Sessions, 'revoke' | 'revokeOthers'> => {
  const elsewhere = () => ({ reason: 'elsewhere', nowMs: uses.noteMs() }) as const;
  return {
    revoke: async ({ userId, sessionId }, id) => {
      if (unsaved.remove(userId, id)) return true;
      // Who signs out where they are knows why.
      if (id === sessionId) return deleteSession(state.query, { userId, id });
      return state.query.transaction().execute((trx) => endSession(trx, { userId, id }, elsewhere()));
    },
    revokeOthers: async ({ userId, sessionId }) => {
      for (const { id } of unsaved.of(userId)) if (id !== sessionId) unsaved.remove(userId, id);
      const which = { userId, keptSessionId: sessionId };
      await state.query
        .transaction()
        .execute((trx) => writeTogether(trx, endingSessionsOf(trx, which, elsewhere())));
    },
  };
};

/** Sessions over `state.db`. One in use goes on for ever; one that was not used for a year has ended. */
export const createSessions = (deps: SessionsDeps): Sessions => {
  const { state, random } = deps;
  const uses = createSessionUses(deps);
  const unsaved = createUnsavedSessions({
    clock: deps.clock,
    write: async ({ token, userId, passwordHash, client }) => {
      const session = { token, userId, passwordHash, client, nowMs: uses.noteMs() };
      await state.query.transaction().execute((trx) => storeSession(trx, session));
    },
  });
  const known = { state, clock: deps.clock, uses, unsaved };

  /** What belongs to a session in the database waits until it is there. */
  const assertSaved = ({ sessionId }: Caller): void => {
    if (sessionId < 0) throw unsaved.trouble();
  };

  return {
    identify: createIdentify(known),
    begin: async (options) => {
      const token = newToken(random);
      const session = { ...options, token, nowMs: uses.noteMs() };
      const whose = await state.query.transaction().execute((trx) => storeSession(trx, session));
      if (whose === undefined) return null;
      const { username, isAdmin } = whose;
      return { token, mediaToken: mediaTokenOf(token), username, isAdmin: isAdmin === 1 };
    },
    beginUnsaved: ({ userId, passwordHash, client }, because) => {
      const token = newToken(random);
      unsaved.add({ token, userId, passwordHash, client, createdAtMs: uses.noteMs() }, because);
      return { token, mediaToken: mediaTokenOf(token) };
    },
    mediaToken: (caller) => mediaTokenOf(caller.token),
    issueLinkToken: async (caller) => {
      assertSaved(caller);
      const token = newToken(random);
      const nowMs = uses.nowMs();
      const link = {
        ...{ userId: caller.userId, parentId: caller.sessionId, tokenHash: tokenHash(token), client: '' },
        ...{ nowMs, expiresAtMs: nowMs + linkTokenLimitMs },
      };
      await state.query.transaction().execute((trx) => insertLinkToken(trx, link, mostLinkTokens));
      return token;
    },
    consumeLinkToken: (token) => deleteToken(state.query, tokenHash(token)),
    list: (caller) => listSessions(known, caller),
    ...createEnding(known),
    whyEnded: async (token) =>
      isTokenForm(token) ? await findEndReason(state.query, tokenHash(token)) : null,
    assertSaved,
    close: async () => {
      unsaved.close();
      await uses.flush();
    },
  };
};
