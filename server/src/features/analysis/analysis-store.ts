import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../db/connection.ts';
import { createLiveConnection } from '../../db/live-connection.ts';
import { openSqlite } from '../../db/sqlite.ts';
import { excessBytes, takeBytes } from '../../platform/eviction.ts';
import type { Log } from '../../platform/log.ts';
import { writeTrouble } from '../../platform/storage-trouble.ts';
import type { AnalysisFailure, SongAnalysis } from './analysis-messages.ts';
import { type LoudnessBlocks, unpackBlocks } from './loudness.ts';

/** Which song, and which sound of it. */
export interface SongKey {
  readonly song: string;
  /** Another one whenever the file holds other sound: what was measured before then counts no more. */
  readonly stamp: string;
}

/** What was measured of a song. */
interface Measured {
  /** LUFS; null of silence. */
  readonly loudness: number | null;
  readonly peak: number | null;
  readonly failure: AnalysisFailure | null;
}

/**
 * What was measured, in a database of its own: it takes days to measure a large collection, which a library made anew
 * must not lose. Loudness is kept for every song, waveforms for those used last.
 */
export interface AnalysisStore {
  findMeasured(key: SongKey): Measured | null;
  /** Null unless it was measured and is not silent. */
  findBlocks(key: SongKey): LoudnessBlocks | null;
  /** Deflated. */
  findWaveform(key: SongKey): Buffer | null;
  /** @param isAskedFor whether older waveforms make room for this one */
  save(key: SongKey, analysis: SongAnalysis, isAskedFor: boolean): void;
  saveFailure(key: SongKey, failure: AnalysisFailure): void;
  counts(): { measured: number; failed: number; waveformBytes: number };
  close(): void;
}

/** Raised whenever the tables or the measuring change; another number empties it. */
const schemaVersion = 1;

const schema = `
  CREATE TABLE measured (
    song TEXT PRIMARY KEY, stamp TEXT NOT NULL, loudness REAL, peak REAL, blocks BLOB,
    failure TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE waveforms (
    song TEXT PRIMARY KEY, stamp TEXT NOT NULL, pairs BLOB NOT NULL, used_at INTEGER NOT NULL) STRICT;
  CREATE INDEX waveforms_by_use ON waveforms (used_at);
  PRAGMA user_version = ${schemaVersion};
`;

const openAt = (path: string): Connection => openSqlite({ path, durability: 'normal', cacheKib: 1024 }).raw;

const emptyAt = (path: string): Connection => {
  const raw = openAt(path);
  raw.exec(schema);
  return raw;
};

const openOrEmpty = (folder: string): Connection => {
  const path = join(folder, 'measured.db');
  try {
    mkdirSync(folder, { recursive: true });
    const raw = openAt(path);
    if (raw.pragma('user_version', { simple: true }) === schemaVersion) return raw;
    raw.close();
  } catch (error) {
    // Where nothing can be written, it is measured for this run only. Damaged, it is made anew.
    if (writeTrouble(error) !== null) return emptyAt(':memory:');
  }
  try {
    for (const name of ['measured.db', 'measured.db-wal', 'measured.db-shm'])
      rmSync(join(folder, name), { force: true });
    return emptyAt(path);
  } catch {
    return emptyAt(':memory:');
  }
};

