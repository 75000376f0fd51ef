import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { page } from './shapes.ts';
import { countsByGenre, songList, songsV8 } from './shapes-v8.ts';
import { integer, optionalInteger, optionalText, text, texts, yesOrNo } from './values.ts';

/**
 * An album in a list: songs whose main artists (album artists, else artists) and album name are the same. There is no
 * album without main artists; `artwork` is a virtual path.
 */
const albumHeader = z
  .object({
    name: text,
    artwork: optionalText,
    main_artists: texts,
    year: optionalInteger,
  })
  .register(z.globalRegistry, { id: 'AlbumHeader' });
const albumHeaders = z.array(albumHeader);
export type AlbumHeader = z.infer<typeof albumHeader>;

/** Everybody who is named as artist, album artist, composer or lyricist. A song counts once for each of these. */
const artistHeader = z
  .object({
    name: text,
    num_albums_as_performer: integer,
    num_albums_as_additional_performer: integer,
    num_albums_as_composer: integer,
    num_albums_as_lyricist: integer,
    num_songs_by_genre: countsByGenre,
    num_songs: integer,
  })
  .register(z.globalRegistry, { id: 'ArtistHeader' });
const artistHeaders = z.array(artistHeader);
export type ArtistHeader = z.infer<typeof artistHeader>;

/** What an artist did for a song. */
const contribution = z.object({ performer: yesOrNo, composer: yesOrNo, lyricist: yesOrNo });
export type Contribution = z.infer<typeof contribution>;

const genreHeader = z.object({ name: text });

/** Part of a list of albums; 20 from the beginning unless told. */
const albumPage = z.object({ offset: page.shape.offset, count: page.shape.limit });

/** The greatest number of 64 bits. */
const greatestSeed = '18446744073709551615';

const randomPage = albumPage.extend({
  /** The same one gives the same order, so that pages do not repeat; a number of up to 64 bits. */
  seed: z
    .string()
    .regex(/^\d{1,20}$/)
    .refine((seed) => seed.padStart(20, '0') <= greatestSeed)
    .optional(),
});

/** Albums, artists and genres as version 8 has them. */
export const catalogueV8Endpoints = {
  listAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/albums',
    access: 'user',
    summary: 'All albums by name.',
    answer: albumHeaders,
  }),
  randomAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/albums/random',
    access: 'user',
    summary: 'Albums in an order that a seed gives, 20 unless told.',
    query: randomPage,
    answer: albumHeaders,
  }),
  recentAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/albums/recent',
    access: 'user',
    summary: 'Albums newest first, 20 unless told.',
    query: albumPage,
    answer: albumHeaders,
  }),
  randomV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/random',
    access: 'user',
    summary: 'As /albums/random.',
    query: randomPage,
    answer: albumHeaders,
  }),
  recentV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/recent',
    access: 'user',
    summary: 'As /albums/recent.',
    query: albumPage,
    answer: albumHeaders,
  }),
  getAlbum: endpoint({
    version: 8,
    method: 'GET',
    path: '/album/{name}/by/{artists}',
    access: 'user',
    summary: 'An album and its songs. The main artists stand in their order, a form feed (%0C) between two.',
    answer: albumHeader.extend({ songs: songsV8 }),
    errors: ['album_not_found'],
  }),
  listArtists: endpoint({
    version: 8,
    method: 'GET',
    path: '/artists',
    access: 'user',
    summary: 'All artists by name, without Various Artists.',
    answer: artistHeaders,
  }),
  getArtist: endpoint({
    version: 8,
    method: 'GET',
    path: '/artist/{name}',
    access: 'user',
    summary:
      'An artist and the albums with a part in them, by year and name; of each song of an album, which.',
    answer: artistHeader.extend({
      albums: z.array(albumHeader.extend({ contributions: z.array(contribution) })),
    }),
    errors: ['artist_not_found'],
  }),
  listGenres: endpoint({
    version: 8,
    method: 'GET',
    path: '/genres',
    access: 'user',
    summary: 'Genres of albums by name.',
    answer: z.array(genreHeader),
  }),
  getGenre: endpoint({
    version: 8,
    method: 'GET',
    path: '/genre/{name}',
    access: 'user',
    summary: 'A genre: others on the same songs, who has most songs in it, and its newest albums.',
    answer: genreHeader.extend({
      related_genres: countsByGenre,
      main_artists: artistHeaders,
      recently_added: albumHeaders,
    }),
    errors: ['genre_not_found'],
  }),
  getGenreAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/genre/{name}/albums',
    access: 'user',
    summary: 'Albums of a genre by name.',
    answer: albumHeaders,
    errors: ['genre_not_found'],
  }),
  getGenreArtists: endpoint({
    version: 8,
    method: 'GET',
    path: '/genre/{name}/artists',
    access: 'user',
    summary: 'Artists, composers and lyricists of a genre by name.',
    answer: artistHeaders,
    errors: ['genre_not_found'],
  }),
  getGenreSongs: endpoint({
    version: 8,
    method: 'GET',
    path: '/genre/{name}/songs',
    access: 'user',
    summary: 'Songs of a genre by artists, year, album, disc and track.',
    answer: songList,
    errors: ['genre_not_found'],
  }),
} as const;
