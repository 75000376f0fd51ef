import type Database from 'better-sqlite3';

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

/** Where a folder lies, for telling folder trees apart. */
export interface TreePlace {
  readonly name: string;
  readonly path: string;
  readonly parentPath: string | null;
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

const camel = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Albums, and who and what is on them. Synchronous; writes belong inside a batch. */
export type AlbumsStore = ReturnType<typeof createAlbumsStore>;

const statements = (raw: Database.Database) => ({
  ofIdentity: raw.prepare<[Uint8Array], number>('SELECT id FROM albums WHERE identity = ?').pluck(),
  identityOf: raw.prepare<[number], Buffer>('SELECT identity FROM albums WHERE id = ?').pluck(),
  byPublicId: raw.prepare<[Uint8Array], number>('SELECT id FROM albums WHERE public_id = ?').pluck(),
  insert: raw.prepare(
    `INSERT INTO albums (${albumColumns.join(', ')}) VALUES (${albumColumns.map((name) => `@${camel(name)}`).join(', ')})`,
  ),
  update: raw.prepare(
    `UPDATE albums SET ${albumColumns.map((name) => `${name} = @${camel(name)}`).join(', ')} WHERE id = @id`,
  ),
  remove: raw.prepare('DELETE FROM albums WHERE id = ?'),
  sums: raw.prepare<[{ id: number }], AlbumSums>(
    `SELECT count(*) AS songCount, count(DISTINCT coalesce(disc_number, 1)) AS discCount,
       coalesce(sum(duration_ms), 0) AS durationMs, sum(size_bytes) AS sizeBytes, max(added_at) AS addedAt,
       (SELECT id FROM songs WHERE album_id = @id ORDER BY has_picture DESC, disc_number, track_number,
          directory_id, sort_key LIMIT 1) AS coverSongId
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
  return {
    /** Albums that share what songs have to share. */
    ofIdentity: (identity: Uint8Array): number[] => run.ofIdentity.all(identity),
    identityOf: (id: number): Buffer | null => run.identityOf.get(id) ?? null,
    byPublicId: (publicId: Uint8Array): number | null => run.byPublicId.get(publicId) ?? null,
    /** A row for an album whose songs are pointed to it before it is summed up. */
    make: (album: AlbumWrite): number =>
      Number(
        run.insert.run({
          ...album,
          songCount: 0,
          discCount: 0,
          durationMs: 0,
          sizeBytes: 0,
          addedAt: 0,
          coverSongId: 0,
        }).lastInsertRowid,
      ),
    sums: (id: number): AlbumSums | undefined => run.sums.get({ id }),
    update: (id: number, album: AlbumWrite & AlbumSums): void => void run.update.run({ id, ...album }),
    remove: (id: number): void => {
      run.removeCredits.run(id);
      run.removeGenres.run(id);
      run.remove.run(id);
    },
    /** Who is on its songs, those on most of them first. */
    credits: (id: number) => run.credits.all(id),
    storedCredits: (id: number) => run.storedCredits.all(id),
    putCredits: (id: number, list: readonly { role: number; nameId: number; songCount: number }[]): void => {
      run.removeCredits.run(id);
      for (const [position, { role, nameId, songCount }] of list.entries())
        run.addCredit.run(id, role, position, nameId, songCount);
    },
    genres: (id: number) => run.genres.all(id),
    storedGenres: (id: number): number[] => run.storedGenres.all(id),
    putGenres: (
      id: number,
      { titleKey, addedAt }: { titleKey: Uint8Array; addedAt: number },
      list: readonly { genreId: number; songCount: number }[],
    ): void => {
      run.removeGenres.run(id);
      for (const { genreId, songCount } of list) run.addGenre.run(genreId, titleKey, id, addedAt, songCount);
    },
    tree: (directoryId: number): TreePlace | undefined => run.tree.get(directoryId),
  };
};
