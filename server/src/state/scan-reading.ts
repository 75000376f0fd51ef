import { existsSync } from 'node:fs';
import { openSqlite } from '../db/sqlite.ts';

/** See {@link ScanReading.keptAt}. */
interface KeptAtPath {
  /** The id of the song there; null where it is the one made of the path. */
  readonly own: Uint8Array | null;
  /** Whether the one made of the path is kept by a song that is elsewhere. */
  readonly isNaturalTaken: boolean;
}

/** What a scan asks of `state.db`, without ever writing: when songs came, and which ids they keep. */
export interface ScanReading {
  /** Seconds since the epoch when the song at a path came; null when none was noted. */
  seenAt(pathKey: Uint8Array): number | null;
  /** A random text of this installation: part of what ids are made of. */
  readonly installation: string;
  /** What is kept at a path, by the id that is made of the path. */
  keptAt(natural: Uint8Array): KeptAtPath;
  /** Whether some song keeps an id. */
  isKept(id: Uint8Array): boolean;
  close(): void;
}

const nothingAtPath: KeptAtPath = { own: null, isNaturalTaken: false };

/** How long it is believed that no id is kept, in milliseconds: nearly always there is none. */
const believedMs = 100;

const nothing: ScanReading = {
  seenAt: () => null,
  installation: '',
  keptAt: () => nothingAtPath,
  isKept: () => false,
  close: () => {},
};

/**
 * Opens `state.db` for the scan process, on a connection that only reads. The one place where `state.db` is asked plain
 * statements: they are asked within a transaction of `library.db`, for every song that is new, where nothing can be
 * awaited.
 * @returns what knows nothing while there is no such file
 */
export const openScanReading = (statePath: string): ScanReading => {
  if (!existsSync(statePath)) return nothing;
  const { raw, close } = openSqlite({
    path: statePath,
    isReadOnly: true,
    durability: 'full',
    cacheKib: 2000,
  });
  const installation = raw
    .prepare<[], string>("SELECT value FROM meta WHERE key = 'installation_id'")
    .pluck()
    .get();
  const hasDates = raw.prepare('SELECT 1 FROM first_seen LIMIT 1').get() !== undefined;
  const seenAt = raw
    .prepare<[Uint8Array], number>('SELECT added_at FROM first_seen WHERE path_key = ?')
    .pluck();
  // Both at once, as it is asked for every song of a first scan, and nearly always there is neither.
  const keptAt = raw.prepare<[{ natural: Uint8Array }], { id: Buffer; isHere: 0 | 1 }>(
    `SELECT id, 1 AS isHere FROM song_ids WHERE natural = @natural
     UNION ALL SELECT id, 0 FROM song_ids WHERE id = @natural`,
  );
  const anyKept = raw.prepare<[], 1>('SELECT 1 FROM song_ids LIMIT 1').pluck();
  const isKept = raw.prepare<[Uint8Array], 1>('SELECT 1 FROM song_ids WHERE id = ?').pluck();
  let noneKeptUntilMs = 0;
  const isNoneKept = (): boolean => {
    const nowMs = performance.now();
    if (nowMs < noneKeptUntilMs) return true;
    if (anyKept.get() !== undefined) return false;
    noneKeptUntilMs = nowMs + believedMs;
    return true;
  };
  return {
    seenAt: (pathKey) => (hasDates ? (seenAt.get(pathKey) ?? null) : null),
    installation: installation ?? '',
    keptAt: (natural) => {
      if (isNoneKept()) return nothingAtPath;
      const rows = keptAt.all({ natural });
      if (rows.length === 0) return nothingAtPath;
      const own = rows.find(({ isHere }) => isHere === 1)?.id ?? null;
      return { own, isNaturalTaken: rows.some(({ isHere }) => isHere === 0) };
    },
    isKept: (id) => isKept.get(id) !== undefined,
    close,
  };
};
