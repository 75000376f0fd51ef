import { type Role, roleNumbers } from '../../model/roles.ts';
import type { ListPage } from '../list-page.ts';
import { createAlbumPages } from './album-pages.ts';
import type { LetterPlace, MusicReading, Part } from './music-reading.ts';
import { type ArtistRow, type GenreRow, genreFromRow } from './music-rows.ts';
import { hexOf, type MusicStore } from './music-store.ts';
import { cut, limitOf, nothing, numberOf, numbersIn } from './parts.ts';

/** Lists of the model, a page at a time. */
export type MusicPages = Pick<
  MusicReading,
  | 'albums'
  | 'albumLetters'
  | 'artists'
  | 'artistLetters'
  | 'roleLetters'
  | 'genres'
  | 'genreArtists'
  | 'genreSongs'
  | 'artistSongs'
>;

interface Counted {
  readonly count: number;
}

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

type Together = <Result>(work: () => Result) => Result;

const createGenrePages = (
  store: MusicStore,
  together: Together,
): Pick<MusicPages, 'genres' | 'genreArtists' | 'genreSongs'> => {
  const { run } = store;
  return {
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

/**
 * @param deps.versionOf another number whenever the library changed
 * @param deps.together reads as one
 */
export const createMusicPages = (
  store: MusicStore,
  deps: { versionOf: () => number; together: Together },
): MusicPages => {
  const { run } = store;
  const { together } = deps;
  const albums = createAlbumPages(store, deps.versionOf);
  return {
    albums: async (wish) => together(() => albums(wish)),
    albumLetters: async (order) =>
      letterPlaces(run.all(order === 'title' ? 'titleLetters' : 'artistTextLetters')),
    artists: async ({ role, limit, offset, among }) =>
      together(() => {
        const number = role === undefined ? null : roleNumbers[role];
        if (among !== undefined) {
          const found = run.all<{ id: number }>('artistIdsAmong', { ids: hexOf(among), role: number });
          const { total, entries } = cut(numbersIn(found), { offset, limit });
          return { total, entries: store.artistsByIds(entries) };
        }
        const entries =
          number === null
            ? store.artists(run.all<ArtistRow>('artistsByName', limitOf(limit), offset))
            : store.artistsByIds(numbersIn(run.all('artistsOfRole', number, limitOf(limit), offset)));
        const total =
          number === null ? run.one<Counted>('countArtists') : run.one<Counted>('countRole', number);
        return { total: numberOf(total), entries };
      }),
    artistLetters: async (role) =>
      letterPlaces(role === undefined ? run.all('artistLetters') : run.all('roleLetters', roleNumbers[role])),
    roleLetters: async () =>
      together(() =>
        (Object.keys(roleNumbers) as Role[])
          .map((role) => ({ role, letters: letterPlaces(run.all('roleLetters', roleNumbers[role])) }))
          .filter(({ letters }) => letters.length > 0),
      ),
    artistSongs: async (id, { role, ...page }) =>
      together(() => {
        const artist = store.artistRow(id);
        if (artist === null) return nothing;
        const number = role === undefined ? null : roleNumbers[role];
        const rows = run.all<{ path: string }>('songsOfArtist', { artistId: artist.id, role: number });
        return cutPaths(rows, page);
      }),
    ...createGenrePages(store, together),
  };
};
