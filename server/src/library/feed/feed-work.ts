import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { MigrationError } from '../../db/migrate.ts';
import { carryLogOver } from '../../db/settings.ts';
import { type OpenDatabase, openSqlite } from '../../db/sqlite.ts';
import { migrateLibrary } from '../migrations/library.ts';
import { type Applied, type ArrivingPart, createApplier } from './apply.ts';
import { settlePosition } from './capture.ts';
import { compress, decompress, mostPartBytes } from './feed-bytes.ts';
import { createPositions, type FeedPosition, isInFeed, makeOwnTables } from './feed-position.ts';
import type { FeedBatch, FeedHead, FeedSnapshot } from './feed-store.ts';
import { schemaDigest } from './feed-tables.ts';
import { leavingFeed, putTriggersAside, putTriggersBack } from './following.ts';

/*
 * What a process that leads or follows does with its own `library.db`, one thing at a time, on a thread of its own.
 */

/**
 * How a library stands to the feed: nowhere (`none`: its rows are those of no position), at its end (`same`), with more
 * that waits to be published (`ahead`), before its end (`behind`), or where the feed never was (`apart`).
 */
export type Stand = 'none' | 'same' | 'ahead' | 'behind' | 'apart';

/** A copy of the library, ready to be put into a store by chunks. */
export interface MadeCopy extends FeedPosition {
  readonly id: string;
  readonly schema: string;
  readonly chunks: number;
}

/** Why a copy that was fetched is not taken. `newer`: it is of a version that this one does not know. */
export type Refusal = 'newer' | 'broken';

const chunkBytes = mostPartBytes - 64 * 1024;

/** Where copies lie while they are made or fetched; nothing in them is needed after a start. */
const copyNames = { made: 'library.db.copy', fetched: 'library.db.fetched' } as const;

const removeAt = (path: string): void => {
  for (const tail of ['', '-wal', '-shm', '-journal']) rmSync(path + tail, { force: true });
};

const outboxOf = (raw: Database.Database) => ({
  list: raw.prepare<[number], FeedBatch>(
    `SELECT sequence, previous, chain, parts, size_bytes AS sizeBytes FROM feed_outbox
     WHERE sequence > ? ORDER BY sequence LIMIT 100`,
  ),
  part: raw
    .prepare<[number, number], Uint8Array>(
      'SELECT bytes FROM feed_outbox_parts WHERE sequence = ? AND part = ?',
    )
    .pluck(),
  follows: raw.prepare<[string]>('SELECT 1 FROM feed_outbox WHERE previous = ?'),
});

const standOf = (raw: Database.Database, head: Pick<FeedHead, 'sequence' | 'chain'>): Stand => {
  if (!isInFeed(raw)) return 'none';
  const here = createPositions(raw).read();
  if (here === null) return 'none';
  if (here.chain === head.chain) return 'same';
  if (outboxOf(raw).follows.get(head.chain) !== undefined) return 'ahead';
  return here.sequence < head.sequence ? 'behind' : 'apart';
};

/** The library, opened for writing when it is first needed. */
const createOwnLibrary = (path: string) => {
  let database: OpenDatabase | null = null;
  let applier: ReturnType<typeof createApplier> | null = null;
  const raw = (): Database.Database => {
    database ??= openSqlite({ path, mustExist: true, durability: 'normal', cacheKib: 16_384 });
    return database.raw;
  };
  return {
    raw,
    applier: () => {
      applier ??= createApplier(raw());
      return applier;
    },
    close: (): void => {
      applier?.rollback();
      applier = null;
      if (database?.raw.open === true) {
        carryLogOver(database.raw);
        database.close();
      }
      database = null;
    },
  };
};

/** A copy of the library as it is now. */
const makeCopy = (raw: Database.Database, path: string): MadeCopy => {
  removeAt(path);
  raw.prepare('VACUUM INTO ?').run(path);
  const { raw: copy, close } = openSqlite({ path, mustExist: true, durability: 'normal', isPlain: true });
  try {
    const here = createPositions(copy).read();
    if (here === null) throw new Error('The library is written to without a word to its feed.');
    return {
      ...here,
      id: randomBytes(8).toString('hex'),
      schema: schemaDigest(copy),
      chunks: Math.ceil(statSync(path).size / chunkBytes),
    };
  } finally {
    close();
  }
};

