import { AppError } from '../../platform/app-error.ts';
import type { Album, Artist, Catalogue, Genre } from './catalogue.ts';
import { cleaned } from './names.ts';

/** Names of albums by many people, which are no artists of a list. */
const nobody = new Set(['Various Artists', 'VA'].map(cleaned));

const isAlbum = (album: Album | undefined): album is Album => album !== undefined;

/** Albums at places, by name. */
const albumsAt = (catalogue: Catalogue, places: Iterable<number>): Album[] =>
  [...places]
    .sort((a, b) => a - b)
    .map((place) => catalogue.albums[place])
    .filter(isAlbum);

/** Numbers of all artists by name. */
export const listedArtists = ({ artistOrder, artistNames }: Catalogue): number[] =>
  artistOrder.filter((id) => !nobody.has(cleaned(artistNames.shown(id))));

/** Numbers of the genres that have an album, by name. */
export const listedGenres = ({ genreOrder, genres }: Catalogue): number[] =>
  genreOrder.filter((id) => (genres[id]?.albums.size ?? 0) > 0);

/** Newest first. */
export const newestAlbums = (catalogue: Catalogue, page: { offset: number; count: number }): Album[] =>
  catalogue.newest
    .slice(page.offset, page.offset + page.count)
    .map((place) => catalogue.albums[place])
    .filter(isAlbum);

/** @throws AppError album_not_found */
export const findAlbum = (catalogue: Catalogue, name: string, artists: readonly string[]): Album => {
  // Names that nobody bears are as if they were not there.
  const ids = artists.map(catalogue.artistNames.find).filter((id) => id !== null);
  const album = catalogue.albumAt(ids, name);
  if (album === undefined) throw new AppError('album_not_found', 'There is no such album in the collection.');
  return album;
};

/** @throws AppError artist_not_found */
export const findArtist = (catalogue: Catalogue, name: string): { id: number; artist: Artist } => {
  const id = catalogue.artistNames.find(name);
  const artist = id === null ? undefined : catalogue.artists[id];
  if (id === null || artist === undefined) {
    throw new AppError('artist_not_found', 'There is no such artist in the collection.');
  }
  return { id, artist };
};

/** Albums with a part of an artist in them: by year, those without one first, then by name. */
export const albumsOf = (catalogue: Catalogue, artist: Artist): Album[] => {
  const { asPerformer, asAdditionalPerformer, asComposer, asLyricist } = artist;
  const places = new Set([...asPerformer, ...asAdditionalPerformer, ...asComposer, ...asLyricist]);
  return albumsAt(catalogue, places).sort((a, b) => (a.year ?? -1) - (b.year ?? -1));
};

/** @throws AppError genre_not_found */
export const findGenre = (catalogue: Catalogue, name: string): { id: number; genre: Genre } => {
  const id = catalogue.genreNames.find(name);
  const genre = id === null ? undefined : catalogue.genres[id];
  if (id === null || genre === undefined) {
    throw new AppError('genre_not_found', 'There is no such genre in the collection.');
  }
  return { id, genre };
};

/** Albums of a genre by name. */
export const genreAlbums = (catalogue: Catalogue, genre: Genre): Album[] => albumsAt(catalogue, genre.albums);

/** Albums of a genre, newest first. */
export const newestOf = (catalogue: Catalogue, genre: Genre, count: number): Album[] =>
  genreAlbums(catalogue, genre)
    .sort((a, b) => b.addedAt - a.addedAt)
    .slice(0, count);

/** Numbers of the artists of a genre, by name. */
export const genreArtists = (catalogue: Catalogue, genre: Genre): number[] =>
  listedArtists(catalogue).filter((id) => genre.artists.has(id));

/** Those with most songs in it, by the number of a genre. */
export const mainArtistsOf = (catalogue: Catalogue, genreId: number, count: number): number[] => {
  const genre = catalogue.genres[genreId];
  const songs = (id: number): number => catalogue.artists[id]?.songsByGenre.get(genreId) ?? 0;
  if (genre === undefined) return [];
  return genreArtists(catalogue, genre)
    .sort((a, b) => songs(b) - songs(a))
    .slice(0, count);
};

/** Ids of songs in the order of all songs. */
export const inSongOrder = (
  { songRanks, songOrder }: Catalogue,
  ids: readonly number[],
): readonly number[] => {
  // Numbers of a typed array are sorted without asking us about each pair.
  const ranks = Uint32Array.from(ids, (id) => songRanks[id] ?? 0).sort();
  return Array.from(ranks, (rank) => songOrder[rank] ?? 0);
};
