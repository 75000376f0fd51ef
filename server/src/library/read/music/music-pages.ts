import { roleNumbers } from '../../model/roles.ts';
import type { ListPage } from '../list-page.ts';
import type { AlbumHeader, AlbumsWish, LetterPlace, MusicReading, Part } from './music-reading.ts';
import { type AlbumRow, type ArtistRow, type GenreRow, genreFromRow } from './music-rows.ts';
import type { MusicStore } from './music-store.ts';
import { permuted } from './permuted.ts';

/** Lists of the model, a page at a time. */
export type MusicPages = Pick<
  MusicReading,
  | 'albums'
  | 'albumLetters'
  | 'artists'
  | 'artistLetters'
  | 'genres'
  | 'genreArtists'
  | 'genreSongs'
  | 'artistSongs'
>;

interface Counted {
  readonly count: number;
}

const numberOf = (row: object | null): number =>
  row === null ? 0 : ((Object.values(row)[0] as number) ?? 0);

const nothing = { total: 0, entries: [] };

const cut = <Entry>(all: readonly Entry[], { offset, limit }: ListPage): Part<Entry> => ({
  total: all.length,
  entries: all.slice(offset, offset + limit),
});

const cutPaths = (rows: readonly { readonly path: string }[], page: ListPage): Part<string> =>
  cut(
    rows.map(({ path }) => path),
    page,
  );

/** `#` stands first, as digits and signs sort before letters. */
const letterPlaces = (rows: readonly (Counted & { readonly letter: string })[]): LetterPlace[] => {
  const isSign = (letter: string): boolean => letter === '#';
  const sorted = rows.toSorted((a, b) =>
    isSign(a.letter) !== isSign(b.letter) ? (isSign(a.letter) ? -1 : 1) : a.letter < b.letter ? -1 : 1,
  );
  let offset = 0;
  return sorted.map(({ letter, count }) => {
    const place = { letter, offset };
    offset += count;
    return place;
  });
};

const orders = {
  added: 'albumsByAdded',
  title: 'albumsByTitle',
  artist: 'albumsByArtist',
  year: 'albumsByYear',
} as const;

/** SQLite takes -1 for no limit. */
const limitOf = (limit: number): number => (Number.isFinite(limit) ? limit : -1);

const createAlbumPages = (store: MusicStore, versionOf: () => number) => {
  const { run } = store;
  const shuffled = permuted();

  const ofGenre = ({ genreId = '', order, limit, offset }: AlbumsWish): Part<AlbumHeader> => {
    const genre = store.genreRow(genreId);
    if (genre === null) return nothing;
    const name = order === 'added' ? 'genreAlbumsByAdded' : 'genreAlbumsByTitle';
    return {
      total: genre.album_count,
      entries: store.albums(run.all<AlbumRow>(name, genre.id, limitOf(limit), offset)),
    };
  };

  const ofKind = ({ kind, order, limit, offset }: AlbumsWish): Part<AlbumHeader> => ({
    total: numberOf(run.one('countKind', kind)),
    entries: store.albums(
      run.all<AlbumRow>(order === 'added' ? 'kindByAdded' : 'kindByTitle', kind, limitOf(limit), offset),
    ),
  });

  const atRandom = ({ seed = 0, limit, offset }: AlbumsWish): Part<AlbumHeader> => {
    const ids = shuffled({ version: versionOf(), seed }, () =>
      run.all<{ id: number }>('allAlbumIds').map(({ id }) => id),
    );
    const { total, entries } = cut(ids, { offset, limit });
    return { total, entries: store.albumsByIds(entries) };
  };

  return (wish: AlbumsWish): Part<AlbumHeader> => {
    if (wish.genreId !== undefined) return ofGenre(wish);
    if (wish.order === 'random') return atRandom(wish);
    if (wish.kind !== undefined) return ofKind(wish);
    return {
      total: numberOf(run.one('countAlbums')),
      entries: store.albums(run.all<AlbumRow>(orders[wish.order], limitOf(wish.limit), wish.offset)),
    };
  };
};

/**
 * @param deps.versionOf another number whenever the library changed
 * @param deps.together reads as one
 */
export const createMusicPages = (
  store: MusicStore,
  deps: { versionOf: () => number; together: <Result>(work: () => Result) => Result },
): MusicPages => {
  const { run } = store;
  const { together } = deps;
  const albums = createAlbumPages(store, deps.versionOf);
  return {
    albums: async (wish) => together(() => albums(wish)),
    albumLetters: async (order) =>
      letterPlaces(run.all(order === 'title' ? 'titleLetters' : 'artistTextLetters')),
    artists: async ({ role, limit, offset }) =>
      together(() => {
        const number = role === undefined ? null : roleNumbers[role];
        const rows =
          number === null
            ? run.all<ArtistRow>('artistsByName', limitOf(limit), offset)
            : run.all<ArtistRow>('artistsOfRole', number, limitOf(limit), offset);
        const total =
          number === null ? run.one<Counted>('countArtists') : run.one<Counted>('countRole', number);
        return { total: numberOf(total), entries: store.artists(rows) };
      }),
    artistLetters: async (role) =>
      letterPlaces(role === undefined ? run.all('artistLetters') : run.all('roleLetters', roleNumbers[role])),
    artistSongs: async (id, { role, ...page }) =>
      together(() => {
        const artist = store.artistRow(id);
        if (artist === null) return nothing;
        const number = role === undefined ? null : roleNumbers[role];
        const rows = run.all<{ path: string }>('songsOfArtist', { artistId: artist.id, role: number });
        return cutPaths(rows, page);
      }),
    genres: async ({ order, limit, offset }) =>
      together(() => ({
        total: numberOf(run.one('countGenres')),
        entries: run
          .all<GenreRow>(order === 'name' ? 'genresByName' : 'genresBySongs', limitOf(limit), offset)
          .map(genreFromRow),
      })),
    genreArtists: async (id, page) =>
      together(() => {
        const genre = store.genreRow(id);
        if (genre === null) return nothing;
        const { total, entries } = cut(run.all<ArtistRow>('artistsOfGenre', genre.id), page);
        return { total, entries: store.artists(entries) };
      }),
    genreSongs: async (id, page) =>
      together(() => {
        const genre = store.genreRow(id);
        if (genre === null) return nothing;
        const rows = run.all<{ path: string }>('songsOfGenre', genre.id);
        return cutPaths(rows, page);
      }),
  };
};
