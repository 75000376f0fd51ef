import type { StateQuery } from '../../state/state-access.ts';
import { isSameName } from '../../state/state-sql.ts';
import type { Play, Refusal } from './scrobbler.ts';

type Query = StateQuery;

/** A play that waits for a service. */
export interface WaitingPlay {
  readonly id: number;
  readonly play: Play;
  readonly playedAt: number;
  readonly attempts: number;
  readonly createdAtMs: number;
}

/** A queue of the outbox: one user at one service. */
export interface OutboxKey {
  readonly userId: number;
  readonly service: string;
}

/** What is stored of a play before it is answered. */
export interface NewPlay {
  readonly userId: number;
  readonly path: string;
  readonly play: Play;
  readonly title: string | null;
  readonly artist: string | null;
  readonly playedAt: number;
  /** The accounts that it is meant for, working or not. */
  readonly accounts: readonly { readonly service: string; readonly username: string }[];
  readonly nowMs: number;
}

/**
 * Stores a play in the history and for each service, as one. One that the history knows stays as it is: it was
 * queued then, and may be sent by now.
 */
export const storePlay = (query: StateQuery, play: NewPlay): Promise<void> =>
  query.transaction().execute(async (trx) => {
    const kept = await trx
      .insertInto('listens')
      .values({
        user_id: play.userId,
        path: play.path,
        title: play.title,
        artist: play.artist,
        album: play.play.album,
        played_at: play.playedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows === 0n) return;
    for (const { service, username } of play.accounts) {
      await trx
        .insertInto('outbox')
        .values({
          user_id: play.userId,
          service,
          path: play.path,
          play: JSON.stringify(play.play),
          played_at: play.playedAt,
          attempts: 0,
          next_attempt_at_ms: 0,
          refusal: null,
          refusal_number: null,
          created_at_ms: play.nowMs,
          account: username,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });

/** Plays that wait, each with the account it is meant for where that is linked and works. Names differ by more than case. */
const selectSendable = (query: Query) =>
  query
    .selectFrom('outbox')
    .innerJoin('linked_accounts', (join) =>
      join
        .onRef('linked_accounts.user_id', '=', 'outbox.user_id')
        .onRef('linked_accounts.service', '=', 'outbox.service')
        .on('linked_accounts.lapse', 'is', null)
        .on(({ or, eb }) =>
          or([eb('outbox.account', 'is', null), isSameName('outbox.account', 'linked_accounts.username')]),
        ),
    )
    .where('outbox.refusal', 'is', null);

/** Queues that hold something to send and have an account that works, with when the first of each is due. */
export const listQueues = async (
  query: Query,
): Promise<(OutboxKey & { dueAtMs: number; secret: Uint8Array })[]> => {
  const heads = selectSendable(query)
    .select(({ fn }) => ['outbox.user_id', 'outbox.service', fn.min('outbox.id').as('head_id')])
    .groupBy(['outbox.user_id', 'outbox.service'])
    .as('heads');
  const rows = await query
    .selectFrom(heads)
    .innerJoin('outbox', 'outbox.id', 'heads.head_id')
    .innerJoin('linked_accounts', (join) =>
      join
        .onRef('linked_accounts.user_id', '=', 'heads.user_id')
        .onRef('linked_accounts.service', '=', 'heads.service'),
    )
    .select(['heads.user_id', 'heads.service', 'outbox.next_attempt_at_ms', 'linked_accounts.secret'])
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    service: row.service,
    dueAtMs: row.next_attempt_at_ms,
    secret: row.secret,
  }));
};

/** The oldest plays of a queue that can be sent, in the order they were stored. */
export const firstWaiting = async (query: Query, key: OutboxKey, limit: number): Promise<WaitingPlay[]> => {
  const rows = await selectSendable(query)
    .select(['outbox.id', 'outbox.play', 'outbox.played_at', 'outbox.attempts', 'outbox.created_at_ms'])
    .where('outbox.user_id', '=', key.userId)
    .where('outbox.service', '=', key.service)
    .orderBy('outbox.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    play: JSON.parse(row.play) as Play,
    playedAt: row.played_at,
    attempts: row.attempts,
    createdAtMs: row.created_at_ms,
  }));
};

/** What becomes of plays that were tried. */
export interface Outcome {
  readonly done: readonly number[];
  readonly refused: readonly { id: number; refusal: Refusal }[];
  readonly postponed: readonly number[];
  readonly nextAttemptAtMs: number;
}

/** Notes the outcome of one call to a service, as one. */
export const storeOutcome = (query: StateQuery, outcome: Outcome): Promise<void> =>
  query.transaction().execute(async (trx) => {
    if (outcome.done.length > 0) await trx.deleteFrom('outbox').where('id', 'in', outcome.done).execute();
    for (const { id, refusal } of outcome.refused) {
      await trx
        .updateTable('outbox')
        .set({ refusal: refusal.reason, refusal_number: refusal.number })
        .where('id', '=', id)
        .execute();
    }
    if (outcome.postponed.length > 0) {
      await trx
        .updateTable('outbox')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_attempt_at_ms: outcome.nextAttemptAtMs }))
        .where('id', 'in', outcome.postponed)
        .execute();
    }
  });

