import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { smartLists } from './made/smart-lists.ts';
import { albumHeaders } from './music/albums.ts';
import { artistHeaders } from './music/artists.ts';
import { page } from './shapes.ts';
import { songsV8 } from './shapes-v8.ts';
import { integer, text, texts } from './values.ts';

/** What a query found: a page of the songs, in the order of artists, year, album, disc and track. */
const foundSongs = z.object({
  songs: songsV8,
  total: integer,
  /** Where nothing holds a word: the word, and the one that was looked for in its place. */
  forgiven: z.object({ typed: text, used: text }).nullable(),
});

/** What may stand at a place of a query, in place of its characters between two. */
const suggestion = z.object({
  kind: z.enum(['field', 'value']),
  text,
  from: integer,
  to: integer,
});
export type Suggestion = z.infer<typeof suggestion>;

/** Names that a search leads to: the best first, and how many there are. */
const nameGroups = z.object({
  /** Whether the text was read as words, or as a query of the language, which finds songs alone. */
  reading: z.enum(['words', 'query']),
  artists: z.object({ total: integer, entries: artistHeaders }),
  albums: z.object({ total: integer, entries: albumHeaders }),
  playlists: z.object({ total: integer, entries: texts }),
  smart_lists: z.object({ total: integer, entries: smartLists }),
});
export type NameGroups = z.infer<typeof nameGroups>;

/** What somebody typed. */
const queryText = text.max(10_000);

/** The query language. */
export const queryEndpoints = {
  findSongs: endpoint({
    method: 'GET',
    path: '/find_songs',
    access: 'user',
    summary:
      'Songs by a query: words, tags, and starred, rating, plays, lastplayed. What is no query says where, and why.',
    query: page.extend({
      query: queryText,
      /** Looks for nothing but what was typed. */
      exact: z.enum(['true', 'false']).default('false'),
    }),
    answer: foundSongs,
    errors: ['invalid_query'],
  }),
  findGroups: endpoint({
    method: 'GET',
    path: '/find_groups',
    access: 'user',
    summary:
      'Artists, albums, playlists and smart lists whose names have the words, best first; says whether it is a query.',
    query: z.object({
      query: queryText,
      /** Most entries of each group; 50 unless told, 500 at most. */
      limit: page.shape.limit,
    }),
    answer: nameGroups,
    errors: ['invalid_query'],
  }),
  suggestQuery: endpoint({
    method: 'GET',
    path: '/query_suggestions',
    access: 'user',
    summary: 'Fields and values that may stand where somebody types, best first, ten at most.',
    query: z.object({
      query: queryText,
      /** Where the caret is, in UTF-16 units; the end unless told. */
      at: page.shape.offset,
    }),
    answer: z.array(suggestion),
  }),
} as const;
