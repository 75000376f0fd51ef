import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../platform/text/fold.ts';
import type { TestSong } from '../../collection/test-library.ts';
import { parseQuery } from './parse-query.ts';
import { parseV8Query } from './parse-v8.ts';
import { type Query, type TextField, withoutSigns } from './query.ts';
import { createQueryApp } from './test-query-app.ts';

/** Words of which none holds another, nor the end of one and the beginning of another. */
const vocabulary = ['amber', 'boxwood', 'cypress', 'dulcimer', 'ferryman', 'gigue', 'hawk', 'jubilo'];
const word = fc.constantFrom(...vocabulary);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const song = fc.record({
  title: optional(words),
  artists: optional(fc.array(words, { minLength: 1, maxLength: 2 })),
  albumArtists: optional(fc.array(words, { minLength: 1, maxLength: 1 })),
  album: optional(words),
  genres: optional(fc.array(word, { minLength: 1, maxLength: 2 })),
  composers: optional(fc.array(word, { minLength: 1, maxLength: 1 })),
  year: optional(fc.integer({ min: 1990, max: 1995 })),
  track: optional(fc.integer({ min: 1, max: 4 })),
  folder: word,
});

const valuesOf = (song: TestSong, field: TextField): readonly string[] => {
  const lists: Partial<Record<TextField, readonly (string | undefined)[]>> = {
    album: [song.album],
    albumartist: song.albumArtists ?? [],
    artist: song.artists ?? [],
    composer: song.composers ?? [],
    genre: song.genres ?? [],
    label: [],
    lyricist: song.lyricists ?? [],
    path: [song.path],
    title: [song.title],
  };
  return (lists[field] ?? []).filter((value) => value !== undefined);
};

const everyField = [
  'album',
  'albumartist',
  'artist',
  'composer',
  'genre',
  'label',
  'lyricist',
  'path',
  'title',
] as const;

const key = (text: string): string => withoutSigns(foldText(text));

/** What a query says of one song, by looking at the song alone. */
const holds = (query: Query, song: TestSong): boolean => {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => holds(part, song));
    case 'or':
      return query.parts.some((part) => holds(part, song));
    case 'not':
      return !holds(query.part, song);
    case 'nothing':
      return false;
    case 'any': {
      const texts = everyField.flatMap((field) => valuesOf(song, field));
      const numbers = [song.year, song.track, song.disc];
      if (query.number !== null && numbers.includes(query.number)) return true;
      if (key(query.text) === '') return false;
      return query.manner === 'part'
        ? texts.some((text) => key(text).includes(key(query.text)))
        : texts.some((text) =>
            text.split(/[^\p{L}\p{N}]+/u).some((part) => foldText(part).startsWith(foldText(query.text))),
          );
    }
    case 'text':
      return valuesOf(song, query.field).some((value) => {
        const [held, asked] = [key(value), key(query.text)];
        if (query.relation === 'is') return held === asked;
        return query.relation === 'start' ? held.startsWith(asked) : held.includes(asked);
      });
    case 'range': {
      const number = query.field === 'year' ? song.year : song.track;
      return (
        number !== undefined &&
        number >= (query.from ?? 0) &&
        number <= (query.to ?? Number.POSITIVE_INFINITY)
      );
    }
    case 'has':
      return query.what === 'year'
        ? song.year !== undefined
        : valuesOf(song, query.what as TextField).length > 0;
  }
};

const beginning = fc
  .tuple(word, fc.integer({ min: 3, max: 8 }))
  .map(([text, length]) => text.slice(0, length));
const field = fc.constantFrom('album', 'albumartist', 'artist', 'composer', 'genre', 'title');
const common = fc.oneof(
  beginning,
  fc.tuple(field, words).map(([name, text]) => `${name} = "${text}"`),
  fc.tuple(field, beginning).map(([name, text]) => `${name} % ${text}`),
  fc.integer({ min: 1990, max: 1995 }).map(String),
  fc
    .tuple(fc.constantFrom('>', '>=', '<', '<=', '='), fc.integer({ min: 1990, max: 1995 }))
    .map(([sign, year]) => `year ${sign} ${year}`),
);
const only = fc.oneof(
  fc.tuple(field, beginning).map(([name, text]) => `${name} ^ ${text}`),
  fc.constantFrom('has:genre', '-has:year', 'year:1991..1993', '-year:..1992', '"amber boxwood"'),
);

const grown = (term: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ query: string; part: string }>((tie) => ({
    query: fc
      .tuple(
        tie('part'),
        fc.array(fc.tuple(fc.constantFrom(' ', ' && ', ' || ', ' !! '), tie('part')), { maxLength: 3 }),
      )
      .map(([first, rest]) => first + rest.flat().join('')),
    part: fc.oneof(
      { depthSize: 'small' },
      term,
      tie('query').map((query) => `(${query})`),
    ),
  })).query;

describe('whatever is asked', () => {
  it.each([
    ['version 8', parseV8Query, grown(common)],
    ['our language', parseQuery, grown(fc.oneof(common, only))],
  ] as const)('%s finds what looking at each song finds', async (_name, parse, queries) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(song, { minLength: 1, maxLength: 12 }),
        fc.array(queries, { minLength: 5, maxLength: 5 }),
        async (made, texts) => {
          const songs: TestSong[] = made.map(({ folder, ...rest }, at) => {
            const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
            return { path: `M/${folder}/${at}.mp3`, ...given };
          });
          const { library, finder, pathsOf } = createQueryApp(songs);
          using _library = library;
          for (const text of texts) {
            const query = parse(text);
            const { ids } = await finder.find(query, { forgives: false, userId: 1 });
            const expected = songs.filter((each) => holds(query, each)).map(({ path }) => path);
            expect([text, (await pathsOf(ids)).toSorted()]).toEqual([text, expected.toSorted()]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
