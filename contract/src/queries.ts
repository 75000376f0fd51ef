import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { smartList } from './made/smart-lists.ts';
import { albumHeader } from './music/albums.ts';
import { artistHeader } from './music/artists.ts';
import { page } from './shapes.ts';
import { songV8 } from './shapes-v8.ts';

/** What a query found: a page of the songs, in the order of artists, year, album, disc and track. */
const foundSongs = z.object({
  songs: z.array(songV8),
  total: z.number().int(),
  /** Where nothing holds a word: the word, and the one that was looked for in its place. */
  forgiven: z.object({ typed: z.string(), used: z.string() }).nullable(),
});

/** What may stand at a place of a query, in place of its characters between two. */
const suggestion = z.object({
  kind: z.enum(['field', 'value']),
  text: z.string(),
  from: z.number().int(),
  to: z.number().int(),
});
export type Suggestion = z.infer<typeof suggestion>;

/** Names that a search leads to: the best first, and how many there are. */
const nameGroups = z.object({
  /** Whether the text was read as words, or as a query of the language, which finds songs alone. */
  reading: z.enum(['words', 'query']),
  artists: z.object({ total: z.number().int(), entries: z.array(artistHeader) }),
  albums: z.object({ total: z.number().int(), entries: z.array(albumHeader) }),
  playlists: z.object({ total: z.number().int(), entries: z.array(z.string()) }),
  smart_lists: z.object({ total: z.number().int(), entries: z.array(smartList) }),
});
export type NameGroups = z.infer<typeof nameGroups>;

/** The query language. */
export const queryEndpoints = {
  findSongs: endpoint({
    method: 'GET',
    path: '/find_songs',
    access: 'user',
    summary:
      'Songs by a query: words, tags, and starred, rating, plays, lastplayed. What is no query says where, and why.',
    query: page.extend({
      query: z.string().max(10_000),
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
      query: z.string().max(10_000),
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
      query: z.string().max(10_000),
      /** Where the caret is, in UTF-16 units; the end unless told. */
      at: page.shape.offset,
    }),
    answer: z.array(suggestion),
  }),
} as const;
