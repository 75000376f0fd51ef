import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { FirstSeenBatch } from '../scan-messages.ts';
import { pathKeyBytes } from './path-key.ts';

/** Reads, without ever writing, when songs entered the collection. */
export interface FirstSeenReader {
  /** Seconds since the epoch, or null when the path was never seen. */
  find(pathKey: Uint8Array): number | null;
  close(): void;
}

const nothingSeen: FirstSeenReader = { find: () => null, close: () => {} };

/**
 * Opens `state.db` for reading first-seen dates.
 * @returns a reader that finds nothing while there is no such file or none were noted
 */
export const openFirstSeen = (statePath: string): FirstSeenReader => {
  if (!existsSync(statePath)) return nothingSeen;
  const raw = new Database(statePath, { readonly: true, fileMustExist: true, timeout: 5000 });
  const hasAny = raw.prepare('SELECT 1 FROM first_seen LIMIT 1').get() !== undefined;
  if (!hasAny) {
    raw.close();
    return nothingSeen;
  }
  const find = raw.prepare('SELECT added_at FROM first_seen WHERE path_key = ?').pluck();
  return {
    find: (pathKey) => (find.get(pathKey) as number | undefined) ?? null,
    close: () => raw.close(),
  };
};

/** Notes when songs entered the collection; what was noted before stays, unless the songs moved. */
export const writeFirstSeen = (raw: Database.Database, batch: FirstSeenBatch): void => {
  const put = raw.prepare(
    batch.replaces
      ? 'INSERT OR REPLACE INTO first_seen VALUES (?, ?)'
      : 'INSERT OR IGNORE INTO first_seen VALUES (?, ?)',
  );
  const forget = raw.prepare('DELETE FROM first_seen WHERE path_key = ?');
  // Dates may be lost with the power: the library has them too. Not waiting for the disk keeps answers quick.
  raw.pragma('synchronous = NORMAL');
  try {
    raw
      .transaction(() => {
        for (const [index, addedAt] of batch.addedAt.entries()) {
          const pathKey = batch.pathKeys.subarray(index * pathKeyBytes, (index + 1) * pathKeyBytes);
          if (addedAt === null) forget.run(pathKey);
          else put.run(pathKey, addedAt);
        }
      })
      .immediate();
  } finally {
    raw.pragma('synchronous = FULL');
  }
};
