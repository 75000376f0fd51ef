import type { LinkedService } from '@tonearm/contract';
import type { StateQuery } from '../../state/state-access.ts';

type Query = StateQuery;

/** Why an account needs to be linked again. */
export type Lapse = NonNullable<LinkedService['lapse']>;

/** Links an account, replacing one of the same service. `secret` is sealed. What waits for it is due at once. */
export const saveAccount = (
  query: Query,
  account: { userId: number; service: string; username: string; secret: Uint8Array; nowMs: number },
): Promise<void> =>
  query.transaction().execute(async (trx) => {
    const row = {
      username: account.username,
      secret: account.secret,
      linked_at_ms: account.nowMs,
      lapse: null,
    };
    await trx
      .insertInto('linked_accounts')
      .values({ user_id: account.userId, service: account.service, ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'service']).doUpdateSet(row))
      .execute();
    await trx
      .updateTable('outbox')
      .set({ next_attempt_at_ms: 0, attempts: 0 })
      .where('user_id', '=', account.userId)
      .where('service', '=', account.service)
      .where('refusal', 'is', null)
      .execute();
  });

/** Notes that an account needs to be linked again, unless it was linked anew since `secret` was used. */
export const markLapsed = async (
  query: Query,
  account: { userId: number; service: string; secret: Uint8Array; lapse: Lapse },
): Promise<void> => {
  await query
    .updateTable('linked_accounts')
    .set({ lapse: account.lapse })
    .where('user_id', '=', account.userId)
    .where('service', '=', account.service)
    .where('secret', '=', account.secret)
    .execute();
};

/** Unlinks an account. */
export const deleteAccount = async (query: Query, userId: number, service: string): Promise<void> => {
  await query
    .deleteFrom('linked_accounts')
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .execute();
};

/** The linked accounts of a user. */
export const listAccounts = (query: Query, userId: number) =>
  query
    .selectFrom('linked_accounts')
    .select(['service', 'username', 'secret', 'lapse'])
    .where('user_id', '=', userId)
    .execute();

/** Users who have linked any of these services. */
export const listLinkedUsers = async (
  query: Query,
  services: readonly string[],
): Promise<ReadonlySet<number>> => {
  const rows = await query
    .selectFrom('linked_accounts')
    .select('user_id')
    .distinct()
    .where('service', 'in', [...services])
    .execute();
  return new Set(rows.map((row) => row.user_id));
};
