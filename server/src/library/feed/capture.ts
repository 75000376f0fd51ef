import type { LibraryConnection } from '../connection.ts';
import { createFeedEncoder, type FeedEncoder, type FeedValue } from './feed-bytes.ts';
import { createPositions, makeOwnTables, newChain, startChain } from './feed-position.ts';
import { type FeedTable, quoted, readFeedTables, schemaDigest, sequences } from './feed-tables.ts';

/**
 * Notes which rows the writing connection changes, and packs them into the outbox: in the transaction that changes
 * them, so that a process that is killed has either both or neither.
 */
export interface Capture {
  /** Packs what the open transaction changed. Call last, before it is committed. */
  keep(): void;
  /** Batches up to this one have been published: the next transaction takes them out of the outbox. */
  published(sequence: number): void;
  /** Takes out of the outbox what was published, now; outside of a transaction. */
  tidy(): void;
}

/** Rows that are read at once. */
const rowsAtOnce = 500;

/**
 * What waits to be published grows up to here while the database is away, in bytes. Beyond it everybody starts from a
 * copy of the whole library, which is less by then.
 */
const defaultMostWaiting = 256 * 1024 * 1024;

const noteOf = ({ name }: FeedTable): string => quoted(`feed_note_${name}`);

/** Notes by temporary triggers: they see every way in which this connection writes, and nobody else has them. */
const watch = (raw: LibraryConnection, table: FeedTable): void => {
  const { name, key } = table;
  const columns = key.map(quoted).join(', ');
  const values = (row: 'new' | 'old'): string => key.map((column) => `${row}.${quoted(column)}`).join(', ');
  // The clause within the statement: what an outer statement says of conflicts is taken over by its triggers.
  const add = (row: 'new' | 'old'): string =>
    `INSERT INTO ${noteOf(table)} (${columns}) VALUES (${values(row)}) ON CONFLICT DO NOTHING;`;
  const trigger = (what: string, when: string, row: 'new' | 'old'): string =>
    `CREATE TEMP TRIGGER ${quoted(`feed_${what}_${name}`)} AFTER ${when} BEGIN ${add(row)} END;`;
  const on = `ON main.${quoted(name)}`;
  const isOther = key.map((column) => `new.${quoted(column)} IS NOT old.${quoted(column)}`).join(' OR ');
  raw.exec(`
    CREATE TEMP TABLE ${noteOf(table)} (note INTEGER PRIMARY KEY, ${columns}, UNIQUE (${columns}));
    ${trigger('comes', `INSERT ${on}`, 'new')}
    ${trigger('changes', `UPDATE ${on}`, 'new')}
    ${trigger('moves', `UPDATE OF ${columns} ${on} WHEN ${isOther}`, 'old')}
    ${trigger('goes', `DELETE ${on}`, 'old')}`);
};

/** Reads what was noted of a table. */
const createNotes = (raw: LibraryConnection, table: FeedTable) => {
  const { name, columns, key } = table;
  watch(raw, table);
  const noted = noteOf(table);
  const isSame = key.map((column) => `t.${quoted(column)} = n.${quoted(column)}`).join(' AND ');
  const page = 'n.note > ? ORDER BY n.note LIMIT ?';
  const listed = (of: 'n' | 't', what: readonly string[]): string =>
    what.map((column) => `${of}.${quoted(column)}`).join(', ');
  type Row = [number, ...FeedValue[]];
  const any = raw.prepare(`SELECT 1 FROM temp.${noted} LIMIT 1`);
  const gone = raw
    .prepare<[number, number], Row>(
      `SELECT n.note, ${listed('n', key)} FROM temp.${noted} AS n
       WHERE NOT EXISTS (SELECT 1 FROM main.${quoted(name)} AS t WHERE ${isSame}) AND ${page}`,
    )
    .raw();
  const there = raw
    .prepare<[number, number], Row>(
      `SELECT n.note, ${listed('t', columns)} FROM temp.${noted} AS n
       CROSS JOIN main.${quoted(name)} AS t ON ${isSame} WHERE ${page}`,
    )
    .raw();
  const clear = raw.prepare(`DELETE FROM temp.${noted}`);

  const all = (statement: typeof gone, give: (values: FeedValue[]) => void): void => {
    for (let after = -1; ; ) {
      const rows = statement.all(after, rowsAtOnce);
      for (const [note, ...values] of rows) {
        give(values);
        after = note;
      }
      if (rows.length < rowsAtOnce) return;
    }
  };

  return {
    /** Gives what was noted and forgets it: what is gone first, so that nothing stands in the way of what came. */
    pack: (encoder: FeedEncoder): void => {
      if (any.get() === undefined) return;
      encoder.table(name);
      all(gone, (values) => encoder.row('gone', values));
      all(there, (values) => encoder.row('there', values));
      clear.run();
    },
  };
};

