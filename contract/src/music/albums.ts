import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { page, queryNumber } from '../shapes.ts';
import { artistLink, filter, genreLink, letters, nullableInteger, nullableText } from './shapes.ts';
import { musicSong } from './songs.ts';

const albumKinds = ['album', 'single', 'ep', 'live', 'compilation', 'other'] as const;
const albumKind = z.enum(albumKinds);
export type AlbumKind = z.infer<typeof albumKind>;

/** Years and dates are as precise as written: `2016`, `2016-05`, `2016-05-01`; times are seconds since the epoch. */
export const albumHeader = z
  .object({
    id: z.string(),
    /** The same for all editions of an album. */
    group_id: z.string(),
    title: z.string(),
    /** What tells this edition from others, as `Deluxe`. */
    version: nullableText,
    /** As the files show them. */
    artist: z.string(),
    artists: z.array(artistLink),
    year: nullableInteger,
    original_date: nullableText,
    release_date: nullableText,
    kind: albumKind,
    song_count: z.number().int(),
    disc_count: z.number().int(),
    /** In whole seconds. */
    duration: z.number().int(),
    /** When its newest song came. */
    added_at: z.number().int(),
    /** Virtual path of its picture. */
    artwork: nullableText,
    artwork_color: nullableText,
  })
  .meta({ id: 'AlbumOfTags' });
export type MusicAlbum = z.infer<typeof albumHeader>;

const wholeAlbum = albumHeader
  .extend({
    labels: z.array(z.string()),
    genres: z.array(genreLink),
    /** By disc, track and folder. */
    songs: z.array(musicSong),
    /** Other editions of the same album. */
    editions: z.array(albumHeader),
    /** Others of its first artist, newest first. */
    also_by: z.array(albumHeader),
  })
  .meta({ id: 'WholeAlbum' });
export type WholeAlbum = z.infer<typeof wholeAlbum>;

/** Orders of albums: `played` has what the user never played behind the rest; the shelves leave it out. */
const musicAlbumOrders = [
  'added',
  'title',
  'artist',
  'year',
  'random',
  'played',
  'recently_played',
  'most_played',
  'forgotten_favourites',
] as const;
export type MusicAlbumOrder = (typeof musicAlbumOrders)[number];

/** Shelves of the first screen. */
const home = z.object({
  recently_added: z.array(albumHeader),
  recently_played: z.array(albumHeader),
  most_played: z.array(albumHeader),
  /** Starred, and not played for two months. */
  forgotten_favourites: z.array(albumHeader),
  random: z.array(albumHeader),
});
export type Home = z.infer<typeof home>;

/** Albums as tags tell of them, in lists and whole, and those of the first screen. */
export const musicAlbumEndpoints = {
  getHome: endpoint({
    method: 'GET',
    path: '/music/home',
    access: 'user',
    summary: 'Shelves of albums: newest, played lately and most, starred and forgotten, and some at random.',
    query: z.object({ seed: queryNumber(Number.MAX_SAFE_INTEGER).optional() }),
    answer: home,
  }),
  listMusicAlbums: endpoint({
    method: 'GET',
    path: '/music/albums',
    access: 'user',
    summary: 'Albums in an order; newest first unless told.',
    query: page.extend({
      order: z.enum(musicAlbumOrders).optional(),
      /** Of a random order: the same seed is the same order while the collection stays as it is. */
      seed: queryNumber(Number.MAX_SAFE_INTEGER).optional(),
      kind: albumKind.optional(),
      genre: z.string().optional(),
      filter,
    }),
    answer: z.array(albumHeader),
  }),
  listAlbumLetters: endpoint({
    method: 'GET',
    path: '/music/album_letters',
    access: 'user',
    summary: 'Where letters begin in the albums by title or artist.',
    query: z.object({ order: z.enum(['title', 'artist']).optional() }),
    answer: letters,
  }),
  getMusicAlbum: endpoint({
    method: 'GET',
    path: '/music/album/{id}',
    access: 'user',
    summary: 'An album with its songs, its other editions, and others of its artist.',
    answer: wholeAlbum,
    errors: ['album_not_found'],
  }),
} as const;
