import Database from 'better-sqlite3';
import { splitLast } from '../sources/virtual-path.ts';
import { joinReal, type RealPath } from './real-path.ts';

/** A folder to watch. */
export interface WatchedFolder {
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

/** Page cache, in KiB: every row is read once. */
const cacheKib = 512;

/**
 * Every folder of sources that are there, parents before what is in them, read as they are asked for: there may be
 * hundreds of thousands. Reads `library.db` and lets go of it at the end.
 */
export function* readWatchedFolders(libraryPath: string): Generator<WatchedFolder> {
  const raw = new Database(libraryPath, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    raw.pragma(`cache_size = -${cacheKib}`);
    const rows = raw
      .prepare(
        `SELECT directories.id, parent_id, directories.name, real_name, virtual_path, library_sources.real_path
         FROM directories JOIN library_sources ON library_sources.id = source_id
         WHERE missing_since_ms IS NULL AND state = 'available' ORDER BY walk_key`,
      )
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
      yield { virtualPath, realPath };
    }
  } finally {
    raw.close();
  }
}