/** Drops refused plays that were stored before a time. */
export const dropRefusedBefore = async (query: Query, createdBeforeMs: number): Promise<void> => {
  await query
    .deleteFrom('outbox')
    .where('refusal', 'is not', null)
    .where('created_at_ms', '<', createdBeforeMs)
    .execute();
};

/**
 * Drops plays that were stored before a time and cannot even be tried: their account does not work, another one is
 * linked, or their service is none of `services`. @returns how many
 */
export const dropParkedBefore = async (
  query: Query,
  createdBeforeMs: number,
  services: readonly string[],
): Promise<number> => {
  const result = await query
    .deleteFrom('outbox')
    .where('refusal', 'is', null)
    .where('created_at_ms', '<', createdBeforeMs)
    .where(({ eb, not, or }) =>
      or([eb('service', 'not in', services), not(eb('id', 'in', selectSendable(query).select('outbox.id')))]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

/** Services for which plays wait. */
export const listWaitingServices = async (query: Query): Promise<string[]> => {
  const rows = await query
    .selectFrom('outbox')
    .select('service')
    .where('refusal', 'is', null)
    .groupBy('service')
    .execute();
  return rows.map((row) => row.service);
};

/** Everything of a user's outbox, oldest first, with the account that is linked now. */
export const listOutboxRows = (query: Query, userId: number, page: { limit: number; offset: number }) =>
  query
    .selectFrom('outbox')
    .leftJoin('linked_accounts', (join) =>
      join
        .onRef('linked_accounts.user_id', '=', 'outbox.user_id')
        .onRef('linked_accounts.service', '=', 'outbox.service'),
    )
    .select([
      'outbox.id',
      'outbox.service',
      'outbox.play',
      'outbox.played_at',
      'outbox.attempts',
      'outbox.next_attempt_at_ms',
      'outbox.refusal',
      'outbox.refusal_number',
      'outbox.account',
      'linked_accounts.username as linked_username',
      'linked_accounts.lapse',
    ])
    .where('outbox.user_id', '=', userId)
    .orderBy('outbox.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** How many plays wait and were refused, and how many wait for another account than the one linked now, by service. */
export const countOutbox = async (query: Query, userId: number) =>
  query
    .selectFrom('outbox')
    .leftJoin('linked_accounts', (join) =>
      join
        .onRef('linked_accounts.user_id', '=', 'outbox.user_id')
        .onRef('linked_accounts.service', '=', 'outbox.service'),
    )
    .select(({ fn }) => [
      'outbox.service',
      fn.countAll<number>().as('all'),
      fn.count<number>('outbox.refusal').as('refused'),
      fn
        .count<number>('outbox.id')
        .filterWhere('outbox.refusal', 'is', null)
        .filterWhere(({ not }) => not(isSameName('outbox.account', 'linked_accounts.username')))
        .as('elsewhere'),
    ])
    .where('outbox.user_id', '=', userId)
    .groupBy('outbox.service')
    .execute();

/** Gives all plays that wait for another account to the one that is linked now. */
export const adoptWaiting = async (query: Query, { userId, service }: OutboxKey): Promise<void> => {
  const account = await query
    .selectFrom('linked_accounts')
    .select('username')
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .executeTakeFirst();
  if (account === undefined) return;
  await query
    .updateTable('outbox')
    .set({ account: account.username })
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .where('refusal', 'is', null)
    .execute();
};

/**
 * Makes a play due at once, refused or not, and what waits before it, which goes first.
 * @returns whether the user has such a play
 */
export const makeDue = (query: StateQuery, userId: number, id: number): Promise<boolean> =>
  query.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('outbox')
      .set({ refusal: null, refusal_number: null, attempts: 0 })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('service')
      .executeTakeFirst();
    if (row === undefined) return false;
    await trx
      .updateTable('outbox')
      .set({ next_attempt_at_ms: 0 })
      .where('user_id', '=', userId)
      .where('service', '=', row.service)
      .where('id', '<=', id)
      .where('refusal', 'is', null)
      .execute();
    return true;
  });

/** Gives up a play. @returns whether the user has such a play */
export const discard = async (query: Query, userId: number, id: number): Promise<boolean> => {
  const result = await query
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** What a user listened to, newest first. */
export const listListens = (query: Query, userId: number, page: { limit: number; offset: number }) =>
  query
    .selectFrom('listens')
    .select(['path', 'title', 'artist', 'album', 'played_at'])
    .where('user_id', '=', userId)
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** How many plays the history of a user holds. */
export const countListens = async (query: Query, userId: number): Promise<number> => {
  const row = await query
    .selectFrom('listens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
};
