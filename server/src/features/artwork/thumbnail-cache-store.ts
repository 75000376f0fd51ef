import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../db/connection.ts';
import { createLiveConnection } from '../../db/live-connection.ts';
import { isWhole, openSqlite } from '../../db/sqlite.ts';
import { takeBytes } from '../../platform/eviction.ts';
import { isDamage, writeTrouble } from '../../platform/storage-trouble.ts';
import type { Refusal } from './pictures/picture-messages.ts';

/** What is known of a file without opening it again. */
export interface KnownFile {
  /** Of its picture; null when it shows none. */
  readonly digest: string | null;
  readonly refusal: Refusal | null;
}

/** The index of the thumbnail cache: a throw-away database beside its files, for this machine only. */
export interface ThumbnailCacheStore {
  findFile(identity: string): KnownFile | null;
  saveFile(identity: string, known: KnownFile): void;
  findColor(digest: string): string | null;
  saveColor(digest: string, color: string): void;
  findThumbnail(name: string): { contentType: string; usedAt: number } | null;
  /** @param row sizes in bytes, time in seconds since the epoch */
  saveThumbnail(name: string, row: { contentType: string; sizeBytes: number; usedAt: number }): void;
  touchThumbnail(name: string, usedAt: number): void;
  removeThumbnail(name: string): void;
  /** Least recently used first, at least so many bytes of them. @returns their names */
  removeOldest(bytes: number): string[];
  totalBytes(): number;
  /** Goes over to the file where there is only memory, or a file that could not be written to. */
  heal(): void;
  close(): void;
}

/** Raised whenever the tables change, or what is refused; another number empties the cache. */
const schemaVersion = 2;

/** Files that are remembered; the longest known are forgotten first. */
const mostFiles = 1_000_000;

const schema = `
  CREATE TABLE files (
    id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, digest TEXT, refusal TEXT) STRICT;
  CREATE TABLE colors (digest TEXT PRIMARY KEY, color TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE thumbnails (
    name TEXT PRIMARY KEY, content_type TEXT NOT NULL, size_bytes INTEGER NOT NULL,
    used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX thumbnails_by_use ON thumbnails (used_at);
  PRAGMA user_version = ${schemaVersion};
`;

const openIndex = (path: string): Connection => {
  const { raw } = openSqlite({ path, durability: 'normal', cacheKib: 2048 });
  // Lost after a power cut at worst, and then made again.
  raw.pragma('synchronous = OFF');
  return raw;
};

const openOrEmpty = (folder: string): Connection => {
  try {
    mkdirSync(folder, { recursive: true });
    const raw = openIndex(join(folder, 'index.db'));
    if (raw.pragma('user_version', { simple: true }) === schemaVersion) return raw;
    raw.close();
  } catch (error) {
    // What cannot be written now is left for later. Damaged, it is made anew below.
    if (writeTrouble(error) !== null) return inMemory();
  }
  return openEmpty(folder);
};

const openEmpty = (folder: string): Connection => {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const raw = openIndex(join(folder, 'index.db'));
    raw.exec(schema);
    return raw;
  } catch {
    return inMemory();
  }
};

const inMemory = (): Connection => {
  const raw = openIndex(':memory:');
  raw.exec(schema);
  return raw;
};

/** Calls work once more where a damaged index was emptied meanwhile. */
const again = <Result>(work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return work();
  }
};

/** The connection to the index, and what takes it to the file where there was only memory. */
const openLive = (folder: string) => {
  const path = join(folder, 'index.db');
  let isLasting = true;
  const leadTo = (connection: Connection): Connection => {
    isLasting = isWhole(connection, path);
    return connection;
  };
  const live = createLiveConnection(
    () => leadTo(openOrEmpty(folder)),
    (error) => {
      if (!isDamage(error)) return error;
      live.suspend()?.close();
      live.lead(leadTo(openEmpty(folder)));
      return error;
    },
  );
  const heal = (): void => {
    if (isLasting) return;
    const next = openOrEmpty(folder);
    isLasting = isWhole(next, path);
    const other = isLasting ? live.suspend() : next;
    if (isLasting) live.lead(next);
    other?.close();
  };
  return { raw: live.raw, heal };
};

