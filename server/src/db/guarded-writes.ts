import type { Dialect, Driver } from 'kysely';
import { onlyReads } from './statement-parts.ts';

/** Looks whether what is written is kept. What it throws is thrown in place of an answer. */
export interface WriteGuard {
  /** Before a write, or a transaction, begins. */
  before(): void;
  /** It was done, and nobody was told so yet. */
  after(): void;
}

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>;

/** A connection, and whether it is within a transaction: that is looked after as one. */
interface Guarded {
  readonly inner: Connection;
  isInTransaction: boolean;
}

const guardedDriver = (driver: Driver, guard: WriteGuard): Driver => {
  const connections = new WeakMap<Connection, Guarded>();
  const guardedOf = (connection: Connection): Guarded => {
    const guarded = connections.get(connection);
    if (guarded === undefined) throw new Error('This connection is not of this driver.');
    return guarded;
  };
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const guarded: Guarded = { inner: await driver.acquireConnection(), isInTransaction: false };
      const connection: Connection = {
        executeQuery: async (query) => {
          const isGuarded = !guarded.isInTransaction && !onlyReads(query);
          if (isGuarded) guard.before();
          const result = await guarded.inner.executeQuery(query);
          if (isGuarded) guard.after();
          return result as never;
        },
        streamQuery: (query, chunkSize) => guarded.inner.streamQuery(query, chunkSize),
      };
      connections.set(connection, guarded);
      return connection;
    },
    beginTransaction: async (connection, settings) => {
      guard.before();
      const guarded = guardedOf(connection);
      await driver.beginTransaction(guarded.inner, settings);
      guarded.isInTransaction = true;
    },
    commitTransaction: async (connection) => {
      const guarded = guardedOf(connection);
      await driver.commitTransaction(guarded.inner);
      guarded.isInTransaction = false;
      guard.after();
    },
    rollbackTransaction: async (connection) => {
      const guarded = guardedOf(connection);
      guarded.isInTransaction = false;
      await driver.rollbackTransaction(guarded.inner);
    },
    releaseConnection: (connection) => driver.releaseConnection(guardedOf(connection).inner),
    destroy: () => driver.destroy(),
  };
};

/** A dialect of which every write and every transaction is looked after; what only reads is not. */
export const guardWrites = (dialect: Dialect, guard: WriteGuard): Dialect => ({
  createDriver: () => guardedDriver(dialect.createDriver(), guard),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (query) => dialect.createIntrospector(query),
});
