import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../db/connection.ts';
import { createLiveConnection } from '../../db/live-connection.ts';
import { isWhole, openSqlite } from '../../db/sqlite.ts';
import { takeBytes } from '../../platform/eviction.ts';
import { writeTrouble } from '../../platform/storage-trouble.ts';
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
    const version = raw.pragma('user_version', { simple: true });
    if (version === schemaVersion && raw.pragma('quick_check(1)', { simple: true }) === 'ok') return raw;
    raw.close();
  } catch (error) {
    // What cannot be written now is left for later. Damaged, it is made anew below.
    if (writeTrouble(error) !== null) return inMemory();
  }
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

/** Opens the index in the cache's folder; a damaged or older one empties the folder. */
export const openThumbnailCacheStore = (folder: string): ThumbnailCacheStore => {
  const path = join(folder, 'index.db');
  const live = createLiveConnection(openOrEmpty(folder), (error) => error);
  const { raw } = live;
  let isLasting = isWhole(raw, path);
  const heal = (): void => {
    if (isLasting) return;
    const next = openOrEmpty(folder);
    isLasting = isWhole(next, path);
    const other = isLasting ? live.suspend() : next;
    if (isLasting) live.lead(next);
    other?.close();
  };
  const findFile = raw.prepare('SELECT digest, refusal FROM files WHERE identity = ?');
  const saveFile = raw.prepare('INSERT OR REPLACE INTO files (identity, digest, refusal) VALUES (?, ?, ?)');
  const forgetFiles = raw.prepare('DELETE FROM files WHERE id <= ?');
  const findColor = raw.prepare('SELECT color FROM colors WHERE digest = ?').pluck();
  const saveColor = raw.prepare('INSERT OR REPLACE INTO colors VALUES (?, ?)');
  const findThumbnail = raw.prepare(
    'SELECT content_type AS contentType, used_at AS usedAt FROM thumbnails WHERE name = ?',
  );
  const saveThumbnail = raw.prepare('INSERT OR REPLACE INTO thumbnails VALUES (?, ?, ?, ?)');
  const touchThumbnail = raw.prepare('UPDATE thumbnails SET used_at = ? WHERE name = ?');
  const removeThumbnail = raw.prepare('DELETE FROM thumbnails WHERE name = ?');
  const oldest = raw.prepare(
    'SELECT name, size_bytes AS sizeBytes FROM thumbnails ORDER BY used_at, name LIMIT ?',
  );
  const total = raw.prepare('SELECT COALESCE(SUM(size_bytes), 0) FROM thumbnails').pluck();
  return {
    findFile: (identity) => (findFile.get(identity) as KnownFile | undefined) ?? null,
    saveFile: (identity, { digest, refusal }) => {
      const { lastInsertRowid } = saveFile.run(identity, digest, refusal);
      if (Number(lastInsertRowid) % 1000 === 0) forgetFiles.run(Number(lastInsertRowid) - mostFiles);
    },
    findColor: (digest) => (findColor.get(digest) as string | undefined) ?? null,
    saveColor: (digest, color) => void saveColor.run(digest, color),
    findThumbnail: (name) =>
      (findThumbnail.get(name) as { contentType: string; usedAt: number } | undefined) ?? null,
    saveThumbnail: (name, row) => void saveThumbnail.run(name, row.contentType, row.sizeBytes, row.usedAt),
    touchThumbnail: (name, usedAt) => void touchThumbnail.run(usedAt, name),
    removeThumbnail: (name) => void removeThumbnail.run(name),
    removeOldest: (bytes) => {
      const gone: string[] = [];
      for (let left = bytes; left > 0; ) {
        const next = oldest.all(64) as { name: string; sizeBytes: number }[];
        if (next.length === 0) break;
        for (const { name, sizeBytes } of takeBytes(next, { bytes: left, sizeOf: (row) => row.sizeBytes })) {
          removeThumbnail.run(name);
          left -= sizeBytes;
          gone.push(name);
        }
      }
      return gone;
    },
    totalBytes: () => total.get() as number,
    heal,
    close: () => void raw.close(),
  };
};
