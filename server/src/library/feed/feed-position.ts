import { createHash, randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import { schemaDigest } from './feed-tables.ts';

/**
 * Which batch of the feed a library has come to. The chain is a digest of all batches so far: two libraries with the
 * same chain hold the same rows, whoever wrote them.
 */
export interface FeedPosition {
  /** Of the last batch; goes up by one with each. */
  readonly sequence: number;
  /** 32 hexadecimal digits. */
  readonly chain: string;
}

/** The chain of a batch, made of the one before it and the batch's bytes, part by part. */
export const startChain = (previous: string) => {
  const hash = createHash('sha256').update(previous, 'hex');
  return {
    add: (part: Uint8Array): void => void hash.update(part),
    /** 32 hexadecimal digits. */
    end: (): string => hash.digest('hex').slice(0, 32),
  };
};

/** One that no library has come to. */
export const newChain = (): string => randomBytes(16).toString('hex');

/** What the feed keeps in `library.db`. Made where a feed is wanted, and nowhere else. */
const ownTables = `
  CREATE TABLE IF NOT EXISTS feed_position (
    id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL, chain TEXT NOT NULL,
    revision TEXT, schema TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS feed_outbox (
    sequence INTEGER PRIMARY KEY, previous TEXT NOT NULL, chain TEXT NOT NULL, parts INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS feed_outbox_parts (
    sequence INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (sequence, part)) STRICT;
  CREATE TABLE IF NOT EXISTS feed_triggers (name TEXT PRIMARY KEY, sql TEXT NOT NULL) STRICT;
`;

/** Whether this library was ever part of a feed. */
export const isInFeed = (raw: Database.Database): boolean =>
  raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'feed_triggers'").get() !== undefined;

/** Makes what the feed keeps in `library.db`. */
export const makeOwnTables = (raw: Database.Database): void => {
  if (!isInFeed(raw)) raw.exec(`BEGIN IMMEDIATE; ${ownTables} COMMIT;`);
};

const revisionOf = `(SELECT value FROM meta WHERE key = 'revision')`;

/** What may be asked and said of a library's position, over a connection to it. */
export const createPositions = (raw: Database.Database) => {
  const read = raw.prepare<
    [],
    FeedPosition & { revision: string | null; schema: string; now: string | null }
  >(`SELECT sequence, chain, revision, schema, ${revisionOf} AS now FROM feed_position`);
  const write = raw.prepare(
    `INSERT INTO feed_position (id, sequence, chain, revision, schema)
     VALUES (1, @sequence, @chain, ${revisionOf}, @schema)
     ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, chain = excluded.chain,
       revision = excluded.revision, schema = excluded.schema`,
  );
  return {
    /**
     * Where the library stands; null where it never stood anywhere, and where it was written to without a word to
     * the feed, or brought to another schema: its rows are not those of its position then.
     */
    read: (): FeedPosition | null => {
      const row = read.get();
      if (row === undefined || row.revision !== row.now || row.schema !== schemaDigest(raw)) return null;
      return { sequence: row.sequence, chain: row.chain };
    },
    /** What is written of it, sure within transactions of whoever settled it. */
    here: (): FeedPosition => {
      const row = read.get();
      if (row === undefined) throw new Error('The library has no position in a feed.');
      return { sequence: row.sequence, chain: row.chain };
    },
    /** The greatest number it ever stood at; 0 where it never did. */
    lastSequence: (): number => read.get()?.sequence ?? 0,
    /** Within the transaction that brings it there. @param schema digest of the schema that it has */
    write: (position: FeedPosition, schema: string): void => void write.run({ ...position, schema }),
  };
};
