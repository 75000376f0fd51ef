import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ManifestSong } from '@tonearm/testkit';
import { openLibraryWriter } from '../../server/src/library/open-library.ts';
import { createSearchIndex } from '../../server/src/library/search-index/search-index-store.ts';
import { naturalKey } from '../../server/src/platform/text/natural-key.ts';
import { songWalkKey, walkKey } from '../../server/src/platform/text/walk-key.ts';

/** What was written. */
export interface FilledLibrary {
  readonly songs: number;
  /** Whole database, bytes for each song. */
  readonly bytesPerSong: number;
  /** The search tables and their indexes of it. */
  readonly searchBytesPerSong: number;
  /** Time spent on the search tables, microseconds for each song. */
  readonly indexUsPerSong: number;
}

/** Songs in a transaction, as in a scan. */
const batchLength = 1_000;

const json = (values: readonly string[] | undefined): string | null =>
  values === undefined || values.length === 0 ? null : JSON.stringify(values);

type Library = ReturnType<typeof openLibraryWriter>['raw'];

/** Writes folders on demand and remembers them. */
const createFolders = (raw: Library, put: (id: number, virtualPath: string) => void) => {
  const insert = raw.prepare(`INSERT INTO directories
    (source_id, parent_id, name, virtual_path, sort_key, walk_key, added_at) VALUES (1, ?, ?, ?, ?, ?, 1)`);
  const known = new Map<string, { id: number; key: Uint8Array }>();
  const at = (path: string): { id: number; key: Uint8Array } => {
    const old = known.get(path);
    if (old !== undefined) return old;
    const slash = path.lastIndexOf('/');
    const parent = slash === -1 ? null : at(path.slice(0, slash));
    const name = path.slice(slash + 1);
    const sortKey = naturalKey(name);
    const key = walkKey(parent?.key ?? new Uint8Array(), sortKey);
    const id = Number(insert.run(parent?.id ?? null, name, path, sortKey, key).lastInsertRowid);
    put(id, path);
    known.set(path, { id, key });
    return { id, key };
  };
  return at;
};

const sizeOf = (raw: Library, pattern: string): number =>
  raw
    .prepare<[string], number>('SELECT ifnull(sum(pgsize), 0) FROM dbstat WHERE name GLOB ?')
    .pluck()
    .get(pattern) ?? 0;

/**
 * Fills `library.db` of an empty data folder from the generator's rows, without files and without a scan:
 * for measuring lists and search at sizes that would take long to write and read.
 */
export const fillLibrary = async (rowsFile: string, dataFolder: string): Promise<FilledLibrary> => {
  const { raw, close } = openLibraryWriter(dataFolder);
  const index = createSearchIndex(raw);
  raw.exec(
    `INSERT INTO library_sources (name, position, real_path, state) VALUES ('Music', 0, '/', 'available')`,
  );
  const folderAt = createFolders(raw, (id, virtualPath) => index.putDirectory(id, { virtualPath }));
  const insert =
    raw.prepare(`INSERT INTO songs (directory_id, name, sort_key, walk_key, size_bytes, mtime_us, title,
    album, artists, album_artists, genres, track_number, disc_number, year, has_picture, added_at)
    VALUES (?, ?, ?, ?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`);
  let songs = 0;
  let indexMs = 0;
  const write = ({ path, tags, mtime }: ManifestSong): void => {
    const slash = path.lastIndexOf('/');
    const folderPath = slash === -1 ? 'Music' : `Music/${path.slice(0, slash)}`;
    const name = path.slice(slash + 1);
    const nameKey = naturalKey(name);
    const { title = null, album = null, artists = [], albumArtists = [], track = null, disc = null } = tags;
    const order = songWalkKey({ isInAlbum: album !== null, discNumber: disc, trackNumber: track, nameKey });
    const lists = [json(artists), json(albumArtists), json(tags.genres)];
    const { id } = folderAt(folderPath);
    const values = [title, album, ...lists, track, disc, tags.year ?? null, mtime];
    const result = insert.run(id, name, nameKey, order, ...values);
    const start = performance.now();
    const texts = [...artists, ...albumArtists, ...(album === null ? [] : [album])];
    index.putSong(Number(result.lastInsertRowid), { folderPath, name, title, texts });
    indexMs += performance.now() - start;
    songs += 1;
  };
  const writeBatch = raw.transaction((batch: readonly ManifestSong[]) => {
    for (const song of batch) write(song);
    const start = performance.now();
    index.flush();
    indexMs += performance.now() - start;
  });
  let batch: ManifestSong[] = [];
  for await (const line of createInterface({ input: createReadStream(rowsFile) })) {
    batch.push(JSON.parse(line) as ManifestSong);
    if (batch.length < batchLength) continue;
    writeBatch.immediate(batch);
    batch = [];
  }
  writeBatch.immediate(batch);
  index.settle();
  raw.exec(
    `UPDATE directories SET song_count = (SELECT count(*) FROM songs WHERE directory_id = directories.id);
     INSERT INTO songs_to_settle (song_id) SELECT id FROM songs`,
  );
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const searchBytes = sizeOf(raw, 'search_*') + sizeOf(raw, 'sqlite_autoindex_search_*');
  const bytesPerSong = sizeOf(raw, '*') / songs;
  close();
  return {
    songs,
    bytesPerSong,
    searchBytesPerSong: searchBytes / songs,
    indexUsPerSong: (indexMs * 1000) / songs,
  };
};