const readChunk = (path: string, number: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(chunkBytes);
    return compress(bytes.subarray(0, readSync(file, bytes, 0, chunkBytes, number * chunkBytes)));
  } finally {
    closeSync(file);
  }
};

/** Makes a fetched copy a library of this process: of this version, with nothing in it that waits. */
const takeOver = (path: string, { chain, sequence }: FeedPosition): Refusal | null => {
  const { raw, close } = openSqlite({ path, mustExist: true, durability: 'normal' });
  try {
    const here = createPositions(raw).read();
    if (here?.chain !== chain || here.sequence !== sequence) return 'broken';
    raw.exec('DELETE FROM feed_outbox; DELETE FROM feed_outbox_parts');
    leavingFeed(raw, () => migrateLibrary(raw));
    putTriggersAside(raw);
    carryLogOver(raw);
    return null;
  } catch (error) {
    if (error instanceof MigrationError) return 'newer';
    throw error;
  } finally {
    close();
  }
};

/** A copy that is being fetched. */
const createFetching = (path: string) => {
  let digest = createHash('sha256');
  let file: number | null = null;
  const end = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    begin: (): void => {
      end();
      removeAt(path);
      digest = createHash('sha256');
      file = openSync(path, 'wx', 0o600);
    },
    chunk: (bytes: Uint8Array): void => {
      if (file === null) throw new Error('No copy is being fetched.');
      digest.update(bytes);
      writeSync(file, decompress(bytes));
    },
    end: (snapshot: FeedSnapshot): Refusal | null => {
      end();
      return digest.digest('hex') === snapshot.digest ? takeOver(path, snapshot) : 'broken';
    },
  };
};

/** Everything that is done on the thread. @param dataFolder where `library.db` lies */
export const createFeedWork = (dataFolder: string) => {
  const own = createOwnLibrary(join(dataFolder, 'library.db'));
  const made = join(dataFolder, copyNames.made);
  const fetched = join(dataFolder, copyNames.fetched);
  const fetching = createFetching(fetched);

  return {
    stand: (head: FeedPosition): { stand: Stand; here: FeedPosition | null; schema: string } => {
      const raw = own.raw();
      const stand = standOf(raw, head);
      return {
        stand,
        here: stand === 'none' ? null : createPositions(raw).read(),
        schema: schemaDigest(raw),
      };
    },
    hasSongs: (): boolean => own.raw().prepare('SELECT 1 FROM songs LIMIT 1').get() !== undefined,
    take: (part: ArrivingPart): Applied => own.applier().take(part),
    /** Makes the library one that is written to here. */
    lead: (): void => {
      own.close();
      putTriggersBack(own.raw());
      settlePosition(own.raw());
    },
    /** Lets go of the library, so that another file can take its place. */
    release: (): void => own.close(),
    /** The first few batches after this one that wait. */
    outbox: (after: number): FeedBatch[] => {
      makeOwnTables(own.raw());
      return outboxOf(own.raw()).list.all(after);
    },
    outboxPart: ({ sequence, part }: { sequence: number; part: number }): Uint8Array | null =>
      outboxOf(own.raw()).part.get(sequence, part) ?? null,
    copy: (): MadeCopy => makeCopy(own.raw(), made),
    copyChunk: (number: number): Uint8Array => readChunk(made, number),
    copyEnd: (): void => removeAt(made),
    fetchBegin: (): void => fetching.begin(),
    fetchChunk: (bytes: Uint8Array): void => fetching.chunk(bytes),
    /** @returns where the copy lies, or why it is not taken */
    fetchEnd: (snapshot: FeedSnapshot): { path: string } | { refusal: Refusal } => {
      const refusal = fetching.end(snapshot);
      if (refusal === null) return { path: fetched };
      removeAt(fetched);
      return { refusal };
    },
  };
};

/** What is done on the thread. */
export type FeedWork = ReturnType<typeof createFeedWork>;
