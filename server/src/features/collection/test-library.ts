import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openLibraryReader, openLibraryWriter } from '../../library/open-library.ts';
import type { JsonRuns } from '../../library/read/library-reading.ts';
import type { SearchIndexWriter } from '../../library/search-index/search-index.ts';
import { createSearchIndex } from '../../library/search-index/search-index-store.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';
import { songWalkKey, walkKey } from '../../platform/text/walk-key.ts';

/** A song for the library of a test. */
export interface TestSong {
  readonly path: string;
  readonly title?: string;
  readonly artists?: readonly string[];
  readonly albumArtists?: readonly string[];
  readonly album?: string;
  readonly genres?: readonly string[];
  readonly composers?: readonly string[];
  readonly lyricists?: readonly string[];
  readonly track?: number;
  readonly disc?: number;
  readonly year?: number;
  readonly durationMs?: number;
  readonly hasPicture?: boolean;
  readonly addedAt?: number;
  /** Bytes of the file's name where they are not UTF-8. */
  readonly realName?: Buffer;
}

/** A `library.db` in a temporary folder, filled row by row as a scan would fill it. */
export interface TestLibrary extends Disposable {
  readonly raw: Database.Database;
  /** A connection that only reads, as the answering thread has. */
  readonly reader: Database.Database;
  readonly index: SearchIndexWriter;
  addSource(name: string): void;
  addFolder(path: string): number;
  addPicture(path: string): void;
  /** Adds songs in one transaction and brings the folders' columns up to date. */
  addSongs(songs: readonly TestSong[]): void;
  /** Marks a song missing. */
  loseSong(path: string): void;
}

const json = (values: readonly string[] | undefined): string | null =>
  values === undefined || values.length === 0 ? null : JSON.stringify(values);

const upToDate = `
  UPDATE directories SET
    song_count = (SELECT count(*) FROM songs AS s
      WHERE s.directory_id = directories.id AND s.missing_since_ms IS NULL),
    newest_song_at = (SELECT ifnull(max(s.added_at), 0) FROM songs AS s WHERE s.directory_id = directories.id),
    album = (SELECT CASE WHEN count(DISTINCT ifnull(s.album, '')) = 1 THEN max(s.album) END
      FROM songs AS s WHERE s.directory_id = directories.id),
    year = (SELECT CASE WHEN count(DISTINCT ifnull(s.year, 0)) = 1 THEN max(s.year) END
      FROM songs AS s WHERE s.directory_id = directories.id),
    artist = (SELECT CASE WHEN count(DISTINCT ifnull(s.artists, '')) = 1 THEN max(s.artists ->> 0) END
      FROM songs AS s WHERE s.directory_id = directories.id);
  UPDATE directories SET is_album = album IS NOT NULL;
  UPDATE directories SET total_song_count = (SELECT ifnull(sum(below.song_count), 0) FROM directories AS below
    WHERE substr(below.walk_key, 1, length(directories.walk_key)) = directories.walk_key);`;

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'library-'));

let emptyLibrary: Buffer | null = null;

/** The bytes of an empty `library.db`: made once, because all its migrations take as long as most tests. */
const bytesOfEmptyLibrary = (): Buffer => {
  if (emptyLibrary !== null) return emptyLibrary;
  const folder = makeFolder();
  openLibraryWriter(folder).close();
  emptyLibrary = readFileSync(join(folder, 'library.db'));
  rmSync(folder, { recursive: true });
  return emptyLibrary;
};

