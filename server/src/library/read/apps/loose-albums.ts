import { splitLast } from '../../../platform/paths/virtual-path.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { folderId, idBytesOf, idText } from '../../model/public-id.ts';
import type { AlbumHeader, MusicSong } from '../music/music-reading.ts';
import type { MusicSongRow } from '../music/music-rows.ts';
import type { WalkOrder } from './app-reading.ts';
import type { AppStore } from './app-store.ts';

/** A folder with songs that have no album, which are one album to apps, named after it. */
interface LooseFolder {
  readonly id: number;
  readonly sourceId: number;
  readonly name: string;
  readonly year: number | null;
  readonly newest: number;
  /** Row of the song that came first. */
  readonly firstSong: number;
  /** Row of the artist that all of its songs begin with; null where there is none. */
  readonly artistId: number | null;
}

interface AlbumKeys {
  readonly id: number;
  readonly titleKey: Uint8Array;
  readonly newest: number;
  readonly year: number | null;
}

/** Number of such an album among rows of albums: below zero. */
export const looseRow = (directoryRow: number): number => -directoryRow;

/** So many headers are kept. */
const mostHeaders = 20_000;

const isLoose = (row: number): boolean => row < 0;

/** What the songs of such an album come to. */
interface LooseSums {
  readonly id: number;
  /** A list of JSON, see {@link Sums}. */
  readonly sums: string;
  /** Rows of its first song, and of the first that embeds a picture where the folder has none; null without any. */
  readonly firstRow: number | null;
  readonly picturedRow: number | null;
}

/** What songs come to, of at least one. */
type Sums = readonly [
  songCount: number,
  durationMs: number,
  sizeBytes: number,
  addedAt: number,
  year: number | null,
];

/**
 * @param first song of it
 * @param artwork virtual path of its picture
 * @param isByOne whether all songs begin with one artist
 */
const headerOf = (
  { sums }: Pick<LooseSums, 'sums'>,
  { first, artwork, isByOne }: { first: MusicSong; artwork: string | null; isByOne: boolean },
): AlbumHeader => {
  const { folder } = splitLast(first.path);
  const artists = isByOne ? first.credits.filter(({ role }) => role === 'artist') : [];
  const id = idText(folderId(folder));
  const [songCount, durationMs, sizeBytes, addedAt, year] = JSON.parse(sums) as Sums;
  return {
    ...{ id, groupId: id, title: splitLast(folder).name, version: null, kind: 'album', types: [] },
    artistText: artists.map(({ name }) => name).join(', '),
    artists: artists.map(({ id: artistId, name }) => ({ id: artistId, name })),
    year: year !== null && year > 0 ? year : null,
    ...{ originalDate: null, releaseDate: null, isCompilation: false, discCount: 1 },
    ...{ songCount, durationMs, sizeBytes, addedAt, artwork },
    ...{ artworkColor: null, mbRelease: null, mbReleaseGroup: null },
  };
};

/** Two lists that are in an order, as one. */
const merged = (
  albums: readonly number[],
  loose: readonly number[],
  isBefore: (loose: number, album: number) => boolean,
): number[] => {
  const rows: number[] = [];
  let at = 0;
  for (const album of albums) {
    for (let next = loose[at]; next !== undefined && isBefore(next, album); next = loose[at]) {
      rows.push(next);
      at += 1;
    }
    rows.push(album);
  }
  return [...rows, ...loose.slice(at)];
};

