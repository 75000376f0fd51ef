import type Database from 'better-sqlite3';
import { parseVirtualPath, splitLast } from '../../platform/paths/virtual-path.ts';
import { createTogether } from '../together.ts';
import type { SongDetails, SongFacts } from './library-reading.ts';
import type { SongFolder } from './wire.ts';
import { songV8Json, type TaggedRow, taggedColumns } from './wire-v8.ts';

type Folder = SongFolder & { readonly id: number };

type FactsRow = Omit<SongFacts, 'artwork'> & { readonly has_picture: 0 | 1 };

/** Over a connection that reads `library.db`. */
export const createSongDetails = (raw: Database.Database): SongDetails => {
  const together = createTogether(raw);
  const findFolder = raw.prepare<[string], Folder>(
    'SELECT id, virtual_path, picture_path FROM directories WHERE virtual_path = ?',
  );
  const findSong = raw.prepare<[number, string], TaggedRow>(
    `SELECT ${taggedColumns} FROM songs AS s
     WHERE s.directory_id = ? AND s.name = ? AND s.missing_since_ms IS NULL`,
  );

  const findFacts = raw.prepare<[number, string], FactsRow>(
    `SELECT genres, duration_ms, has_picture FROM songs
     WHERE directory_id = ? AND name = ? AND missing_since_ms IS NULL`,
  );

  const findAll = <Row, Found>(
    virtualPaths: readonly string[],
    find: (folderId: number, name: string) => Row | undefined,
    make: (row: Row, folder: Folder, virtualPath: string) => Found,
  ): (Found | null)[] => {
    // Songs of an album follow one another: its folder is looked up once.
    let last: { path: string; row: Folder | undefined } | null = null;
    return virtualPaths.map((virtualPath) => {
      if ((parseVirtualPath(virtualPath)?.length ?? 0) < 2) return null;
      const { folder, name } = splitLast(virtualPath);
      if (last?.path !== folder) last = { path: folder, row: findFolder.get(folder) };
      const row = last.row === undefined ? undefined : find(last.row.id, name);
      return last.row === undefined || row === undefined ? null : make(row, last.row, virtualPath);
    });
  };

  return {
    findTexts: async (virtualPaths) =>
      together(() => findAll(virtualPaths, (id, name) => findSong.get(id, name), songV8Json)),
    findFacts: async (virtualPaths) =>
      together(() =>
        findAll(
          virtualPaths,
          (id, name) => findFacts.get(id, name),
          ({ genres, duration_ms, has_picture }, folder, virtualPath) => ({
            genres,
            duration_ms,
            artwork: has_picture === 1 ? virtualPath : folder.picture_path,
          }),
        ),
      ),
  };
};
