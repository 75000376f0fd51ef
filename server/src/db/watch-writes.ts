import {
  type CompiledQuery,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type OperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import { partsOf } from './statement-parts.ts';

/** Hears of tables whose rows were changed or deleted; null where nobody can tell which. */
export type OnWrite = (table: string | null) => void;

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>;

const nameOf = (node: OperationNode | undefined): string | null =>
  node !== undefined && TableNode.is(node) ? node.table.identifier.name : null;

/** Tells of what a statement changes, if anything. New rows change nothing of the old. */
const tellOfPart = (query: OperationNode, tell: OnWrite): void => {
  if (SelectQueryNode.is(query)) return;
  if (UpdateQueryNode.is(query)) tell(nameOf(query.table));
  else if (DeleteQueryNode.is(query)) tell(nameOf(query.from.froms[0]));
  else if (!InsertQueryNode.is(query)) tell(null);
  else if (query.onConflict?.doNothing !== true && query.onConflict !== undefined) tell(nameOf(query.into));
};

const tellOf = (query: CompiledQuery, tell: OnWrite): void => {
  for (const part of partsOf(query)) tellOfPart(part, tell);
};

/** A connection that tells, at once and again when its transaction has ended. */
interface Watched {
  readonly inner: Connection;
  /** What its transaction has changed; null outside of one. */
  changed: Set<string | null> | null;
}

const watchedDriver = (
  driver: Driver,
  onWrite: OnWrite,
  changesNothing: (query: CompiledQuery) => boolean,
): Driver => {
  const connections = new WeakMap<Connection, Watched>();
  const watchedOf = (connection: Connection): Watched => {
    const watched = connections.get(connection);
    if (watched === undefined) throw new Error('This connection is not of this driver.');
    return watched;
  };
  const end = (connection: Connection): void => {
    const watched = watchedOf(connection);
    const { changed } = watched;
    watched.changed = null;
    changed?.forEach(onWrite);
  };
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const watched: Watched = { inner: await driver.acquireConnection(), changed: null };
      const connection: Connection = {
        executeQuery: async (query) => {
          const result = await watched.inner.executeQuery(query);
          if (changesNothing(query)) return result as never;
          tellOf(query, (table) => {
            watched.changed?.add(table);
            onWrite(table);
          });
          return result as never;
        },
        streamQuery: (query, chunkSize) => watched.inner.streamQuery(query, chunkSize),
      };
      connections.set(connection, watched);
      return connection;
    },
    beginTransaction: async (connection, settings) => {
      await driver.beginTransaction(watchedOf(connection).inner, settings);
      watchedOf(connection).changed = new Set();
    },
    commitTransaction: async (connection) => {
      await driver.commitTransaction(watchedOf(connection).inner);
      end(connection);
    },
    rollbackTransaction: async (connection) => {
      await driver.rollbackTransaction(watchedOf(connection).inner);
      end(connection);
    },
    releaseConnection: (connection) => driver.releaseConnection(watchedOf(connection).inner),
    destroy: () => driver.destroy(),
  };
};

/**
 * A dialect that tells of every statement that changes or deletes rows, whoever runs it: at once, and again when
 * its transaction has ended, since others may have read what was there before until then. What the builder does not know
 * may change everything.
 * @param changesNothing of what the builder does not know
 */
export const watchWrites = (
  dialect: Dialect,
  onWrite: OnWrite,
  changesNothing: (query: CompiledQuery) => boolean = () => false,
): Dialect => ({
  createDriver: () => watchedDriver(dialect.createDriver(), onWrite, changesNothing),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (query) => dialect.createIntrospector(query),
});
