import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { page, song } from '../shapes.ts';
import { albumHeader } from './albums.ts';
import { artistHeader } from './artists.ts';
import { filter } from './shapes.ts';

const genreHeader = z
  .object({ id: z.string(), name: z.string(), song_count: z.number().int(), album_count: z.number().int() })
  .meta({ id: 'GenreOfTags' });
export type MusicGenre = z.infer<typeof genreHeader>;

const wholeGenre = genreHeader
  .extend({
    related: z.array(genreHeader),
    main_artists: z.array(artistHeader),
    /** Newest first. */
    recent: z.array(albumHeader),
  })
  .meta({ id: 'WholeGenre' });
export type WholeGenre = z.infer<typeof wholeGenre>;

/** Genres as tags tell of them, in lists and whole, and their songs. */
export const musicGenreEndpoints = {
  listMusicGenres: endpoint({
    method: 'GET',
    path: '/music/genres',
    access: 'user',
    summary: 'Genres by name, or those of most songs first.',
    query: page.extend({ order: z.enum(['name', 'songs']).optional(), filter }),
    answer: z.array(genreHeader),
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
    answer: z.array(song),
    errors: ['genre_not_found'],
  }),
} as const;
