import Database from 'better-sqlite3';
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

/** Every folder of sources that are there, parents before what is in them. Reads `library.db` and lets go of it. */
export const readWatchedFolders = (libraryPath: string): WatchedFolder[] => {
  const raw = new Database(libraryPath, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    const rows = raw
      .prepare(
        `SELECT directories.id, parent_id, directories.name, real_name, virtual_path, library_sources.real_path
         FROM directories JOIN library_sources ON library_sources.id = source_id
         WHERE missing_since_ms IS NULL AND state = 'available' ORDER BY walk_key`,
      )
      .raw()
      .all() as Row[];
    const realPaths = new Map<number, RealPath>();
    return rows.map(([id, parentId, name, realName, virtualPath, sourcePath]) => {
      const parent = parentId === null ? undefined : realPaths.get(parentId);
      const realPath = parent === undefined ? sourcePath : joinReal(parent, name, realName);
      realPaths.set(id, realPath);
      return { virtualPath, realPath };
    });
  } finally {
    raw.close();
  }
};
