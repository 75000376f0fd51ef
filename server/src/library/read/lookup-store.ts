import type Database from 'better-sqlite3';
import { byCoverName } from '../../platform/paths/cover-names.ts';
import { parseVirtualPath, splitLast } from '../../platform/paths/virtual-path.ts';
import { createTogether } from '../together.ts';
import type { CollectionFile, CollectionLookup } from './library-reading.ts';
import { type SongFolder, type SongRow, songColumns, songFromRow, songJson } from './wire.ts';

interface FileRow {
  readonly name: string;
  readonly real_name: Buffer | null;
  readonly size_bytes: number;
  readonly mtime_us: number;
}

interface FolderRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly real_name: Buffer | null;
  readonly source_id: number;
}

const nameBytes = (row: { name: string; real_name: Buffer | null }): Buffer =>
  row.real_name ?? Buffer.from(row.name);

/** What {@link CollectionLookup} answers, at once: for readers of the library's own. */
export type LookupStore = {
  readonly [Name in keyof CollectionLookup]: (
    ...parameters: Parameters<CollectionLookup[Name]>
  ) => Awaited<ReturnType<CollectionLookup[Name]>>;
};

/** Of a source there is no folder '' to be found. */
const partsOf = (virtualPath: string): { folder: string; name: string } | null =>
  parseVirtualPath(virtualPath) === null ? null : splitLast(virtualPath);

/** The folder's own; of an album that of another song; else one that is called as covers are. */
const createOtherPictures = (raw: Database.Database) => {
  const findAlbumFolder = raw.prepare<
    [string],
    { id: number; picture_path: string | null; is_album: number }
  >('SELECT id, picture_path, is_album FROM directories WHERE virtual_path = ?');
  const pictureNames = raw
    .prepare<[number], string>('SELECT name FROM pictures WHERE directory_id = ?')
    .pluck();
  const firstEmbedding = raw
    .prepare<[number, string], string>(
      `SELECT name FROM songs WHERE directory_id = ? AND name <> ? AND has_picture = 1 AND missing_since_ms IS NULL
       ORDER BY walk_key LIMIT 1`,
    )
    .pluck();

  return (virtualPath: string): string[] => {
    const parts = partsOf(virtualPath);
    const folder = parts === null ? undefined : findAlbumFolder.get(parts.folder);
    if (parts === null || folder === undefined) return [];
    const embedding = folder.is_album === 1 ? firstEmbedding.get(folder.id, parts.name) : undefined;
    const names = [
      ...(embedding === undefined ? [] : [embedding]),
      ...byCoverName(pictureNames.all(folder.id)),
    ];
    const paths = names.map((name) => `${parts.folder}/${name}`);
    if (folder.picture_path !== null) paths.unshift(folder.picture_path);
    return [...new Set(paths)].filter((path) => path !== virtualPath);
  };
};

/** Files with their real paths, made of what the rows say and nothing that came from outside. */
const createFileAt = (raw: Database.Database) => {
  const folderById = raw.prepare<[number], FolderRow>(
    'SELECT id, parent_id, name, real_name, source_id FROM directories WHERE id = ?',
  );
  const sourcePath = raw
    .prepare<[number], string>('SELECT real_path FROM library_sources WHERE id = ?')
    .pluck();

  return (directoryId: number, row: FileRow, kind: CollectionFile['kind']): CollectionFile | null => {
    const names: Buffer[] = [nameBytes(row)];
    let folder = folderById.get(directoryId);
    while (folder !== undefined && folder.parent_id !== null) {
      names.unshift(nameBytes(folder));
      folder = folderById.get(folder.parent_id);
    }
    const sourceRealPath = folder === undefined ? undefined : sourcePath.get(folder.source_id);
    if (sourceRealPath === undefined) return null;
    const slash = Buffer.from('/');
    const base = Buffer.from(sourceRealPath.replace(/\/+$/, ''));
    return {
      realPath: Buffer.concat([base, ...names.flatMap((name) => [slash, name])]),
      sourceRealPath,
      name: row.name,
      sizeBytes: row.size_bytes,
      mtimeUs: row.mtime_us,
      kind,
    };
  };
};

