import { sql } from 'kysely';
import type { StateQuery } from '../../state/state-access.ts';
import type { SharedAttempt, SharedBudgets, SharedPlace } from './login-throttle.ts';

const pairOf = ({ address, name }: SharedAttempt): string => `${address} ${name}`;

/**
 * Over functions of the database, each one step: whoever asks at the same time is counted too. They are selected from,
 * as nobody who remembers anything has to hear of them, and no other writer waits.
 */
export const createSharedBudgets = (query: StateQuery): SharedBudgets => ({
  take: (who) => {
    const { address, name, budgets } = who;
    const place = sql<SharedPlace>`take_sign_in(
      ${address}, ${name}, ${pairOf(who)},
      ${budgets.address.burst}, ${budgets.address.refillSeconds},
      ${budgets.name.burst}, ${budgets.name.refillSeconds},
      ${budgets.reserve.burst}, ${budgets.reserve.refillSeconds})`;
    return query.selectFrom(place.as<'place'>('place')).selectAll().executeTakeFirstOrThrow();
  },
  takeName: async ({ name, budgets }) => {
    const left = sql<number>`take_sign_in_of_name(
      ${name}, ${budgets.name.burst}, ${budgets.name.refillSeconds})`;
    return (await query.selectNoFrom(left.as('seconds')).executeTakeFirstOrThrow()).seconds;
  },
  succeeded: async (who, isFromReserve) => {
    const { address, name, budgets } = who;
    const done = sql<null>`sign_in_succeeded(
      ${address}, ${name}, ${pairOf(who)}, ${isFromReserve ? 1 : 0},
      ${budgets.address.burst}, ${budgets.name.burst}, ${budgets.reserve.burst})`;
    await query.selectNoFrom(done.as('done')).execute();
  },
});