/** Ways to put rows of such albums to those of others. */
const createMergers = ({ all, values, kept }: Pick<AppStore, 'all' | 'values' | 'kept'>) => {
  const keysOfAlbums = (): ReadonlyMap<number, AlbumKeys> =>
    kept('album keys', () => new Map(all<AlbumKeys>('albumKeys').map((row) => [row.id, row])));
  const rowsOf = (list: readonly LooseFolder[]): number[] => list.map(({ id }) => looseRow(id));

  const byName = (albums: readonly number[], list: readonly LooseFolder[]): number[] => {
    const keys = new Map(list.map(({ id, name }) => [looseRow(id), naturalKey(name)]));
    const keyOf = (row: number): Uint8Array => keys.get(row) ?? Buffer.alloc(0);
    const loose = rowsOf(list).sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)) || b - a);
    const known = keysOfAlbums();
    return merged(
      albums,
      loose,
      (row, album) => Buffer.compare(keyOf(row), known.get(album)?.titleKey ?? Buffer.alloc(0)) < 0,
    );
  };

  const byNumber = (
    albums: readonly number[],
    list: readonly LooseFolder[],
    { of, sign }: { of: (row: Pick<AlbumKeys, 'newest' | 'year'>) => number; sign: 1 | -1 },
  ): number[] => {
    const values = new Map(list.map((row) => [looseRow(row.id), of(row)]));
    const numberOf = (row: number): number => values.get(row) ?? 0;
    const loose = rowsOf(list).sort((a, b) => sign * (numberOf(a) - numberOf(b)) || b - a);
    const known = keysOfAlbums();
    const albumValue = (album: number): number => {
      const row = known.get(album);
      return row === undefined ? 0 : of(row);
    };
    return merged(albums, loose, (row, album) => sign * (numberOf(row) - albumValue(album)) < 0);
  };

  /** In an order that stays: what comes has songs that come, too, and stands at the end. */
  const byRow = (albums: readonly number[], list: readonly LooseFolder[]): number[] => {
    const firstOf = new Map(
      values<[id: number, firstSong: number]>('albumFirstSongs').concat(
        list.map(({ id, firstSong }) => [looseRow(id), firstSong]),
      ),
    );
    const first = (row: number): number => firstOf.get(row) ?? 0;
    const loose = rowsOf(list).sort((a, b) => first(a) - first(b));
    return merged(albums, loose, (row, album) => first(row) < first(album));
  };

  return { rowsOf, byName, byNumber, byRow };
};

/** Puts rows of such albums to those of others, in an order. */
const createMerging = (store: AppStore, folders: () => readonly LooseFolder[]) => {
  const { ids, genreNamed } = store;
  const { rowsOf, byName, byNumber, byRow } = createMergers(store);
  return (order: WalkOrder, albums: readonly number[]): readonly number[] => {
    const list = folders();
    if (list.length === 0) return albums;
    switch (order.by) {
      case 'row':
        return byRow(albums, list);
      case 'random':
      case 'artist':
        return [...albums, ...rowsOf(list)];
      case 'name':
        return byName(albums, list);
      case 'newest':
        return byNumber(albums, list, { of: ({ newest }) => newest, sign: -1 });
      case 'year': {
        const [least, most] = [Math.min(order.from, order.to), Math.max(order.from, order.to)];
        const inside = list.filter(({ year }) => year !== null && year >= least && year <= most);
        const sign = order.from > order.to ? -1 : 1;
        return byNumber(albums, inside, { of: ({ year }) => year ?? 0, sign });
      }
      case 'genre': {
        const wanted = new Set(ids('looseFoldersOfGenre', genreNamed(order.genre)?.id ?? -1));
        return byName(
          albums,
          list.filter(({ id }) => wanted.has(id)),
        );
      }
      default:
        return order satisfies never;
    }
  };
};

