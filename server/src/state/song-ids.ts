import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

/** See {@link KeptIds.of}. */
interface KeptAtPath {
  /** The id of the song there; null where it is the one made of the path. */
  readonly own: Uint8Array | null;
  /** Whether the one made of the path is kept by a song that is elsewhere. */
  readonly isNaturalTaken: boolean;
}

const nothingAtPath: KeptAtPath = { own: null, isNaturalTaken: false };

/** Ids that songs keep though their paths do not tell them; read, never written. */
export interface KeptIds {
  /** A random text of this installation: part of what ids are made of. */
  readonly installation: string;
  /** What is kept at a path, by the id that is made of the path. */
  of(natural: Uint8Array): KeptAtPath;
  /** Whether some song keeps an id. */
  isTaken(id: Uint8Array): boolean;
  close(): void;
}

/** How long it is believed that no id is kept, in milliseconds: nearly always there is none. */
const believedMs = 100;

const nothingKept: KeptIds = {
  installation: '',
  of: () => nothingAtPath,
  isTaken: () => false,
  close: () => {},
};

/**
 * Opens `state.db` for reading them in the scan process, on a connection of its own.
 * @returns what keeps nothing while there is no such file
 */
export const openKeptIds = (statePath: string): KeptIds => {
  if (!existsSync(statePath)) return nothingKept;
  const raw = new Database(statePath, { readonly: true, fileMustExist: true, timeout: 5000 });
  const installation = raw
    .prepare<[], string>("SELECT value FROM meta WHERE key = 'installation_id'")
    .pluck()
    .get();
  // Both at once, as it is asked for every song of a first scan, and nearly always there is neither.
  const find = raw.prepare<[{ natural: Uint8Array }], { id: Buffer; isHere: 0 | 1 }>(
    `SELECT id, 1 AS isHere FROM song_ids WHERE natural = @natural
     UNION ALL SELECT id, 0 FROM song_ids WHERE id = @natural`,
  );
  const any = raw.prepare<[], 1>('SELECT 1 FROM song_ids LIMIT 1').pluck();
  let emptyUntilMs = 0;
  const isEmpty = (): boolean => {
    const nowMs = performance.now();
    if (nowMs < emptyUntilMs) return true;
    if (any.get() !== undefined) return false;
    emptyUntilMs = nowMs + believedMs;
    return true;
  };
  const taken = raw.prepare<[Uint8Array], 1>('SELECT 1 FROM song_ids WHERE id = ?').pluck();
  return {
    installation: installation ?? '',
    of: (natural) => {
      if (isEmpty()) return nothingAtPath;
      const rows = find.all({ natural });
      if (rows.length === 0) return nothingAtPath;
      const own = rows.find(({ isHere }) => isHere === 1)?.id ?? null;
      return { own, isNaturalTaken: rows.some(({ isHere }) => isHere === 0) };
    },
    isTaken: (id) => taken.get(id) !== undefined,
    close: () => raw.close(),
  };
};
