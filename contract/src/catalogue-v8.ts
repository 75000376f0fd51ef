import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { page, queryNumber } from './shapes.ts';
import { countsByGenre, songList, songV8 } from './shapes-v8.ts';

/**
 * An album in a list: songs whose main artists (album artists, else artists) and album name are the same. There is no
 * album without main artists; `artwork` is a virtual path.
 */
const albumHeader = z
  .object({
    name: z.string(),
    artwork: z.string().optional(),
    main_artists: z.array(z.string()),
    year: z.number().int().optional(),
  })
  .meta({ id: 'AlbumHeader' });
export type AlbumHeader = z.infer<typeof albumHeader>;

const count = z.number().int();

/** Everybody who is named as artist, album artist, composer or lyricist. A song counts once for each of these. */
const artistHeader = z
  .object({
    name: z.string(),
    num_albums_as_performer: count,
    num_albums_as_additional_performer: count,
    num_albums_as_composer: count,
    num_albums_as_lyricist: count,
    num_songs_by_genre: countsByGenre,
    num_songs: count,
  })
  .meta({ id: 'ArtistHeader' });
export type ArtistHeader = z.infer<typeof artistHeader>;

/** What an artist did for a song. */
const contribution = z.object({ performer: z.boolean(), composer: z.boolean(), lyricist: z.boolean() });
export type Contribution = z.infer<typeof contribution>;

const genreHeader = z.object({ name: z.string() });

/** Part of a list of albums; 20 from the beginning unless told. */
const albumPage = z.object({ offset: page.shape.offset, count: queryNumber(1_000_000).optional() });

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
    answer: z.array(albumHeader),
  }),
  randomAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/albums/random',
    access: 'user',
    summary: 'Albums in an order that a seed gives, 20 unless told.',
    query: randomPage,
    answer: z.array(albumHeader),
  }),
  recentAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/albums/recent',
    access: 'user',
    summary: 'Albums newest first, 20 unless told.',
    query: albumPage,
    answer: z.array(albumHeader),
  }),
  randomV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/random',
    access: 'user',
    summary: 'As /albums/random.',
    query: randomPage,
    answer: z.array(albumHeader),
  }),
  recentV8: endpoint({
    version: 8,
    method: 'GET',
    path: '/recent',
    access: 'user',
    summary: 'As /albums/recent.',
    query: albumPage,
    answer: z.array(albumHeader),
  }),
  getAlbum: endpoint({
    version: 8,
    method: 'GET',
    path: '/album/{name}/by/{artists}',
    access: 'user',
    summary: 'An album and its songs. The main artists stand in their order, a form feed (%0C) between two.',
    answer: albumHeader.extend({ songs: z.array(songV8) }),
    errors: ['album_not_found'],
  }),
  listArtists: endpoint({
    version: 8,
    method: 'GET',
    path: '/artists',
    access: 'user',
    summary: 'All artists by name, without Various Artists.',
    answer: z.array(artistHeader),
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
      main_artists: z.array(artistHeader),
      recently_added: z.array(albumHeader),
    }),
    errors: ['genre_not_found'],
  }),
  getGenreAlbums: endpoint({
    version: 8,
    method: 'GET',
    path: '/genre/{name}/albums',
    access: 'user',
    summary: 'Albums of a genre by name.',
    answer: z.array(albumHeader),
    errors: ['genre_not_found'],
  }),
  getGenreArtists: endpoint({
    version: 8,
    method: 'GET',
    path: '/genre/{name}/artists',
    access: 'user',
    summary: 'Artists, composers and lyricists of a genre by name.',
    answer: z.array(artistHeader),
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
