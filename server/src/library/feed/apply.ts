import type Database from 'better-sqlite3';
import { createFeedDecoder, type FeedRecord, type FeedValue } from './feed-bytes.ts';
import { createPositions, type FeedPosition, startChain } from './feed-position.ts';
import { type FeedTable, quoted, readFeedTables, schemaDigest, sequences } from './feed-tables.ts';
import { putTriggersAside } from './following.ts';

/** A batch as it arrives, part by part. */
export interface ArrivingPart extends FeedPosition {
  /** The chain of the batch before. */
  readonly previous: string;
  /** From 0. */
  readonly part: number;
  readonly isLast: boolean;
  readonly bytes: Uint8Array;
}

/**
 * What came of a part: `applied` with the last of a batch, whose rows are seen from then on, all at once; `taken` with
 * those before; `known` where the library is as far already; `apart` where the batch does not follow what it holds.
 */
export type Applied = 'applied' | 'taken' | 'known' | 'apart';

const writerOf = (raw: Database.Database, { name, columns, key }: FeedTable) => {
  const isKey = key.map((column) => `${quoted(column)} = ?`).join(' AND ');
  const gone = raw.prepare(`DELETE FROM ${quoted(name)} WHERE ${isKey}`);
  // A row that stands in the way by a name of its own is one that changed, too, and comes later in the batch.
  const there = raw.prepare(
    `INSERT OR REPLACE INTO ${quoted(name)} (${columns.map(quoted).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return {
    gone: (values: FeedValue[]): void => void gone.run(values),
    there: (values: FeedValue[]): void => void there.run(values),
  };
};

const sequenceWriter = (raw: Database.Database) => {
  const remove = raw.prepare(`DELETE FROM ${sequences} WHERE name = ?`);
  const add = raw.prepare(`INSERT INTO ${sequences} (name, seq) VALUES (?, ?)`);
  return {
    gone: (): void => {},
    there: (values: FeedValue[]): void => {
      remove.run(values[0]);
      add.run(values);
    },
  };
};

type RowWriter = ReturnType<typeof writerOf>;

/** Writes records as they come. */
const createRecordWriter = (raw: Database.Database) => {
  const tables = new Map(readFeedTables(raw).map((table) => [table.name, table]));
  const writers = new Map<string, RowWriter>([[sequences, sequenceWriter(raw)]]);
  let current: RowWriter | null = null;

  const writerFor = (name: string): RowWriter => {
    const known = writers.get(name);
    if (known !== undefined) return known;
    const table = tables.get(name);
    if (table === undefined)
      throw new RangeError(`The feed tells of a table ${name} that this library has not.`);
    const writer = writerOf(raw, table);
    writers.set(name, writer);
    return writer;
  };

  return (record: FeedRecord): void => {
    if (record.kind === 'table') current = writerFor(record.name);
    else if (current === null) throw new RangeError('The feed tells of a row without its table.');
    else current[record.kind](record.values);
  };
};

/** A batch of which parts have been written. */
const beginBatch = (write: (record: FeedRecord) => void, first: ArrivingPart) => ({
  sequence: first.sequence,
  next: 0,
  chain: startChain(first.previous),
  decoder: createFeedDecoder(write),
});

/** Applies batches to a library, in order, each in one transaction, over a writing connection of its own. */
export const createApplier = (raw: Database.Database) => {
  putTriggersAside(raw);
  const schema = schemaDigest(raw);
  const positions = createPositions(raw);
  const write = createRecordWriter(raw);
  const begin = raw.prepare('BEGIN IMMEDIATE');
  const commit = raw.prepare('COMMIT');
  let batch: ReturnType<typeof beginBatch> | null = null;

  const rollback = (): void => {
    batch = null;
    if (raw.inTransaction) raw.exec('ROLLBACK');
  };

  const start = (part: ArrivingPart): Exclude<Applied, 'applied'> => {
    begin.run();
    const here = positions.read();
    const isKnown = here !== null && part.sequence <= here.sequence;
    if (here === null || isKnown || here.chain !== part.previous) {
      rollback();
      return isKnown ? 'known' : 'apart';
    }
    batch = beginBatch(write, part);
    return 'taken';
  };

  const take = (part: ArrivingPart): Applied => {
    if (batch?.sequence !== part.sequence || batch.next !== part.part) {
      rollback();
      if (part.part > 0) return 'apart';
      const begun = start(part);
      if (begun !== 'taken') return begun;
    }
    const open = batch as ReturnType<typeof beginBatch>;
    open.chain.add(part.bytes);
    open.decoder.part(part.bytes);
    open.next += 1;
    if (!part.isLast) return 'taken';
    open.decoder.end();
    if (open.chain.end() !== part.chain) {
      rollback();
      return 'apart';
    }
    positions.write({ sequence: part.sequence, chain: part.chain }, schema);
    commit.run();
    batch = null;
    return 'applied';
  };

  return {
    /** Where the library stands; null where nothing can be applied to it, and a copy is needed. */
    position: positions.read,
    /** @throws what SQLite throws; nothing of the batch is written then */
    take: (part: ArrivingPart): Applied => {
      try {
        return take(part);
      } catch (error) {
        rollback();
        throw error;
      }
    },
    /** Drops a batch of which only a part came. */
    rollback,
  };
};
