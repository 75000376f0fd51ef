import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { page, queryNumber } from '../shapes.ts';
import { integer, nullableInteger, nullableText, optionalText, text, texts } from '../values.ts';
import { artistLinks, filter, genreLinks, letters } from './shapes.ts';
import { musicSongs } from './songs.ts';

const albumKinds = ['album', 'single', 'ep', 'live', 'compilation', 'other'] as const;
/** What an album is. */
export const albumKind = z.enum(albumKinds);
export type AlbumKind = z.infer<typeof albumKind>;

/** Years and dates are as precise as written: `2016`, `2016-05`, `2016-05-01`; times are seconds since the epoch. */
export const albumHeader = z
  .object({
    id: text,
    /** The same for all editions of an album. */
    group_id: text,
    title: text,
    /** What tells this edition from others, as `Deluxe`. */
    version: nullableText,
    /** As the files show them. */
    artist: text,
    artists: artistLinks,
    year: nullableInteger,
    original_date: nullableText,
    release_date: nullableText,
    kind: albumKind,
    song_count: integer,
    disc_count: integer,
    /** In whole seconds. */
    duration: integer,
    /** When its newest song came. */
    added_at: integer,
    /** Virtual path of its picture. */
    artwork: nullableText,
    artwork_color: nullableText,
  })
  .register(z.globalRegistry, { id: 'AlbumOfTags' });
/** Albums of a list. */
export const albumHeaders = z.array(albumHeader);
export type MusicAlbum = z.infer<typeof albumHeader>;

const wholeAlbum = albumHeader
  .extend({
    labels: texts,
    genres: genreLinks,
    /** By disc, track and folder. */
    songs: musicSongs,
    /** Other editions of the same album. */
    editions: albumHeaders,
    /** Others of its first artist, newest first. */
    also_by: albumHeaders,
  })
  .register(z.globalRegistry, { id: 'WholeAlbum' });
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
  recently_added: albumHeaders,
  recently_played: albumHeaders,
  most_played: albumHeaders,
  /** Starred, and not played for two months. */
  forgotten_favourites: albumHeaders,
  random: albumHeaders,
});
export type Home = z.infer<typeof home>;

/** Chooses one of the random orders. */
const seed = queryNumber(Number.MAX_SAFE_INTEGER).optional();

/** Albums as tags tell of them, in lists and whole, and those of the first screen. */
export const musicAlbumEndpoints = {
  getHome: endpoint({
    method: 'GET',
    path: '/music/home',
    access: 'user',
    summary: 'Shelves of albums: newest, played lately and most, starred and forgotten, and some at random.',
    query: z.object({ seed }),
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
      seed,
      kind: albumKind.optional(),
      genre: optionalText,
      filter,
    }),
    answer: albumHeaders,
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
