import type { Kysely, Transaction } from 'kysely';
import type { StateDatabase } from './state-schema.ts';

/**
 * A change that has been checked and only needs to be written, so that several can be written as one.
 */
export interface PreparedChange {
  /**
   * Writes it, as part of a transaction. Awaits nothing but queries: the connection is shared, and
   * what runs in between would be part of the transaction.
   */
  apply(transaction: Transaction<StateDatabase>): Promise<void>;
  /** Called after the transaction was committed: refreshes what is kept in memory and tells others. */
  announce(): void;
}

/** Writes changes in one transaction, all or none, and announces them. */
export const applyChanges = async (
  query: Kysely<StateDatabase>,
  changes: readonly PreparedChange[],
): Promise<void> => {
  await query.transaction().execute(async (transaction) => {
    for (const change of changes) await change.apply(transaction);
  });
  for (const change of changes) change.announce();
};
