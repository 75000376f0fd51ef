import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { page, songs } from '../shapes.ts';
import { integer, text } from '../values.ts';
import { albumHeaders } from './albums.ts';
import { artistHeaders } from './artists.ts';
import { filter } from './shapes.ts';

const genreHeader = z
  .object({ id: text, name: text, song_count: integer, album_count: integer })
  .register(z.globalRegistry, { id: 'GenreOfTags' });
const genreHeaders = z.array(genreHeader);
export type MusicGenre = z.infer<typeof genreHeader>;

const wholeGenre = genreHeader
  .extend({
    related: genreHeaders,
    main_artists: artistHeaders,
    /** Newest first. */
    recent: albumHeaders,
  })
  .register(z.globalRegistry, { id: 'WholeGenre' });
export type WholeGenre = z.infer<typeof wholeGenre>;

/** Genres as tags tell of them, in lists and whole, and their songs. */
export const musicGenreEndpoints = {
  listMusicGenres: endpoint({
    method: 'GET',
    path: '/music/genres',
    access: 'user',
    summary: 'Genres by name, or those of most songs first.',
    query: page.extend({ order: z.enum(['name', 'songs']).optional(), filter }),
    answer: genreHeaders,
  }),
  getMusicGenre: endpoint({
    method: 'GET',
    path: '/music/genre/{id}',
    access: 'user',
    summary: 'A genre: related ones, main artists, newest albums.',
    answer: wholeGenre,
    errors: ['genre_not_found'],
  }),
  listGenreSongs: endpoint({
    method: 'GET',
    path: '/music/genre_songs/{id}',
    access: 'user',
    summary: 'Songs of a genre, by album artist, year, album, disc and track; 200 unless told.',
    query: page,
    answer: songs,
    errors: ['genre_not_found'],
  }),
} as const;
