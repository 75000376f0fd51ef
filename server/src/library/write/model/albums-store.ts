import type Database from 'better-sqlite3';
import type { TreePlace } from '../../model/folder-tree.ts';

/** An album as it is written. */
export interface AlbumWrite {
  readonly publicId: Uint8Array;
  readonly identity: Uint8Array;
  readonly groupId: Uint8Array;
  readonly title: string;
  readonly version: string | null;
  readonly titleKey: Uint8Array;
  readonly letter: string;
  readonly artist: string;
  readonly artistKey: Uint8Array;
  readonly artistLetter: string;
  readonly year: number | null;
  readonly recordedOn: string | null;
  readonly releasedOn: string | null;
  readonly originalOn: string | null;
  /** JSON list. */
  readonly types: string | null;
  readonly kind: string;
  readonly isCompilation: 0 | 1;
  readonly mbRelease: string | null;
  readonly mbReleaseGroup: string | null;
}

/** What the songs of an album come to. */
interface AlbumSums {
  readonly songCount: number;
  readonly discCount: number;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly addedAt: number;
  readonly coverSongId: number;
}

const albumColumns = [
  ...['public_id', 'identity', 'group_id', 'title', 'version', 'title_key', 'letter', 'artist', 'artist_key'],
  ...[
    'artist_letter',
    'year',
    'recorded_on',
    'released_on',
    'original_on',
    'types',
    'kind',
    'is_compilation',
  ],
  ...['mb_release', 'mb_release_group', 'song_count', 'disc_count', 'duration_ms', 'size_bytes', 'added_at'],
  'cover_song_id',
];

const albumKeys = albumColumns.map((column) =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
) as (keyof (AlbumWrite & AlbumSums))[];

const albumValues = (id: number, album: AlbumWrite & AlbumSums): unknown[] => {
  const values: unknown[] = [id];
  for (const key of albumKeys) values.push(album[key]);
  return values;
};

/** Albums, and who and what is on them. Synchronous; writes belong inside a batch. */
export type AlbumsStore = ReturnType<typeof createAlbumsStore>;

