import type { Migration } from '../../db/migrate.ts';
import type { Postgres, PostgresSession } from '../../db/postgres.ts';
import { migratePostgres } from '../../db/postgres-migrate.ts';
import type { ArrivingPart } from './apply.ts';
import { type FeedBatch, type FeedSnapshot, FencedError, type LibraryFeedStore } from './feed-store.ts';

/** Where the feed lies in the database: nothing in it is of people, and all of it can be made again. */
const feedSchema = 'library';

/** On which it is told that something was put. */
const channel = 'library_feed';

/** Every step of the schema, oldest first. What is stored is compressed already. */
const feedMigrations: readonly Migration[] = [
  {
    name: '0001-feed',
    sql: `
      CREATE TABLE feed_head (
        id int2 PRIMARY KEY CHECK (id = 1), epoch int8 NOT NULL, sequence int8, chain text, schema text,
        snapshot text, snapshot_sequence int8, snapshot_chain text, snapshot_chunks int4, snapshot_bytes int8,
        snapshot_digest text);
      INSERT INTO feed_head (id, epoch) VALUES (1, 0);
      CREATE TABLE feed_batches (
        sequence int8 PRIMARY KEY, previous text NOT NULL, chain text NOT NULL, parts int4 NOT NULL,
        size_bytes int8 NOT NULL);
      CREATE TABLE feed_parts (
        sequence int8 NOT NULL REFERENCES feed_batches ON DELETE CASCADE, part int4 NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (sequence, part));
      CREATE TABLE feed_chunks (
        snapshot text NOT NULL, number int4 NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (snapshot, number));
      CREATE TABLE scan_status (id int2 PRIMARY KEY CHECK (id = 1), status text NOT NULL);
      CREATE TABLE scan_wishes (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wish text NOT NULL);
      ALTER TABLE feed_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
      ALTER TABLE feed_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
    `,
  },
  {
    name: '0002-lease',
    sql: `
      CREATE TABLE scan_lease (
        id int2 PRIMARY KEY CHECK (id = 1), epoch int8 NOT NULL, holder text NOT NULL, held_until timestamptz NOT NULL);
      INSERT INTO scan_lease SELECT 1, epoch, '', '-infinity' FROM feed_head;
    `,
  },
];

/** Brings the schema of the feed to its newest form. @throws MigrationError */
export const migrateFeed = (database: Postgres): Promise<void> =>
  migratePostgres(database, { schema: feedSchema, migrations: feedMigrations });

/** What was published long ago is much, and goes at once; in milliseconds. */
const dropMs = 60_000;

/** Parts that are read at once: at most 12 MiB. */
const partsAtOnce = 3;

const statements = {
  head: {
    name: 'feed_head',
    text: `SELECT sequence, chain, schema, snapshot, snapshot_sequence, snapshot_chain, snapshot_chunks,
        snapshot_bytes, snapshot_digest,
        (SELECT coalesce(sum(size_bytes), 0)::int8 FROM library.feed_batches
          WHERE sequence > snapshot_sequence) AS bytes_since
      FROM library.feed_head WHERE sequence IS NOT NULL`,
  },
  fence: { name: 'feed_fence', text: 'SELECT epoch, sequence, chain FROM library.feed_head FOR UPDATE' },
  claim: { name: 'feed_claim', text: 'UPDATE library.feed_head SET epoch = $1' },
  known: {
    name: 'feed_known',
    text: 'SELECT 1 FROM library.feed_batches WHERE sequence = $1 AND chain = $2',
  },
  addBatch: { name: 'feed_add', text: 'INSERT INTO library.feed_batches VALUES ($1, $2, $3, $4, $5)' },
  addPart: { name: 'feed_add_part', text: 'INSERT INTO library.feed_parts VALUES ($1, $2, $3)' },
  move: { name: 'feed_move', text: 'UPDATE library.feed_head SET sequence = $1, chain = $2' },
  tell: { name: 'feed_tell', text: `SELECT pg_notify('${channel}', $1)` },
  parts: {
    name: 'feed_parts',
    text: `SELECT sequence, part, part = parts - 1 AS "isLast", previous, chain, bytes
      FROM library.feed_parts JOIN library.feed_batches USING (sequence)
      WHERE (sequence, part) > ($1::int8, $2::int4) ORDER BY sequence, part LIMIT ${partsAtOnce}`,
  },
  addChunk: { name: 'feed_add_chunk', text: 'INSERT INTO library.feed_chunks VALUES ($1, $2, $3)' },
  chunk: {
    name: 'feed_chunk',
    text: 'SELECT bytes FROM library.feed_chunks WHERE snapshot = $1 AND number = $2',
  },
  begin: {
    name: 'feed_begin',
    text: 'UPDATE library.feed_head SET sequence = $1, chain = $2, schema = $3',
  },
  dropBatches: {
    name: 'feed_drop_batches',
    answerMs: dropMs,
    text: `DELETE FROM library.feed_batches
      WHERE $1 OR sequence <= (SELECT snapshot_sequence FROM library.feed_head)`,
  },
  setSnapshot: {
    name: 'feed_set_snapshot',
    text: `UPDATE library.feed_head SET snapshot = $1, snapshot_sequence = $2, snapshot_chain = $3,
      snapshot_chunks = $4, snapshot_bytes = $5, snapshot_digest = $6`,
  },
  dropChunks: {
    name: 'feed_drop_chunks',
    answerMs: dropMs,
    text: 'DELETE FROM library.feed_chunks WHERE snapshot <> $1',
  },
} as const;

