import { sql } from 'kysely';
import type { StateQuery } from '../../state/state-access.ts';
import type { SharedAttempt, SharedBudgets, SharedPlace } from './login-throttle.ts';

const pairOf = ({ address, name }: SharedAttempt): string => `${address} ${name}`;

/** Over functions of the database, each one step: whoever asks at the same time is counted too. */
export const createSharedBudgets = (query: StateQuery): SharedBudgets => ({
  take: async (who) => {
    const { address, name, budgets } = who;
    const { rows } = await sql<SharedPlace>`SELECT * FROM take_sign_in(
      ${address}, ${name}, ${pairOf(who)},
      ${budgets.address.burst}, ${budgets.address.refillSeconds},
      ${budgets.name.burst}, ${budgets.name.refillSeconds},
      ${budgets.reserve.burst}, ${budgets.reserve.refillSeconds})`.execute(query);
    const [place] = rows;
    if (place === undefined) throw new Error('The database did not say whether there is a place.');
    return place;
  },
  takeName: async ({ name, budgets }) => {
    const { rows } = await sql<{ seconds: number }>`SELECT take_sign_in_of_name(
      ${name}, ${budgets.name.burst}, ${budgets.name.refillSeconds}) AS seconds`.execute(query);
    return rows[0]?.seconds ?? 0;
  },
  succeeded: async (who, isFromReserve) => {
    const { address, name, budgets } = who;
    await sql`SELECT sign_in_succeeded(
      ${address}, ${name}, ${pairOf(who)}, ${isFromReserve ? 1 : 0},
      ${budgets.address.burst}, ${budgets.name.burst}, ${budgets.reserve.burst})`.execute(query);
  },
});
