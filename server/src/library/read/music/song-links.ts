import { idText } from '../../model/public-id.ts';
import { roleOf } from '../../model/roles.ts';
import type { ArtistLink, MusicSong, SongCredit } from './music-reading.ts';
import { type LinkRow, linkFromRow, type MusicSongRow, type SongLinks } from './music-rows.ts';
import { grouped, listedOnce, type Runner } from './statement-runner.ts';

/** What leads from a song to others. */
type LinkedRow = Pick<MusicSongRow, 'id' | 'album_id' | 'credit_key' | 'genre_key'>;

type AlbumLink = Pick<SongLinks, 'albumId' | 'albumArtists'>;

const noAlbum: AlbumLink = { albumId: null, albumArtists: [] };

interface Numbered {
  readonly id: number;
  readonly public_id: Buffer;
}

interface CreditRow {
  readonly songId: number;
  readonly role: number;
  readonly instrument: string | null;
  readonly artistId: number;
}

/** What many rows lead to, read once each. */
const linked = <Row extends { readonly id: number }, Entry>(
  { run, statement }: { run: Runner; statement: Parameters<Runner['all']>[0] },
  ids: Iterable<number>,
  entryOf: (row: Row) => Entry,
): ReadonlyMap<number, Entry> =>
  new Map(run.all<Row>(statement, listedOnce(ids)).map((row) => [row.id, entryOf(row)]));

const nobody: ArtistLink = { id: null, name: '' };

const creditsOf = (run: Runner, songs: readonly number[]): ReadonlyMap<number, readonly SongCredit[]> => {
  const rows = run.all<CreditRow>('creditsOfSongs', listedOnce(songs));
  const links = linked<LinkRow & Numbered, ArtistLink>(
    { run, statement: 'artistLinks' },
    rows.map(({ artistId }) => artistId),
    linkFromRow,
  );
  return grouped(
    rows,
    ({ songId }) => songId,
    ({ artistId, role, instrument }) => {
      const { id, name } = links.get(artistId) ?? nobody;
      return { id, name, role: roleOf(role), instrument };
    },
  );
};

const genresOf = (run: Runner, songs: readonly number[]): ReadonlyMap<number, MusicSong['genres']> => {
  const rows = run.all<{ songId: number; genreId: number }>('genresOfSongs', listedOnce(songs));
  const genres = linked<Numbered & { name: string }, MusicSong['genres'][number]>(
    { run, statement: 'genreLinks' },
    rows.map(({ genreId }) => genreId),
    ({ public_id, name }) => ({ id: idText(public_id), name }),
  );
  return grouped(
    rows,
    ({ songId }) => songId,
    ({ genreId }) => genres.get(genreId) ?? { id: '', name: '' },
  );
};

/** Who albums are by, by their rows. */
export const ownersOf = (run: Runner, albums: Iterable<number>): ReadonlyMap<number, readonly ArtistLink[]> =>
  grouped(
    run.all<LinkRow & { albumId: number }>('ownersOfAlbums', listedOnce(albums)),
    ({ albumId }) => albumId,
    linkFromRow,
  );

const albumsOf = (run: Runner, albums: readonly number[]): ReadonlyMap<number, AlbumLink> => {
  const owners = ownersOf(run, albums);
  const ids = linked<Numbered, string>({ run, statement: 'albumIdsOf' }, albums, ({ public_id }) =>
    idText(public_id),
  );
  return new Map(
    albums.map((row) => [row, { albumId: ids.get(row) ?? null, albumArtists: owners.get(row) ?? [] }]),
  );
};

/** What each of some rows leads to by a key that many of them have: of rows with the same key one is looked at. */
const shared = <Key extends string | number, Value>(
  rows: readonly LinkedRow[],
  keyOf: (row: LinkedRow) => Key | null,
  {
    read,
    nothing,
  }: {
    /** By the numbers of songs. */
    readonly read: (rows: readonly LinkedRow[]) => ReadonlyMap<number, Value>;
    /** Of rows that have no key, or lead to nothing. */
    readonly nothing: Value;
  },
): Value[] => {
  const firsts = new Map<Key, LinkedRow>();
  const keys = rows.map((row) => {
    const key = keyOf(row);
    if (key !== null && !firsts.has(key)) firsts.set(key, row);
    return key;
  });
  if (firsts.size === 0) return rows.map(() => nothing);
  const found = read([...firsts.values()]);
  return keys.map((key) => {
    const first = key === null ? undefined : firsts.get(key);
    return first === undefined ? nothing : (found.get(first.id) ?? nothing);
  });
};

const idsOf = (rows: readonly LinkedRow[]): number[] => rows.map(({ id }) => id);

const albumsOfSongs = (run: Runner, rows: readonly LinkedRow[]): ReadonlyMap<number, AlbumLink> => {
  const albums = albumsOf(
    run,
    rows.map(({ album_id }) => album_id ?? 0),
  );
  return new Map(rows.map(({ id, album_id }) => [id, albums.get(album_id ?? 0) ?? noAlbum]));
};

/**
 * Finds what is beside each of some songs, in their order. Songs of an album mostly have the same people and genres:
 * lists of the same are one list, which is read once. The rows have to be of the same transaction.
 */
export const songLinks = (run: Runner, rows: readonly LinkedRow[]): SongLinks[] => {
  const credits = shared<string, SongLinks['credits']>(rows, ({ credit_key }) => credit_key, {
    read: (some) => creditsOf(run, idsOf(some)),
    nothing: [],
  });
  const genres = shared<string, SongLinks['genres']>(rows, ({ genre_key }) => genre_key, {
    read: (some) => genresOf(run, idsOf(some)),
    nothing: [],
  });
  const albums = shared<number, AlbumLink>(rows, ({ album_id }) => album_id, {
    read: (some) => albumsOfSongs(run, some),
    nothing: noAlbum,
  });
  return rows.map((_, at) => ({
    credits: credits[at] ?? [],
    genres: genres[at] ?? [],
    albumId: albums[at]?.albumId ?? null,
    albumArtists: albums[at]?.albumArtists ?? [],
  }));
};