interface HeadRow {
  readonly sequence: number;
  readonly chain: string;
  readonly schema: string;
  readonly snapshot: string;
  readonly snapshot_sequence: number;
  readonly snapshot_chain: string;
  readonly snapshot_chunks: number;
  readonly snapshot_bytes: number;
  readonly snapshot_digest: string;
  readonly bytes_since: number;
}

interface Fence {
  readonly epoch: number;
  readonly sequence: number | null;
  readonly chain: string | null;
}

/** Holds everybody else back until the transaction ends. @throws FencedError */
const fence = async (session: PostgresSession, epoch: number): Promise<Fence> => {
  const [row] = await session.query<Fence>(statements.fence);
  if (row === undefined) throw new Error('The feed has no head.');
  if (row.epoch > epoch) {
    throw new FencedError(
      `The process of epoch ${epoch} may publish nothing any more: ${row.epoch} was elected.`,
    );
  }
  return row;
};

const headFrom = (row: HeadRow) => ({
  sequence: row.sequence,
  chain: row.chain,
  schema: row.schema,
  bytesSince: row.bytes_since,
  snapshot: {
    id: row.snapshot,
    sequence: row.snapshot_sequence,
    chain: row.snapshot_chain,
    chunks: row.snapshot_chunks,
    sizeBytes: row.snapshot_bytes,
    digest: row.snapshot_digest,
  },
});

const append = async (
  session: PostgresSession,
  epoch: number,
  { batch, parts }: { batch: FeedBatch; parts: () => AsyncIterable<Uint8Array> },
): Promise<'appended' | 'known' | 'apart'> => {
  const { sequence, previous, chain, sizeBytes } = batch;
  const head = await fence(session, epoch);
  if ((await session.query(statements.known, [sequence, chain])).length > 0) return 'known';
  if (head.chain !== previous) return 'apart';
  await session.query(statements.addBatch, [sequence, previous, chain, batch.parts, sizeBytes]);
  let part = 0;
  for await (const bytes of parts()) {
    await session.query(statements.addPart, [sequence, part, Buffer.from(bytes)]);
    part += 1;
  }
  await session.query(statements.move, [sequence, chain]);
  await session.query(statements.tell, [String(sequence)]);
  return 'appended';
};

const putSnapshot = async (
  session: PostgresSession,
  epoch: number,
  { snapshot, schema, begins }: { snapshot: FeedSnapshot; schema: string; begins: boolean },
): Promise<void> => {
  const { id, sequence, chain, chunks, sizeBytes, digest } = snapshot;
  await fence(session, epoch);
  await session.query(statements.dropBatches, [begins]);
  if (begins) await session.query(statements.begin, [sequence, chain, schema]);
  await session.query(statements.setSnapshot, [id, sequence, chain, chunks, sizeBytes, digest]);
  await session.query(statements.dropChunks, [id]);
  await session.query(statements.tell, [String(sequence)]);
};

/** Makes the store; its schema is there already. */
export const createPostgresFeedStore = (deps: {
  readonly database: Pick<Postgres, 'query' | 'transaction'>;
  /** Tells of what other processes told; begins after this. */
  readonly signals: { on(channel: string, hear: () => void): void };
}): LibraryFeedStore => {
  const { database } = deps;
  const listeners = new Set<() => void>();
  deps.signals.on(channel, () => {
    for (const hear of listeners) hear();
  });
  return {
    claim: (epoch) =>
      database.transaction(async (session) => {
        await fence(session, epoch);
        await session.query(statements.claim, [epoch]);
      }),
    head: async () => {
      const [row] = await database.query<HeadRow>(statements.head);
      return row === undefined ? null : headFrom(row);
    },
    append: (epoch, batch, parts) =>
      database.transaction((session) => append(session, epoch, { batch, parts })),
    partsAfter: async ({ sequence, part }) => [
      ...(await database.query<ArrivingPart>(statements.parts, [sequence, part])),
    ],
    putChunk: (epoch, { id, number, bytes }) =>
      database.transaction(async (session) => {
        await fence(session, epoch);
        await session.query(statements.addChunk, [id, number, Buffer.from(bytes)]);
      }),
    putSnapshot: (epoch, snapshot, options) =>
      database.transaction((session) => putSnapshot(session, epoch, { snapshot, ...options })),
    chunk: async (id, number) => {
      const [row] = await database.query<{ bytes: Uint8Array }>(statements.chunk, [id, number]);
      return row?.bytes ?? null;
    },
    onChange: (hear) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
};
