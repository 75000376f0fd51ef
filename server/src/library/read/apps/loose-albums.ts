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

/** Numbers by which albums are in order. */
type OrderNumber = 'newest' | 'year';

/** Number of such an album among rows of albums: below zero. */
export const looseRow = (directoryRow: number): number => -directoryRow;

/** So many headers are remembered, of some two kilobytes each. */
const mostHeaders = 4_000;

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

/** A key as `hex` of SQLite writes it: such texts are in the order of the keys, and take a third of the memory. */
const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex').toUpperCase();

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Ways to put rows of such albums to those of others. */
const createMergers = ({ values, kept }: Pick<AppStore, 'values' | 'kept'>) => {
  const titleKeys = (): ReadonlyMap<number, string> =>
    kept('album title keys', () => new Map(values<[id: number, titleKey: string]>('albumTitleKeys')));
  const numbersOf = (by: OrderNumber): ReadonlyMap<number, number> =>
    kept(`album ${by}`, () => {
      const read = values<[id: number, newest: number, year: number | null]>('albumNumbers');
      return new Map(read.map(([id, newest, year]) => [id, (by === 'newest' ? newest : year) ?? 0]));
    });
  const rowsOf = (list: readonly LooseFolder[]): number[] => list.map(({ id }) => looseRow(id));

  const byName = (albums: readonly number[], list: readonly LooseFolder[]): number[] => {
    const keys = new Map(list.map(({ id, name }) => [looseRow(id), hexOf(naturalKey(name))]));
    const keyOf = (row: number): string => keys.get(row) ?? '';
    const loose = rowsOf(list).sort((a, b) => compareTexts(keyOf(a), keyOf(b)) || b - a);
    const known = titleKeys();
    return merged(albums, loose, (row, album) => keyOf(row) < (known.get(album) ?? ''));
  };

  const byNumber = (
    albums: readonly number[],
    list: readonly LooseFolder[],
    { by, sign }: { by: OrderNumber; sign: 1 | -1 },
  ): number[] => {
    const values = new Map(list.map((row) => [looseRow(row.id), row[by] ?? 0]));
    const numberOf = (row: number): number => values.get(row) ?? 0;
    const loose = rowsOf(list).sort((a, b) => sign * (numberOf(a) - numberOf(b)) || b - a);
    const known = numbersOf(by);
    return merged(albums, loose, (row, album) => sign * (numberOf(row) - (known.get(album) ?? 0)) < 0);
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
        return byNumber(albums, list, { by: 'newest', sign: -1 });
      case 'year': {
        const [least, most] = [Math.min(order.from, order.to), Math.max(order.from, order.to)];
        const inside = list.filter(({ year }) => year !== null && year >= least && year <= most);
        const sign = order.from > order.to ? -1 : 1;
        return byNumber(albums, inside, { by: 'year', sign });
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
const createHeaders = ({ all, kept, remembered, music }: AppStore, folders: () => readonly LooseFolder[]) => {
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
    const known = remembered<number, AlbumHeader>('album headers', mostHeaders);
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
