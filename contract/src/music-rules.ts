import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integer, text, texts } from './values.ts';

const separators = z.array(text.min(1).max(50)).max(100);

/** How tags become artists and genres, and how names are ordered. */
const musicRules = z
  .object({
    /** Between names of people in one text, blanks included. Compared without case. */
    people_separators: separators,
    /** Between genres in one text. */
    genre_separators: separators,
    /** Names that are never taken apart. */
    never_split: z.array(text.min(1).max(500)).max(2000),
    /** Words that do not count at the beginning of a name, separated by blanks. */
    articles: text.max(2000),
  })
  .register(z.globalRegistry, { id: 'MusicRules' });
export type MusicRules = z.infer<typeof musicRules>;

/** Where names of people and genres are. */
const splitFields = [
  'artists',
  'albumArtists',
  'composers',
  'lyricists',
  'conductors',
  'remixers',
  'producers',
  'arrangers',
  'djMixers',
  'genres',
] as const;
export type SplitField = (typeof splitFields)[number];

/** What rules would change, as far as they differ from those that hold. */
const rulesTrial = z
  .object({
    /** Songs of which a name or genre would be taken apart in another way. */
    changed_song_count: integer,
    change_count: integer,
    /** Those on most songs first, 200 at most. */
    changes: z.array(
      z.object({
        field: z.enum(splitFields),
        text,
        before: texts,
        after: texts,
        song_count: integer,
      }),
    ),
    moved_artist_count: integer,
    moved_album_count: integer,
    /** Artists and albums that would come to another place in their order: 100 at most of each. */
    moves: z.array(
      z.object({
        kind: z.enum(['artist', 'album']),
        name: text,
        letter_before: text,
        letter_after: text,
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'MusicRulesTrial' });
export type MusicRulesTrial = z.infer<typeof rulesTrial>;

const example: MusicRules = {
  people_separators: [' / ', '; '],
  genre_separators: [';'],
  never_split: ['Earth; Wind'],
  articles: 'The Der Die Das',
};

/** How tags become artists and genres. */
export const musicRulesEndpoints = {
  getMusicRules: endpoint({
    method: 'GET',
    path: '/music/rules',
    access: 'admin',
    summary: 'How names of people and genres are taken apart and ordered, and how they were at first.',
    answer: z.object({ rules: musicRules, initial: musicRules }),
  }),
  putMusicRules: endpoint({
    method: 'PUT',
    path: '/music/rules',
    access: 'admin',
    summary: 'Saves them and applies them to every song, in the background; no file is read again.',
    body: musicRules,
    bodyExample: example,
    answer: 'empty',
  }),
  tryMusicRules: endpoint({
    method: 'POST',
    path: '/music/rules/try',
    access: 'admin',
    summary: 'What rules would change; nothing is saved.',
    body: musicRules,
    bodyExample: example,
    answer: rulesTrial,
  }),
} as const;
