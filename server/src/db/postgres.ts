import { setTimeout } from 'node:timers/promises';
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { rememberNewest } from '../platform/remembered.ts';
import { explainPostgres, isUnanswered } from './postgres-errors.ts';

/*
 * PostgreSQL, for installations of several processes. Nobody without one loads this file: whoever opens it imports it
 * when a database is named.
 */

/** A statement. */
interface PostgresStatement {
  /** Under which each connection keeps it prepared; its text never changes. */
  readonly name?: string;
  readonly text: string;
  /** How long an answer is waited for where that is longer than with the others, in milliseconds. */
  readonly answerMs?: number;
}

/** Whoever can be asked statements. */
export interface PostgresSession {
  /**
   * @param values text (without NUL, which is taken out), numbers, bytes, null, or lists of these
   * @throws AppError unavailable while the database is away or busy; else what the driver threw, with PostgreSQL's code
   */
  query<Row extends object>(
    statement: PostgresStatement | string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/** A connection that nobody else uses, for what belongs to a connection: locks of a session, and hearing of events. */
export interface PostgresOwnSession extends PostgresSession {
  /** @param hear is called with every event that this connection listens to */
  onNotify(hear: (channel: string, payload: string) => void): void;
  /** Resolves once it is gone, whoever ended it. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** A database of PostgreSQL. */
export interface Postgres extends PostgresSession {
  /** All or nothing, on one connection; at the level of isolation that is PostgreSQL's default. */
  transaction<Result>(work: (session: PostgresSession) => Promise<Result>): Promise<Result>;
  openSession(): Promise<PostgresOwnSession>;
  /** What the query builder speaks with it; ended with it. */
  readonly dialect: Dialect;
  /** How many connections there are, how many of them are in use, and how many calls wait for one. */
  use(): { readonly connections: number; readonly busy: number; readonly waiting: number };
  close(): Promise<void>;
}

/** How to open one. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/name?sslmode=…`; a socket as `postgres:///name?host=/folder`. */
  readonly url: string;
  /** Where names without a schema are looked for. */
  readonly schema: string;
  /** How many connections it uses at most; those of `openSession` come on top. */
  readonly mostConnections?: number;
  /**
   * How long an answer is waited for, in milliseconds: a network that is cut in the midst says nothing of it. For ever
   * unless told.
   */
  readonly answerMs?: number;
  /** Told of connections that ended; whoever used one is told by what they asked. */
  readonly onLost?: (error: Error) => void;
}

const defaultMostConnections = 10;

/** How long somebody waits for a connection, in milliseconds. */
const connectTimeoutMs = 5_000;

/** What a connection gives up after, in milliseconds: nothing of ours takes a second. */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 8_000,
  // Whoever stops in the midst of a transaction (a process that is suspended, a machine that is gone) holds up nobody.
  idle_in_transaction_session_timeout: 5_000,
} as const;

/** How long the other end may take to say goodbye, in milliseconds. */
const goodbyeMs = 1_000;

/** How many statements of the builder a connection keeps prepared. */
const mostNamed = 400;

/** Types whose values the driver hands on as text, by PostgreSQL's numbers: integers of 8 bytes, and sums of them. */
const numberTypes: readonly number[] = [20, 1700];

const numberFrom = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${text} is too large a number.`);
  }
  return value;
};

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    numberTypes.includes(id) ? numberFrom : pg.types.getTypeParser(id, format as 'text'),
};

/** PostgreSQL keeps every text but one that holds NUL. */
const withoutNul = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
};

const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw explainPostgres(error);
  }
};

/** Ends a connection that did not answer in time: whatever was asked of it next would wait as long. */
const letGoOf =
  (client: { end(): Promise<void> }) =>
  (error: unknown): void => {
    if (isUnanswered(error)) client.end().catch(() => {});
  };

/** @param onFailure is told what the driver threw */
const sessionOf = (
  client: Pick<pg.ClientBase, 'query'>,
  onFailure: (error: unknown) => void = () => {},
): PostgresSession => ({
  query: <Row extends object>(statement: PostgresStatement | string, values: readonly unknown[] = []) =>
    explained(async () => {
      const { answerMs, ...named } = typeof statement === 'string' ? { text: statement } : statement;
      const patience = answerMs === undefined ? {} : { query_timeout: answerMs };
      try {
        const { rows } = await client.query<Row>({ ...named, ...patience, values: values.map(withoutNul) });
        return rows;
      } catch (error) {
        onFailure(error);
        throw error;
      }
    }),
});

/** Names for the builder's statements, which come again and again as the same texts. */
const createNames = () => {
  const names = new Map<string, string>();
  let next = 0;
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    // A connection keeps what was prepared on it: those that come late are planned each time.
    if (names.size >= mostNamed) return undefined;
    next += 1;
    const name = `tonearm_${next}`;
    rememberNewest(names, { key: text, value: name, most: mostNamed });
    return name;
  };
};

/** The pool as the builder wants it. */
const poolOfBuilder = (pool: pg.Pool): PostgresPool => {
  const nameOf = createNames();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const letGo = letGoOf(client as unknown as pg.Client);
    const query = (text: string, values: readonly unknown[]) =>
      explained(async () => {
        const isPrepared = values.length > 0;
        const name = isPrepared ? nameOf(text) : undefined;
        try {
          return await client.query({
            text,
            values: values.map(withoutNul),
            ...(name === undefined ? {} : { name }),
          });
        } catch (error) {
          letGo(error);
          throw error;
        }
      });
    return {
      query,
      release: (isBroken?: boolean) => client.release(isBroken),
    } as unknown as PostgresPoolClient;
  };
  return {
    connect: async () => {
      const client = await explained(() => pool.connect());
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: async () => {},
  } as PostgresPool;
};

const transactionOn = async <Result>(
  pool: pg.Pool,
  work: (session: PostgresSession) => Promise<Result>,
): Promise<Result> => {
  const client = await explained(() => pool.connect());
  const session = sessionOf(client, letGoOf(client as unknown as pg.Client));
  try {
    await session.query('BEGIN');
    const result = await work(session);
    await session.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    const isBack = await session.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    // One that cannot even take back what it did is of no use to anybody.
    client.release(!isBack);
    throw error;
  }
};

const openOwnSession = async (config: pg.ClientConfig): Promise<PostgresOwnSession> => {
  const client = new pg.Client({
    ...config,
    idle_in_transaction_session_timeout: limits.idle_in_transaction_session_timeout,
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.on('error', () => resolve());
  client.on('end', () => resolve());
  await explained(() => client.connect());
  return {
    ...sessionOf(client, letGoOf(client)),
    onNotify: (hear) => void client.on('notification', ({ channel, payload = '' }) => hear(channel, payload)),
    ended,
    close: async () => {
      // One that does not answer any more would be waited for.
      resolve();
      const isEnded = client.end().catch(() => {});
      await Promise.race([isEnded, setTimeout(goodbyeMs, undefined, { ref: false })]);
    },
  };
};

/** Opens a database. Nothing is asked of it yet. Whoever opens it closes it. */
export const openPostgres = (options: PostgresOptions): Postgres => {
  const config: pg.PoolConfig = {
    ...{ connectionString: options.url, application_name: 'tonearm', types: types as pg.CustomTypesConfig },
    ...{ connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, keepAliveInitialDelayMillis: 5_000 },
    options: `-c search_path=${options.schema}`,
    ...limits,
    ...(options.answerMs === undefined ? {} : { query_timeout: options.answerMs }),
  };
  const pool = new pg.Pool({ ...config, max: options.mostConnections ?? defaultMostConnections });
  const lose = (error: Error): void => options.onLost?.(error);
  pool.on('error', lose);
  // While somebody uses one its errors are nobody's, and one that is nobody's ends the process.
  pool.on('connect', (client) => client.on('error', lose));
  return {
    ...sessionOf(pool as unknown as Pick<pg.ClientBase, 'query'>),
    transaction: (work) => transactionOn(pool, work),
    openSession: () => openOwnSession(config),
    dialect: new PostgresDialect({ pool: poolOfBuilder(pool) }),
    use: () => ({
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
};
