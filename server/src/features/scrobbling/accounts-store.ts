import type { Kysely } from 'kysely';
import type { StateDatabase } from '../../state/state-schema.ts';
import type { ServiceId } from './scrobbler.ts';

type Query = Kysely<StateDatabase>;

/** Links an account, replacing one of the same service. `secret` is sealed. */
export const saveAccount = async (
  query: Query,
  account: { userId: number; service: ServiceId; username: string; secret: Uint8Array; nowMs: number },
): Promise<void> => {
  const row = { username: account.username, secret: account.secret, linked_at_ms: account.nowMs };
  await query
    .insertInto('linked_accounts')
    .values({ user_id: account.userId, service: account.service, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'service']).doUpdateSet(row))
    .execute();
};

/** Unlinks an account. */
export const deleteAccount = async (query: Query, userId: number, service: ServiceId): Promise<void> => {
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
    .select(['service', 'username', 'secret'])
    .where('user_id', '=', userId)
    .execute();