/** Everything that is asked of the database. */
const prepare = (raw: Connection) => ({
  measured: raw.prepare<[string, string], Measured>(
    'SELECT loudness, peak, failure FROM measured WHERE song = ? AND stamp = ?',
  ),
  blocks: raw
    .prepare<[string, string], Buffer | null>('SELECT blocks FROM measured WHERE song = ? AND stamp = ?')
    .pluck(),
  waveform: raw
    .prepare<[string, string], Buffer>('SELECT pairs FROM waveforms WHERE song = ? AND stamp = ?')
    .pluck(),
  touch: raw.prepare('UPDATE waveforms SET used_at = ? WHERE song = ? AND used_at < ?'),
  putMeasured: raw.prepare('INSERT OR REPLACE INTO measured VALUES (?, ?, ?, ?, ?, ?)'),
  putWaveform: raw.prepare('INSERT OR REPLACE INTO waveforms VALUES (?, ?, ?, ?)'),
  total: raw.prepare<[], number>('SELECT coalesce(sum(length(pairs)), 0) FROM waveforms').pluck(),
  oldest: raw.prepare<[], { song: string; size: number }>(
    'SELECT song, length(pairs) AS size FROM waveforms ORDER BY used_at',
  ),
  dropWaveform: raw.prepare('DELETE FROM waveforms WHERE song = ?'),
  count: raw.prepare<[], { measured: number; failed: number }>(
    'SELECT count(*) - count(failure) AS measured, count(failure) AS failed FROM measured',
  ),
});

const openLate = (folder: string) =>
  createLiveConnection(
    () => openOrEmpty(folder),
    (error) => error,
  );

/** What is in the folder is opened, or begun anew, when it is first asked for. */
export const openAnalysisStore = (deps: {
  readonly folder: string;
  readonly waveformLimitBytes: number;
  readonly nowSeconds: () => number;
  readonly log: Log;
}): AnalysisStore => {
  const { waveformLimitBytes, nowSeconds, log } = deps;
  const { raw } = openLate(deps.folder);
  const { measured, blocks, waveform, touch, putMeasured, putWaveform, total, oldest, dropWaveform, count } =
    prepare(raw);
  /** Null until it was asked for. */
  let counted: number | null = null;
  const waveformBytes = (): number => (counted ??= total.get() ?? 0);
  let hasWarned = false;

  /** A full disk is no reason to stop: it is measured again another time. */
  const trying = (work: () => void): void => {
    try {
      raw.transaction(work).immediate();
    } catch (error) {
      if (!hasWarned) log.warn('what was measured of songs cannot be kept', { error });
      hasWarned = true;
    }
  };

  const makeRoom = (): void => {
    counted = total.get() ?? 0;
    const bytes = excessBytes(counted, waveformLimitBytes);
    for (const { song, size } of takeBytes(oldest.iterate(), { bytes, sizeOf: ({ size }) => size })) {
      dropWaveform.run(song);
      counted -= size;
    }
  };

  const saveWaveform = ({ song, stamp }: SongKey, pairs: Uint8Array, isAskedFor: boolean): void => {
    if (!isAskedFor && waveformBytes() + pairs.length > waveformLimitBytes) return;
    counted = waveformBytes() + pairs.length;
    putWaveform.run(song, stamp, pairs, nowSeconds());
    if (counted > waveformLimitBytes) makeRoom();
  };

  return {
    findMeasured: ({ song, stamp }) => measured.get(song, stamp) ?? null,
    findBlocks: ({ song, stamp }) => {
      const packed = blocks.get(song, stamp) ?? null;
      return packed === null || packed.length === 0 ? null : unpackBlocks(packed);
    },
    findWaveform: ({ song, stamp }) => {
      const pairs = waveform.get(song, stamp) ?? null;
      const now = nowSeconds();
      // Once an hour is often enough to tell what is used.
      if (pairs !== null) trying(() => void touch.run(now, song, now - 3600));
      return pairs;
    },
    save: (key, { loudness, peak, blocks: packed, waveform: pairs }, isAskedFor) =>
      trying(() => {
        putMeasured.run(key.song, key.stamp, loudness, peak, packed, null);
        saveWaveform(key, pairs, isAskedFor);
      }),
    saveFailure: ({ song, stamp }, failure) =>
      trying(() => void putMeasured.run(song, stamp, null, null, null, failure)),
    counts: () => ({ ...(count.get() ?? { measured: 0, failed: 0 }), waveformBytes: waveformBytes() }),
    close: () => void raw.close(),
  };
};