/** What lists show of albums of both kinds. */
const createHeaders = ({ all, kept, music }: AppStore, folders: () => readonly LooseFolder[]) => {
  const byOne = (): ReadonlySet<number> =>
    kept(
      'loose by one',
      () => new Set(folders().flatMap((each) => (each.artistId === null ? [] : [each.id]))),
    );

  const songsByRow = (rows: readonly number[]): ReadonlyMap<number, MusicSong> => {
    const read = all<MusicSongRow>('songsByRow', JSON.stringify(rows));
    const songs = music.songs(read);
    return new Map(read.flatMap(({ id }, at) => (songs[at] === undefined ? [] : [[id, songs[at]]])));
  };

  // Added up by the database: such a folder may hold hundreds of thousands of songs.
  const headersOf = (directoryRows: readonly number[]): AlbumHeader[] => {
    const sums = all<LooseSums>('looseSums', JSON.stringify(directoryRows));
    const rows = sums.flatMap(({ firstRow, picturedRow }) => [firstRow, picturedRow]);
    const songs = songsByRow([...new Set(rows.filter((row) => row !== null))]);
    const songAt = (row: number | null): MusicSong | undefined => (row === null ? undefined : songs.get(row));
    return sums.flatMap((each) => {
      const first = songAt(each.firstRow);
      if (first === undefined) return [];
      const artwork = first.artwork ?? songAt(each.picturedRow)?.artwork ?? null;
      return [headerOf(each, { first, artwork, isByOne: byOne().has(each.id) })];
    });
  };

  /** The same of rows of both kinds, in their order. */
  const readHeaders = (rows: readonly number[]): AlbumHeader[] => {
    const found: AlbumHeader[] = [];
    for (let at = 0; at < rows.length; ) {
      const kind = isLoose(rows[at] ?? 0);
      const end = rows.findIndex((row, index) => index > at && isLoose(row) !== kind);
      const run = rows.slice(at, end === -1 ? rows.length : end);
      found.push(...(kind ? headersOf(run.map((row) => -row)) : music.albumsByIds(run)));
      at += run.length;
    }
    return found;
  };

  /** Pages are walked through again and again: the same album is the same object for each state of the library. */
  const headers = (rows: readonly number[]): AlbumHeader[] => {
    const known = kept('album headers', () => new Map<number, AlbumHeader>());
    if (known.size > mostHeaders) known.clear();
    const unknown = rows.filter((row) => !known.has(row));
    const read = readHeaders(unknown);
    if (read.length === unknown.length)
      for (const [at, header] of read.entries()) known.set(unknown[at] ?? 0, header);
    else return readHeaders(rows);
    return rows.map((row) => known.get(row)).filter((header) => header !== undefined);
  };
  return { headersOf, headers };
};

/** Songs without an album, as the albums of their folders. */
export const createLooseAlbums = (store: AppStore) => {
  const { all, ids, one, kept, music } = store;
  const folders = (): readonly LooseFolder[] => kept('loose folders', () => all<LooseFolder>('looseFolders'));

  const { headersOf, headers } = createHeaders(store, folders);

  const artistRowOf = (artistId: string): number | null => {
    const bytes = idBytesOf(artistId);
    return bytes === null ? null : (one<{ id: number }>('artistRow', bytes)?.id ?? null);
  };

  return {
    folders,
    headers,
    withLoose: createMerging(store, folders),
    /** How many there are of each artist, by the row of the artist; null for nobody's. */
    counts: (): ReadonlyMap<number | null, number> =>
      kept('loose counts', () => {
        const counts = new Map<number | null, number>();
        for (const { artistId } of folders()) counts.set(artistId, (counts.get(artistId) ?? 0) + 1);
        return counts;
      }),
    /** Rows of the artists that there are any of, of one source when told. */
    artistsOf: (source: string | null): ReadonlySet<number> => {
      const number = store.sourceId(source);
      return new Set(
        folders().flatMap(({ artistId, sourceId }) =>
          artistId === null || (number !== null && sourceId !== number) ? [] : [artistId],
        ),
      );
    },
    /** Those of an artist; of nobody, albums of tags without an artist are told, too. */
    ofArtist: (artistId: string | null): AlbumHeader[] => {
      const row = artistId === null ? null : artistRowOf(artistId);
      if (artistId !== null && row === null) return [];
      const loose = folders().flatMap((folder) => (folder.artistId === row ? [folder.id] : []));
      const others = artistId === null ? ids('albumsWithoutArtist') : [];
      return [...music.albumsByIds(others), ...headersOf(loose)];
    },
    /** How many the latter are, of one source when told. */
    countOfNobody: (source: number | null): number => {
      const loose = folders().filter(
        ({ artistId, sourceId }) => artistId === null && (source === null || sourceId === source),
      );
      const tagged = source === null ? kept('albums of nobody', () => ids('albumsWithoutArtist').length) : 0;
      return loose.length + tagged;
    },
  };
};

/** @see createLooseAlbums */
export type LooseAlbums = ReturnType<typeof createLooseAlbums>;
