import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { albumHeaders } from '../music/albums.ts';
import { artistHeaders } from '../music/artists.ts';
import { page, songs } from '../shapes.ts';
import { count, integer, nullableInteger, text, texts, yesOrNo } from '../values.ts';

/*
 * What people think of the collection: stars, ratings and counts of plays, of whoever asks. Songs are named by their
 * paths, albums and artists by their ids. These calls are this product's own.
 */

/** Most songs, albums or artists that one call names. */
export const mostAnnotated = 1000;

const names = texts.max(mostAnnotated).default([]);
const named = z.object({ songs: names, albums: names, artists: names });
const namedExample = { songs: ['Music/Anna/Picnic/01.mp3'], albums: [], artists: [] };

/** Times are milliseconds since the epoch. */
const annotation = z.object({
  starred_at_ms: nullableInteger,
  /** 1 to 5; null while there is none. */
  rating: nullableInteger,
  plays: integer,
  last_played_at_ms: nullableInteger,
});
export type Annotation = z.infer<typeof annotation>;

const ofSong = annotation.extend({ path: text, id: text });
const ofItem = annotation.extend({ id: text });

const favouritesPage = page.extend({
  order: z.enum(['starred', 'rating', 'plays', 'recent', 'name']).optional(),
});

/** Stars, ratings, counts of plays. */
export const annotationEndpoints = {
  findAnnotations: endpoint({
    method: 'POST',
    path: '/annotations',
    access: 'user',
    summary: 'What the user made of songs, albums and artists. Songs that are not known are left out.',
    body: named,
    bodyExample: namedExample,
    answer: z.object({ songs: z.array(ofSong), albums: z.array(ofItem), artists: z.array(ofItem) }),
  }),
  star: endpoint({
    method: 'PUT',
    path: '/annotations/star',
    access: 'user',
    summary: 'Star songs, albums and artists, or take the stars away. What is starred keeps its date.',
    body: named.extend({ is_starred: yesOrNo }),
    bodyExample: { ...namedExample, is_starred: true },
    answer: 'empty',
  }),
  rate: endpoint({
    method: 'PUT',
    path: '/annotations/rating',
    access: 'user',
    summary: 'Rate songs, albums and artists from 1 to 5; 0 takes the rating away.',
    body: named.extend({ rating: count.max(5) }),
    bodyExample: { ...namedExample, rating: 4 },
    answer: 'empty',
  }),
  listFavouriteSongs: endpoint({
    method: 'GET',
    path: '/favourites/songs',
    access: 'user',
    summary: 'Starred songs that are there, newest star first unless told.',
    query: favouritesPage,
    answer: songs,
  }),
  listFavouriteAlbums: endpoint({
    method: 'GET',
    path: '/favourites/albums',
    access: 'user',
    summary: 'Starred albums that are there, newest star first unless told.',
    query: favouritesPage,
    answer: albumHeaders,
  }),
  listFavouriteArtists: endpoint({
    method: 'GET',
    path: '/favourites/artists',
    access: 'user',
    summary: 'Starred artists that are there, newest star first unless told.',
    query: favouritesPage,
    answer: artistHeaders,
  }),
} as const;
