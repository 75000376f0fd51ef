import type Database from 'better-sqlite3';
import { splitLast } from '../../../platform/paths/virtual-path.ts';
import { type TreePlace, treeOf } from '../../model/folder-tree.ts';
import { idBytesOf } from '../../model/public-id.ts';
import { createTogether } from '../../together.ts';
import type { AlbumFacts, ArtistNames, CorrectionFacts } from './correction-facts.ts';

interface ArtistRow {
  readonly id: number;
  readonly name: string;
  readonly sortName: string | null;
  readonly mbId: string | null;
}

interface AlbumRow {
  readonly id: number;
  readonly publicId: string;
  readonly identity: Buffer;
  readonly title: string;
  readonly version: string | null;
}

const statements = (raw: Database.Database) => ({
  artist: raw.prepare<[Uint8Array], ArtistRow>(
    'SELECT id, name, sort_name AS sortName, mb_id AS mbId FROM artists WHERE public_id = ?',
  ),
  names: raw.prepare<[number], { name: string; mbId: string; folded: string }>(
    'SELECT DISTINCT name, mb_id AS mbId, folded FROM artist_names WHERE artist_id = ? AND uses > 0 ORDER BY id',
  ),
  sharers: raw
    .prepare<[{ id: number }], number>(
      `SELECT count(*) FROM artist_names AS own CROSS JOIN artist_names AS other ON other.folded = own.folded
       WHERE own.artist_id = @id AND other.artist_id <> @id AND other.uses > 0`,
    )
    .pluck(),
  genre: raw.prepare<[Uint8Array], { id: number; name: string }>(
    'SELECT id, name FROM genres WHERE public_id = ?',
  ),
  genreNames: raw.prepare<[number], string>('SELECT name FROM genre_names WHERE genre_id = ?').pluck(),
  album: raw.prepare<[Uint8Array], AlbumRow>(
    'SELECT id, lower(hex(public_id)) AS publicId, identity, title, version FROM albums WHERE public_id = ?',
  ),
  albumArtists: raw.prepare<[number], AlbumFacts['artists'][number]>(
    `SELECT name, sort_name AS sortName, mb_id AS mbId FROM album_credits
     JOIN artist_names ON artist_names.id = name_id WHERE album_id = ? AND role = 0 ORDER BY position`,
  ),
  ofIdentity: raw.prepare<[Uint8Array], number>('SELECT count(*) FROM albums WHERE identity = ?').pluck(),
  years: raw.prepare<[number], number | null>('SELECT DISTINCT year FROM songs WHERE album_id = ?').pluck(),
  yearlessPlaces: raw.prepare<[number], TreePlace>(
    `SELECT DISTINCT d.name, d.virtual_path AS path, p.virtual_path AS parentPath FROM songs
     CROSS JOIN directories AS d ON d.id = directory_id LEFT JOIN directories AS p ON p.id = d.parent_id
     WHERE album_id = ? AND songs.year IS NULL`,
  ),
  songId: raw
    .prepare<[string, string], string>(
      `SELECT lower(hex(songs.public_id)) FROM directories CROSS JOIN songs ON directory_id = directories.id
       WHERE virtual_path = ? AND songs.name = ? AND songs.public_id IS NOT NULL`,
    )
    .pluck(),
  songPaths: raw.prepare<[string], { id: string; path: string }>(
    `SELECT lower(hex(songs.public_id)) AS id, virtual_path || '/' || songs.name AS path FROM songs
     JOIN directories ON directories.id = directory_id
     WHERE songs.public_id IN (SELECT unhex(value) FROM json_each(?))`,
  ),
});

/** Over a connection that reads `library.db`. */
export const createCorrectionFacts = (raw: Database.Database): CorrectionFacts => {
  const run = statements(raw);
  const together = createTogether(raw);
  const find = <Row>(id: string, get: (bytes: Uint8Array) => Row | undefined): Row | undefined => {
    const bytes = idBytesOf(id);
    return bytes === null ? undefined : get(bytes);
  };

  const artistOf = (row: ArtistRow): ArtistNames => {
    const names = run.names.all(row.id);
    return {
      name: row.name,
      sortName: row.sortName,
      mbId: row.mbId,
      folded: names.find(({ name }) => name === row.name)?.folded ?? names[0]?.folded ?? '',
      spellings: names.map(({ name, mbId }) => ({ name, mbId })),
      sharesName: (run.sharers.get({ id: row.id }) ?? 0) > 0,
    };
  };

  const albumOf = (row: AlbumRow): AlbumFacts => ({
    id: row.publicId,
    identity: row.identity.toString('hex'),
    title: row.title,
    version: row.version,
    artists: run.albumArtists.all(row.id),
    isAlone: run.ofIdentity.get(row.identity) === 1,
    years: run.years.all(row.id),
    yearlessTrees: [...new Set(run.yearlessPlaces.all(row.id).map(treeOf))],
  });

  return {
    artist: async (id) =>
      together(() => {
        const row = find(id, (bytes) => run.artist.get(bytes));
        return row === undefined ? null : artistOf(row);
      }),
    genre: async (id) =>
      together(() => {
        const row = find(id, (bytes) => run.genre.get(bytes));
        return row === undefined ? null : { name: row.name, spellings: run.genreNames.all(row.id) };
      }),
    album: async (id) =>
      together(() => {
        const row = find(id, (bytes) => run.album.get(bytes));
        return row === undefined ? null : albumOf(row);
      }),
    songIds: async (paths) =>
      together(() =>
        paths.map((path) => {
          const { folder, name } = splitLast(path);
          return run.songId.get(folder, name) ?? null;
        }),
      ),
    songPaths: async (ids) =>
      new Map(run.songPaths.all(JSON.stringify(ids)).map(({ id, path }) => [id, path])),
  };
};