/** Makes an empty library; disposing it removes the folder. */
export const createTestLibrary = (): TestLibrary => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'library.db'), bytesOfEmptyLibrary());
  const writer = openLibraryWriter(folder);
  const reader = openLibraryReader(folder);
  const { raw } = writer;
  // It is gone after the test: nothing has to survive a power cut.
  raw.pragma('synchronous = off');
  const index = createSearchIndex(raw);
  const directories = new Map<string, { id: number; walkKey: Uint8Array }>();
  const insertDirectory = raw.prepare(`INSERT INTO directories
    (source_id, parent_id, name, virtual_path, sort_key, walk_key, added_at) VALUES (?, ?, ?, ?, ?, ?, 1000)`);
  const insertSong = raw.prepare(`INSERT INTO songs
    (directory_id, name, real_name, sort_key, walk_key, size_bytes, mtime_us, title, album, artists, album_artists,
     genres, composers, lyricists, track_number, disc_number, year, duration_ms, has_picture, added_at)
    VALUES (?, ?, ?, ?, ?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const findSource = raw.prepare<[string], number>('SELECT id FROM library_sources WHERE name = ?').pluck();

  const directoryAt = (path: string): { id: number; walkKey: Uint8Array } => {
    const known = directories.get(path);
    if (known !== undefined) return known;
    const { folder: parentPath, name } = splitLast(path);
    const parent = parentPath === '' ? null : directoryAt(parentPath);
    const key = naturalKey(name);
    const made = walkKey(parent?.walkKey ?? new Uint8Array(), key);
    const source = findSource.get(path.split('/')[0] ?? '') ?? 0;
    const result = insertDirectory.run(source, parent?.id ?? null, name, path, key, made);
    const directory = { id: Number(result.lastInsertRowid), walkKey: made };
    directories.set(path, directory);
    index.putDirectory(directory.id, { virtualPath: path });
    return directory;
  };

  const addSong = (song: TestSong): void => {
    const { folder: folderPath, name } = splitLast(song.path);
    const nameKey = naturalKey(name);
    const order = { discNumber: song.disc ?? null, trackNumber: song.track ?? null, nameKey };
    const result = insertSong.run(
      directoryAt(folderPath).id,
      name,
      song.realName ?? null,
      nameKey,
      songWalkKey({ isInAlbum: song.album !== undefined, ...order }),
      song.title ?? null,
      song.album ?? null,
      json(song.artists),
      json(song.albumArtists),
      json(song.genres),
      json(song.composers),
      json(song.lyricists),
      song.track ?? null,
      song.disc ?? null,
      song.year ?? null,
      song.durationMs ?? null,
      song.hasPicture === true ? 1 : 0,
      song.addedAt ?? 1000,
    );
    index.putSong(Number(result.lastInsertRowid), {
      folderPath,
      name,
      title: song.title ?? null,
      texts: [
        ...(song.artists ?? []),
        ...(song.albumArtists ?? []),
        ...(song.album == null ? [] : [song.album]),
      ],
    });
  };

  const inTransaction = (work: () => void): void => {
    raw
      .transaction(() => {
        work();
        index.flush();
        raw.exec(upToDate);
      })
      .immediate();
  };

  return {
    raw,
    reader: reader.raw,
    index,
    addSource: (name) => {
      inTransaction(() => {
        raw
          .prepare(`INSERT INTO library_sources (name, position, real_path, state)
            SELECT ?, count(*), ?, 'available' FROM library_sources`)
          .run(name, `/host/${name}`);
        directoryAt(name);
      });
    },
    addFolder: (path) => {
      inTransaction(() => directoryAt(path));
      return directoryAt(path).id;
    },
    addPicture: (path) => {
      const { folder: folderPath, name } = splitLast(path);
      inTransaction(() => {
        raw
          .prepare('INSERT INTO pictures (directory_id, name, size_bytes, mtime_us) VALUES (?, ?, 1, 1)')
          .run(directoryAt(folderPath).id, name);
      });
    },
    addSongs: (songs) => inTransaction(() => songs.forEach(addSong)),
    loseSong: (path) => {
      const { folder: folderPath, name } = splitLast(path);
      const id = raw
        .prepare<[number, string], number>('SELECT id FROM songs WHERE directory_id = ? AND name = ?')
        .pluck()
        .get(directoryAt(folderPath).id, name);
      inTransaction(() => {
        raw.prepare('UPDATE songs SET missing_since_ms = 1 WHERE id = ?').run(id);
        index.removeSong(id ?? 0);
      });
    },
    [Symbol.dispose]: () => {
      reader.close();
      writer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** All values of a list, each as a text. */
export const textsIn = async (runs: JsonRuns): Promise<string[]> => {
  const texts: string[] = [];
  for await (const run of runs) texts.push(Buffer.isBuffer(run) ? run.toString() : run.join(','));
  const values = JSON.parse(`[${texts.filter((text) => text !== '').join(',')}]`) as unknown[];
  return values.map((value) => JSON.stringify(value));
};
