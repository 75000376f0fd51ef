import { setImmediate as turn } from 'node:timers/promises';
import type { StateQuery, StateTransaction } from './state-access.ts';

/** How long a transaction may take before the next one begins, in milliseconds. */
const longestMs = 8;

/**
 * Does many small writes in as many short transactions as it takes; between two of them everybody else gets a turn.
 * What is interrupted is done in part: doing it again must change nothing.
 */
export const inShortTransactions = async <Item>(
  query: StateQuery,
  items: Iterable<Item>,
  write: (transaction: StateTransaction, item: Item) => Promise<unknown>,
): Promise<void> => {
  const left = items[Symbol.iterator]();
  for (let next = left.next(); next.done !== true; ) {
    await query.transaction().execute(async (transaction) => {
      const start = performance.now();
      while (next.done !== true) {
        await write(transaction, next.value);
        next = left.next();
        if (performance.now() - start >= longestMs) return;
      }
    });
    await turn();
  }
};
