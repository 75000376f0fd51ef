import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, type Driver, SqliteAdapter } from 'kysely';

/** What is waited for, and how the wait is known to be needed. */
export interface Patience {
  /** Whether a transaction is open: what fails within one cannot simply be tried again. */
  readonly isInTransaction: () => boolean;
  /** Whether the connection must not be lent to others meanwhile, so that nothing is waited for. */
  readonly isAlone: () => boolean;
}

/** How long somebody else's lock is waited for, and how often it is tried meanwhile, in milliseconds. */
const longestWaitMs = 10_000;
const tryEveryMs = 20;

/** Whether another connection, of this process or of another, held the lock that a write needs. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * Does something again and again while somebody else holds the lock.
 * @param between what is done while it waits
 */
export const patiently = async <Result>(
  work: () => Promise<Result>,
  options: { mayWait?: () => boolean; between?: () => Promise<unknown> } = {},
): Promise<Result> => {
  const { mayWait = () => true, between = () => sleep(tryEveryMs) } = options;
  const untilMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || !mayWait() || performance.now() > untilMs) throw error;
    }
    await between();
  }
};

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>;

/** Whoever comes first has it first. */
const createTurns = () => {
  let last: Promise<void> = Promise.resolve();
  let giveUp = (): void => {};
  return {
    take: async (): Promise<void> => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      giveUp = resolve;
    },
    give: (): void => giveUp(),
  };
};

const patientDriver = (driver: Driver, { isInTransaction, isAlone }: Patience): Driver => {
  const turns = createTurns();
  const mayWait = (): boolean => !isInTransaction() && !isAlone();
  // Others read, and try to write, while this one waits.
  const between = async (): Promise<void> => {
    turns.give();
    await sleep(tryEveryMs);
    await turns.take();
  };
  const patient = ({ executeQuery, streamQuery }: Connection): Connection => ({
    executeQuery: (query) => patiently(() => executeQuery(query), { mayWait, between }) as never,
    streamQuery,
  });
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      await turns.take();
      const connection = await driver.acquireConnection();
      return patient({
        executeQuery: (query) => connection.executeQuery(query),
        streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      });
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: async () => turns.give(),
    destroy: () => driver.destroy(),
  };
};

/** Turns are taken here, where one that waits can give up its own. */
class PatientAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * A dialect of one connection, whose writes wait for the lock of somebody else without holding up the thread, nor
 * whoever reads. The connection itself has to give up at once (`busy_timeout` 0). After ten seconds it fails.
 */
export const withPatience = (dialect: Dialect, patience: Patience): Dialect => ({
  createDriver: () => patientDriver(dialect.createDriver(), patience),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => new PatientAdapter(),
  createIntrospector: (query) => dialect.createIntrospector(query),
});