const statements = (raw: Database.Database) => ({
  ofIdentity: raw.prepare<[Uint8Array], number>('SELECT id FROM albums WHERE identity = ?').pluck(),
  identityOf: raw.prepare<[number], Buffer>('SELECT identity FROM albums WHERE id = ?').pluck(),
  byPublicId: raw.prepare<[Uint8Array], number>('SELECT id FROM albums WHERE public_id = ?').pluck(),
  lastId: raw.prepare<[], number>('SELECT max(id) FROM albums').pluck(),
  insert: raw.prepare(
    `INSERT INTO albums (id, ${albumColumns.join(', ')}) VALUES (?${', ?'.repeat(albumColumns.length)})`,
  ),
  update: raw.prepare(
    `UPDATE albums SET ${['id', ...albumColumns].map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  ),
  remove: raw.prepare('DELETE FROM albums WHERE id = ?'),
  sums: raw.prepare<[{ id: number }], AlbumSums>(
    `SELECT count(*) AS songCount, count(DISTINCT coalesce(disc_number, 1)) AS discCount,
       coalesce(sum(duration_ms), 0) AS durationMs, sum(size_bytes) AS sizeBytes, max(added_at) AS addedAt,
       (SELECT id FROM songs WHERE album_id = @id ORDER BY has_picture DESC, disc_number, track_number,
          (SELECT walk_key FROM directories WHERE directories.id = songs.directory_id), sort_key LIMIT 1) AS coverSongId
     FROM songs WHERE album_id = @id`,
  ),
  credits: raw.prepare<[number], { role: number; nameId: number; songCount: number }>(
    `SELECT role, name_id AS nameId, count(DISTINCT a.song_id) AS songCount FROM songs AS s
     CROSS JOIN song_artists AS a ON a.song_id = s.id WHERE s.album_id = ? GROUP BY role, name_id
     ORDER BY role, songCount DESC, min(s.disc_number), min(s.track_number), name_id`,
  ),
  storedCredits: raw.prepare<[number], { role: number; nameId: number }>(
    'SELECT role, name_id AS nameId FROM album_credits WHERE album_id = ?',
  ),
  removeCredits: raw.prepare('DELETE FROM album_credits WHERE album_id = ?'),
  addCredit: raw.prepare('INSERT INTO album_credits VALUES (?, ?, ?, ?, ?)'),
  genres: raw.prepare<[number], { genreId: number; songCount: number }>(
    `SELECT g.genre_id AS genreId, count(DISTINCT g.song_id) AS songCount FROM songs AS s
     CROSS JOIN song_genres AS g ON g.song_id = s.id WHERE s.album_id = ? GROUP BY g.genre_id`,
  ),
  storedGenres: raw.prepare<[number], number>('SELECT genre_id FROM album_genres WHERE album_id = ?').pluck(),
  removeGenres: raw.prepare('DELETE FROM album_genres WHERE album_id = ?'),
  addGenre: raw.prepare('INSERT INTO album_genres VALUES (?, ?, ?, ?, ?)'),
  tree: raw.prepare<[number], TreePlace>(
    `SELECT d.name, d.virtual_path AS path, p.virtual_path AS parentPath FROM directories AS d
     LEFT JOIN directories AS p ON p.id = d.parent_id WHERE d.id = ?`,
  ),
});

/** Makes the store over the writing connection. */
export const createAlbumsStore = (raw: Database.Database) => {
  const run = statements(raw);
  let lastId: number | null = null;
  return {
    /** A number for an album that is still to be made; no other is given it. */
    nextId: (): number => {
      lastId = (lastId ?? run.lastId.get() ?? 0) + 1;
      return lastId;
    },
    /** Forgets what was remembered of rows: after a rollback. */
    forget: (): void => {
      lastId = null;
    },
    /** Albums that share what songs have to share. */
    ofIdentity: (identity: Uint8Array): number[] => run.ofIdentity.all(identity),
    identityOf: (id: number): Buffer | null => run.identityOf.get(id) ?? null,
    /** That one of some albums that has an id. */
    withPublicId: (ids: readonly number[], publicId: Uint8Array): number | undefined => {
      const found = run.byPublicId.get(publicId);
      return found !== undefined && ids.includes(found) ? found : undefined;
    },
    insert: (id: number, album: AlbumWrite & AlbumSums): void => void run.insert.run(albumValues(id, album)),
    sums: (id: number): AlbumSums | undefined => run.sums.get({ id }),
    update: (id: number, album: AlbumWrite & AlbumSums): void =>
      void run.update.run(...albumValues(id, album), id),
    remove: (id: number): void => {
      run.removeCredits.run(id);
      run.removeGenres.run(id);
      run.remove.run(id);
    },
    /** Who is on its songs, those on most of them first. */
    credits: (id: number) => run.credits.all(id),
    storedCredits: (id: number) => run.storedCredits.all(id),
    putCredits: (
      id: number,
      list: readonly { role: number; nameId: number; songCount: number }[],
      isNew: boolean,
    ): void => {
      if (!isNew) run.removeCredits.run(id);
      for (const [position, { role, nameId, songCount }] of list.entries())
        run.addCredit.run(id, role, position, nameId, songCount);
    },
    genres: (id: number) => run.genres.all(id),
    storedGenres: (id: number): number[] => run.storedGenres.all(id),
    putGenres: (
      id: number,
      { titleKey, addedAt, isNew }: { titleKey: Uint8Array; addedAt: number; isNew: boolean },
      list: readonly { genreId: number; songCount: number }[],
    ): void => {
      if (!isNew) run.removeGenres.run(id);
      for (const { genreId, songCount } of list) run.addGenre.run(genreId, titleKey, id, addedAt, songCount);
    },
    tree: (directoryId: number): TreePlace | undefined => run.tree.get(directoryId),
  };
};