const prepare = (raw: Connection) => ({
  findFile: raw.prepare('SELECT digest, refusal FROM files WHERE identity = ?'),
  saveFile: raw.prepare('INSERT OR REPLACE INTO files (identity, digest, refusal) VALUES (?, ?, ?)'),
  forgetFiles: raw.prepare('DELETE FROM files WHERE id <= ?'),
  findColor: raw.prepare('SELECT color FROM colors WHERE digest = ?').pluck(),
  saveColor: raw.prepare('INSERT OR REPLACE INTO colors VALUES (?, ?)'),
  findThumbnail: raw.prepare(
    'SELECT content_type AS contentType, used_at AS usedAt FROM thumbnails WHERE name = ?',
  ),
  saveThumbnail: raw.prepare('INSERT OR REPLACE INTO thumbnails VALUES (?, ?, ?, ?)'),
  touchThumbnail: raw.prepare('UPDATE thumbnails SET used_at = ? WHERE name = ?'),
  removeThumbnail: raw.prepare('DELETE FROM thumbnails WHERE name = ?'),
  oldest: raw.prepare('SELECT name, size_bytes AS sizeBytes FROM thumbnails ORDER BY used_at, name LIMIT ?'),
  total: raw.prepare('SELECT COALESCE(SUM(size_bytes), 0) FROM thumbnails').pluck(),
});

/**
 * Makes the index in the cache's folder, which is opened when it is first asked for anything. An older one empties the
 * folder, and so does a damaged one when that comes out: looking through all of it at each start would take longer the
 * more pictures there are.
 */
export const openThumbnailCacheStore = (folder: string): ThumbnailCacheStore => {
  const { raw, heal } = openLive(folder);
  const { findFile, saveFile, forgetFiles, findColor, saveColor, findThumbnail, ...statements } =
    prepare(raw);
  const { saveThumbnail, touchThumbnail, removeThumbnail, oldest, total } = statements;
  const get = <Row>(statement: typeof findFile, key: string): Row | null =>
    again(() => (statement.get(key) as Row | undefined) ?? null);
  return {
    findFile: (identity) => get<KnownFile>(findFile, identity),
    saveFile: (identity, { digest, refusal }) => {
      const { lastInsertRowid } = again(() => saveFile.run(identity, digest, refusal));
      if (Number(lastInsertRowid) % 1000 === 0) forgetFiles.run(Number(lastInsertRowid) - mostFiles);
    },
    findColor: (digest) => get<string>(findColor, digest),
    saveColor: (digest, color) => void again(() => saveColor.run(digest, color)),
    findThumbnail: (name) => get<{ contentType: string; usedAt: number }>(findThumbnail, name),
    saveThumbnail: (name, row) =>
      void again(() => saveThumbnail.run(name, row.contentType, row.sizeBytes, row.usedAt)),
    touchThumbnail: (name, usedAt) => void again(() => touchThumbnail.run(usedAt, name)),
    removeThumbnail: (name) => void again(() => removeThumbnail.run(name)),
    removeOldest: (bytes) => {
      const gone: string[] = [];
      for (let left = bytes; left > 0; ) {
        const next = again(() => oldest.all(64)) as { name: string; sizeBytes: number }[];
        if (next.length === 0) break;
        for (const { name, sizeBytes } of takeBytes(next, { bytes: left, sizeOf: (row) => row.sizeBytes })) {
          again(() => removeThumbnail.run(name));
          left -= sizeBytes;
          gone.push(name);
        }
      }
      return gone;
    },
    totalBytes: () => again(() => total.get() as number),
    heal,
    close: () => void raw.close(),
  };
};