/** Numbers that are not given again, where they went up. */
const createSequences = (raw: LibraryConnection) => {
  const read = raw.prepare<[], [string, number]>(`SELECT name, seq FROM ${sequences} ORDER BY name`).raw();
  let known = JSON.stringify(read.all());
  return {
    pack: (encoder: FeedEncoder): void => {
      const rows = read.all();
      const now = JSON.stringify(rows);
      if (now === known) return;
      known = now;
      encoder.table(sequences);
      for (const row of rows) encoder.row('there', row);
    },
    /** After a rollback they are told once more. */
    forget: (): void => {
      known = '';
    },
  };
};

/** What waits to be published. */
const createOutbox = (raw: LibraryConnection) => {
  const addPart = raw.prepare('INSERT INTO feed_outbox_parts VALUES (?, ?, ?)');
  const add = raw.prepare(
    'INSERT INTO feed_outbox VALUES (@sequence, @previous, @chain, @parts, @sizeBytes)',
  );
  const removeParts = raw.prepare('DELETE FROM feed_outbox_parts WHERE sequence <= ?');
  const remove = raw.prepare('DELETE FROM feed_outbox WHERE sequence <= ?');
  const size = raw.prepare<[], number>('SELECT coalesce(sum(size_bytes), 0) FROM feed_outbox').pluck();
  return {
    addPart: (sequence: number, part: number, bytes: Uint8Array): void =>
      void addPart.run(sequence, part, bytes),
    add: (batch: {
      sequence: number;
      previous: string;
      chain: string;
      parts: number;
      sizeBytes: number;
    }): void => void add.run(batch),
    /** Up to this one, and all where none is named. */
    remove: (sequence = Number.MAX_SAFE_INTEGER): void => {
      removeParts.run(sequence);
      remove.run(sequence);
    },
    sizeBytes: (): number => size.get() ?? 0,
  };
};

/**
 * Gives a library that is to be written to, and to be followed, a position: the one it has, or where its rows are not
 * those of one, whatever happened, one that nobody has come to.
 */
export const settlePosition = (raw: LibraryConnection): void => {
  makeOwnTables(raw);
  const positions = createPositions(raw);
  raw
    .transaction(() => {
      if (positions.read() !== null) return;
      createOutbox(raw).remove();
      positions.write({ sequence: positions.lastSequence() + 1, chain: newChain() }, schemaDigest(raw));
    })
    .immediate();
};

/**
 * Begins to note what this connection writes to `library.db`.
 * @param options.mostWaiting bytes that may wait to be published; plenty unless told
 */
export const createCapture = (
  raw: LibraryConnection,
  options: { readonly mostWaiting?: number } = {},
): Capture => {
  const { mostWaiting = defaultMostWaiting } = options;
  settlePosition(raw);
  const schema = schemaDigest(raw);
  // What REPLACE takes out of the way is told by triggers only then.
  raw.pragma('recursive_triggers = ON');
  const tables = readFeedTables(raw).map((table) => createNotes(raw, table));
  const given = createSequences(raw);
  const positions = createPositions(raw);
  const outbox = createOutbox(raw);
  let publishedTo = 0;
  let tidiedTo = 0;

  const tidy = (): void => {
    if (publishedTo > tidiedTo) outbox.remove(publishedTo);
    tidiedTo = publishedTo;
  };

  const pack = (previous: string, sequence: number): void => {
    const chain = startChain(previous);
    let parts = 0;
    let sizeBytes = 0;
    const encoder = createFeedEncoder((part) => {
      chain.add(part);
      outbox.addPart(sequence, parts, part);
      parts += 1;
      sizeBytes += part.length;
    });
    for (const table of tables) table.pack(encoder);
    given.pack(encoder);
    encoder.end();
    const position = { sequence, chain: chain.end() };
    outbox.add({ ...position, previous, parts, sizeBytes });
    positions.write(position, schema);
  };

  return {
    keep: () => {
      tidy();
      const { sequence, chain } = positions.here();
      pack(chain, sequence + 1);
      if (outbox.sizeBytes() <= mostWaiting) return;
      outbox.remove();
      positions.write({ sequence: sequence + 1, chain: newChain() }, schema);
    },
    published: (sequence) => {
      publishedTo = Math.max(publishedTo, sequence);
    },
    tidy: () => {
      if (!raw.inTransaction) raw.transaction(tidy).immediate();
    },
  };
};
