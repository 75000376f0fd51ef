import {
  CompiledQuery,
  type Dialect,
  type Driver,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RawNode,
} from 'kysely';
import { onlyReads } from './statement-parts.ts';
import { saidToPostgres } from './two-dialects.ts';

/*
 * Whoever writes what people made does so alone, in all processes together, as with SQLite: code that reads, decides and
 * writes within one transaction may rely on nothing coming between.
 */

/** Held by whoever writes, until the commit. */
const writerLock = 7_013_002;

const begin = CompiledQuery.raw(`BEGIN; SELECT pg_advisory_xact_lock(${writerLock})`);
/** Single statements do not keep one another waiting. */
const beginShared = CompiledQuery.raw(`BEGIN; SELECT pg_advisory_xact_lock_shared(${writerLock})`);
const beginOnly = CompiledQuery.raw('BEGIN');
const commit = CompiledQuery.raw('COMMIT');
const rollback = CompiledQuery.raw('ROLLBACK');

/** What a transaction asks first where it must not wait for another writer. */
export const tryToWrite = CompiledQuery.raw(`SELECT pg_try_advisory_xact_lock(${writerLock}) AS taken`);

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>;

/** As a transaction of its own, in the turn of writers. */
const writeAlone = async <Row>(connection: Connection, query: CompiledQuery) => {
  await connection.executeQuery(beginShared);
  try {
    const result = await connection.executeQuery<Row>(query);
    await connection.executeQuery(commit);
    return result;
  } catch (error) {
    // Where the connection is gone, so is what it began.
    await connection.executeQuery(rollback).catch(() => {});
    throw error;
  }
};

const oneWriterDriver = (driver: Driver, waits: boolean): Driver => {
  const inTransaction = new WeakSet<Connection>();
  const inners = new WeakMap<Connection, Connection>();
  const innerOf = (connection: Connection): Connection => inners.get(connection) ?? connection;
  const end = (connection: Connection): void => void inTransaction.delete(connection);
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const inner = await driver.acquireConnection();
      const connection: Connection = {
        executeQuery: (query) =>
          inTransaction.has(connection) || onlyReads(query)
            ? inner.executeQuery(query)
            : writeAlone(inner, query),
        streamQuery: (query, chunkSize) => inner.streamQuery(query, chunkSize),
      };
      inners.set(connection, inner);
      return connection;
    },
    beginTransaction: async (connection) => {
      await innerOf(connection).executeQuery(waits ? begin : beginOnly);
      inTransaction.add(connection);
    },
    commitTransaction: async (connection) => {
      end(connection);
      await driver.commitTransaction(innerOf(connection));
    },
    rollbackTransaction: async (connection) => {
      end(connection);
      await driver.rollbackTransaction(innerOf(connection));
    },
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    destroy: () => driver.destroy(),
  };
};

/** Says what both kinds of database have words for in PostgreSQL's. */
class StateCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(saidToPostgres(node));
  }
}

/**
 * A dialect of PostgreSQL whose transactions come one after the other, whichever process they are of.
 * @param waits whether a transaction waits for its turn as it begins; one that does not asks `tryToWrite` first
 */
export const oneWriter = (dialect: Dialect, { waits = true } = {}): Dialect => ({
  createDriver: () => oneWriterDriver(dialect.createDriver(), waits),
  createQueryCompiler: (): QueryCompiler => new StateCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (query) => dialect.createIntrospector(query),
});
