import type Database from 'better-sqlite3';
import { AppError } from '../platform/app-error.ts';

type Connection = Database.Database;
type Transaction = (...parameters: unknown[]) => unknown;

/** A connection that may lead to another file of the same kind later; statements prepared on it go along. */
export interface LiveConnection {
  /** For every store: statements are prepared when they are first asked for, and anew where they must be. */
  readonly raw: Connection;
  /** Goes up whenever it leads elsewhere: what was read before says nothing of what is read from then on. */
  generation(): number;
  /** From here on every read fails with unavailable. @returns what it led to, for whoever closes it */
  suspend(): Connection | null;
  lead(to: Connection): void;
}

/** While no library can be read, or the one that is there turns out to be damaged. */
export const away = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The collection is being read in anew. Please try again in a moment.', {
    cause,
    headers: { 'Retry-After': '2' },
  });

/** What it leads to, and what was made of that. */
const createLead = (first: Connection | (() => Connection)) => {
  let open = typeof first === 'function' ? first : null;
  let connection: Connection | null = typeof first === 'function' ? null : first;
  let generation = 1;

  const current = (): Connection => {
    if (open !== null) connection = open();
    open = null;
    if (connection === null) throw away();
    return connection;
  };

  return {
    current,
    orNull: () => connection,
    generation: () => generation,
    suspend: () => {
      const before = connection;
      open = null;
      if (before !== null) generation += 1;
      connection = null;
      return before;
    },
    lead: (to: Connection): void => {
      connection = to;
      open = null;
      generation += 1;
    },
    /** What is made of a connection, made again for the next one. */
    kept: <Made>(make: (from: Connection) => Made): (() => Made) => {
      let made: Made | undefined;
      let madeAt = 0;
      return () => {
        if (made === undefined || madeAt !== generation) {
          made = make(current());
          madeAt = generation;
        }
        return made;
      };
    },
  };
};

type Lead = ReturnType<typeof createLead>;
type Watched = <Result>(work: () => Result) => Result;

/**
 * Prepared when it is first asked for, and then again for each connection that follows: several hundred statements are
 * known, and hardly any is asked for while the server starts, which they would make wait.
 */
const prepareOn = (lead: Lead, watched: Watched, sql: string): Database.Statement => {
  const modes: ((statement: Database.Statement) => void)[] = [];
  const statement = lead.kept((from) => {
    const prepared = from.prepare(sql);
    for (const mode of modes) mode(prepared);
    return prepared;
  });
  const inMode = (mode: (prepared: Database.Statement) => void) => () => {
    modes.push(mode);
    return live;
  };
  const live = {
    get: (...parameters: unknown[]) => watched(() => statement().get(...parameters)),
    all: (...parameters: unknown[]) => watched(() => statement().all(...parameters)),
    run: (...parameters: unknown[]) => watched(() => statement().run(...parameters)),
    iterate: (...parameters: unknown[]) => watched(() => statement().iterate(...parameters)),
    pluck: inMode((prepared) => prepared.pluck()),
    raw: inMode((prepared) => prepared.raw()),
    /** Asked by the query builder. */
    get reader() {
      return watched(() => statement().reader);
    },
  };
  return live as unknown as Database.Statement;
};

/**
 * Makes a connection that stands for others, one after another.
 * @param first the first of them, or what opens it when it is first asked for anything
 * @param onError told of everything a statement throws; what it returns is thrown instead
 */
export const createLiveConnection = (
  first: Connection | (() => Connection),
  onError: (error: unknown) => unknown,
): LiveConnection => {
  const lead = createLead(first);

  const watched: Watched = (work) => {
    try {
      return work();
    } catch (error) {
      throw onError(error);
    }
  };

  const transaction = (work: Transaction) => {
    const made = lead.kept((from) => from.transaction(work));
    const run = (...parameters: unknown[]) => watched(() => made()(...parameters));
    return Object.assign(run, {
      immediate: (...parameters: unknown[]) => watched(() => made().immediate(...parameters)),
    });
  };

  const live = {
    prepare: (sql: string) => prepareOn(lead, watched, sql),
    transaction,
    pragma: (source: string, options?: Database.PragmaOptions) =>
      watched(() => lead.current().pragma(source, options)),
    get inTransaction() {
      return lead.orNull()?.inTransaction ?? false;
    },
    get open() {
      return lead.orNull()?.open ?? false;
    },
    get name() {
      return lead.current().name;
    },
    close: () => {
      lead.orNull()?.close();
      return live;
    },
  };

  return {
    // Every use is one of the above: what only writers need is left out.
    raw: live as unknown as Connection,
    generation: lead.generation,
    suspend: lead.suspend,
    lead: lead.lead,
  };
};