/** Finds songs and what `make` makes of them, in the order of the paths; null where there is none. */
const createFindRows = (raw: Database.Database) => {
  const findFolder = raw.prepare<[string], SongFolder & { id: number }>(
    'SELECT id, virtual_path, picture_path FROM directories WHERE virtual_path = ?',
  );
  const findInFolder = raw.prepare<[number, string], SongRow>(
    `SELECT ${songColumns} FROM songs AS s
     WHERE s.directory_id = ? AND s.name = ? AND s.missing_since_ms IS NULL`,
  );

  return <Found>(
    virtualPaths: readonly string[],
    make: (row: SongRow, folder: SongFolder) => Found,
  ): (Found | null)[] => {
    // Songs of an album follow one another: its folder is looked up once.
    let lastFolder: { path: string; row: (SongFolder & { id: number }) | undefined } | null = null;
    return virtualPaths.map((virtualPath) => {
      const parts = partsOf(virtualPath);
      if (parts === null) return null;
      if (lastFolder?.path !== parts.folder) {
        lastFolder = { path: parts.folder, row: findFolder.get(parts.folder) };
      }
      const folder = lastFolder.row;
      const row = folder === undefined ? undefined : findInFolder.get(folder.id, parts.name);
      return folder === undefined || row === undefined ? null : make(row, folder);
    });
  };
};

/** Looks paths up in `library.db`, on a connection that reads it: each is a few indexed reads. */
export const createLookupStore = (raw: Database.Database): LookupStore => {
  const together = createTogether(raw);
  const otherPictures = createOtherPictures(raw);
  const findRows = createFindRows(raw);
  const findFolder = raw
    .prepare<[string], number>('SELECT id FROM directories WHERE virtual_path = ?')
    .pluck();
  const findFile = raw.prepare<[number, string], FileRow & { has_picture: number }>(
    `SELECT name, real_name, size_bytes, mtime_us, has_picture FROM songs
     WHERE directory_id = ? AND name = ? AND missing_since_ms IS NULL`,
  );
  const findPicture = raw.prepare<[number, string], FileRow>(
    'SELECT name, real_name, size_bytes, mtime_us FROM pictures WHERE directory_id = ? AND name = ?',
  );
  const fileAt = createFileAt(raw);

  const findEntry = (virtualPath: string) => {
    const parts = partsOf(virtualPath);
    const folderId = parts === null ? undefined : findFolder.get(parts.folder);
    if (parts === null || folderId === undefined) return null;
    return { folderId, name: parts.name, song: findFile.get(folderId, parts.name) };
  };

  return {
    findSong: (virtualPath) => together(() => findRows([virtualPath], songFromRow)[0] ?? null),
    findSongs: (virtualPaths) => together(() => findRows(virtualPaths, songFromRow)),
    findSongTexts: (virtualPaths) => together(() => findRows(virtualPaths, songJson)),
    findSongFile: (virtualPath) =>
      together(() => {
        const found = findEntry(virtualPath);
        return found?.song === undefined ? null : fileAt(found.folderId, found.song, 'song');
      }),
    findPictureFile: (virtualPath) =>
      together(() => {
        const found = findEntry(virtualPath);
        if (found === null) return null;
        const { folderId, name, song } = found;
        if (song !== undefined) return song.has_picture === 1 ? fileAt(folderId, song, 'song') : null;
        const picture = findPicture.get(folderId, name);
        return picture === undefined ? null : fileAt(folderId, picture, 'picture');
      }),
    findOtherPictures: (virtualPath) => together(() => otherPictures(virtualPath)),
  };
};

/** The same for everybody else. */
export const createCollectionLookup = (store: LookupStore): CollectionLookup => ({
  findSong: async (virtualPath) => store.findSong(virtualPath),
  findSongs: async (virtualPaths) => store.findSongs(virtualPaths),
  findSongTexts: async (virtualPaths) => store.findSongTexts(virtualPaths),
  findSongFile: async (virtualPath) => store.findSongFile(virtualPath),
  findPictureFile: async (virtualPath) => store.findPictureFile(virtualPath),
  findOtherPictures: async (virtualPath) => store.findOtherPictures(virtualPath),
});
