import type { AwayReason } from '@tonearm/contract';
import Database from 'better-sqlite3';
import { joinReal, type RealPath } from '../../platform/paths/real-path.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';

/** A folder to watch. */
export interface WatchedFolder {
  /** Of its row in the library. */
  readonly id: number;
  readonly virtualPath: string;
  readonly realPath: RealPath;
}

type Row = [
  id: number,
  parentId: number | null,
  name: string,
  realName: Buffer | null,
  virtualPath: string,
  sourcePath: string,
];

/** Why a source is away whose folder is there: what is left in it is watched as ever. */
const watchedReason: AwayReason = 'songs_gone';

/** Page cache, in KiB: every row is read once. */
const cacheKib = 512;

const columns = `SELECT directories.id, parent_id, directories.name, real_name, virtual_path, library_sources.real_path
  FROM directories JOIN library_sources ON library_sources.id = source_id`;
// What lies in a bucket is no folder of this machine.
const isWatched = `missing_since_ms IS NULL AND library_sources.real_path NOT GLOB 's3://*' AND (state = 'available' OR
  state = 'away' AND away_reason = '${watchedReason}')`;

const open = (libraryPath: string): Database.Database => {
  const raw = new Database(libraryPath, { readonly: true, fileMustExist: true, timeout: 5000 });
  raw.pragma(`cache_size = -${cacheKib}`);
  return raw;
};

/**
 * Every folder of sources whose folder is there, parents before what is in them, read as they are asked for: there may be
 * hundreds of thousands. Reads `library.db` and lets go of it at the end.
 */
export function* readWatchedFolders(libraryPath: string): Generator<WatchedFolder> {
  const raw = open(libraryPath);
  try {
    const rows = raw
      .prepare(`${columns} WHERE ${isWatched} ORDER BY walk_key`)
      .raw()
      .iterate() as Iterable<Row>;
    // Folders below a name that is not text; what is below all others is their virtual path.
    const bytePaths = new Map<number, RealPath>();
    for (const [id, parentId, name, realName, virtualPath, sourcePath] of rows) {
      const below = virtualPath.slice(virtualPath.indexOf('/') + 1);
      const parent = parentId === null ? undefined : bytePaths.get(parentId);
      let realPath: RealPath = parentId === null ? sourcePath : joinReal(sourcePath, below, null);
      if (parent !== undefined) {
        realPath = joinReal(parent, name, realName);
      } else if (realName !== null) {
        const { folder } = splitLast(below);
        realPath = joinReal(folder === '' ? sourcePath : joinReal(sourcePath, folder, null), name, realName);
      }
      if (typeof realPath !== 'string') bytePaths.set(id, realPath);
      yield { id, virtualPath, realPath };
    }
  } finally {
    raw.close();
  }
}

/** Those folders of some ids that are to be watched, in no order. Reads `library.db` and lets go of it. */
export const readSomeWatchedFolders = (libraryPath: string, ids: ReadonlySet<number>): WatchedFolder[] => {
  const raw = open(libraryPath);
  try {
    const anyRow = raw.prepare<[number], Row>(`${columns} WHERE directories.id = ?`).raw();
    const watchedRow = raw
      .prepare<[number], Row>(`${columns} WHERE directories.id = ? AND ${isWatched}`)
      .raw();
    const paths = new Map<number, RealPath>();
    const pathOf = ([id, parentId, name, realName, , sourcePath]: Row): RealPath => {
      const known = paths.get(id);
      if (known !== undefined) return known;
      const parent = parentId === null ? undefined : anyRow.get(parentId);
      const path = parent === undefined ? sourcePath : joinReal(pathOf(parent), name, realName);
      paths.set(id, path);
      return path;
    };
    return [...ids].flatMap((id) => {
      const row = watchedRow.get(id);
      return row === undefined ? [] : [{ id, virtualPath: row[4], realPath: pathOf(row) }];
    });
  } finally {
    raw.close();
  }
};
