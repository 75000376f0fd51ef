import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import { type BitSet, bitSetFor, idsOf } from '../../../library/search-index/bit-set.ts';
import { createTestLibrary } from '../../collection/test-library.ts';
import { createSearch } from '../search.ts';
import { createTitleSets, keyOf } from './title-sets.ts';

const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

/** Sets over songs of these titles, numbered from 1, and the titles in a set. */
const setsOver = async (titles: readonly string[]) => {
  const library = createTestLibrary();
  opened.push(library);
  library.addSource('M');
  library.addSongs(titles.map((title, at) => ({ path: `M/${at}.mp3`, title })));
  const { catalogue, search } = createEmbeddedReading({ raw: library.reader });
  const words = await createSearch({ reading: search }).words();
  const sets = createTitleSets({ catalogue, search, words, empty: () => bitSetFor(titles.length) });
  const titlesIn = async (set: Promise<BitSet>): Promise<string[]> =>
    idsOf(await set).map((id) => titles[id - 1] ?? '');
  return { sets, titlesIn };
};

const word = fc.constantFrom('moon', 'noon', 'onto', 'tomorrow', 'rows', 'sonata');
const title = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '-', '_', "'")), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([text, sign]) => text + sign).join(''));

/** Whether a text stands in a title, signs aside, so that the end of a word lies inside of it. */
const reachesOver = (of: string, text: string): boolean => {
  const words = of.split(/[ \-_']/);
  const ends = words.map((_, at) => words.slice(0, at + 1).join('').length);
  const whole = words.join('');
  return [...whole].some(
    (_, at) => whole.startsWith(text, at) && ends.some((end) => end > at && end < at + text.length),
  );
};

it('finds every title in which a text reaches over the end of a word, and none that does not hold it', async () => {
  const place = fc.nat(30);
  await fc.assert(
    fc.asyncProperty(
      fc.array(title, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(place, place, fc.integer({ min: 4, max: 40 })), { minLength: 6, maxLength: 6 }),
      async (titles, pieces) => {
        const { sets, titlesIn } = await setsOver(titles);
        for (const [which, from, length] of pieces) {
          const key = keyOf(titles[which % titles.length] ?? '');
          const text = key.slice(from % key.length).slice(0, length);
          if (text.length < 4) continue;
          const found = await titlesIn(sets.holdingAcross(text));
          const expected = titles.filter((each) => reachesOver(each, text));
          expect([text, titles, found]).toEqual([text, titles, expect.arrayContaining(expected)]);
          expect(found.filter((each) => !keyOf(each).includes(text))).toEqual([]);
          expect(found).toEqual(titles.filter((each) => found.includes(each)));
        }
      },
    ),
    { numRuns: 40 },
  );
});

it('finds every title that holds a text, whatever its signs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(title, { minLength: 1, maxLength: 8 }), title, async (titles, typed) => {
      const { sets, titlesIn } = await setsOver(titles);
      const parts = typed.split(/[ \-_']/).filter((part) => part !== '');
      const holdsParts = (of: string) => parts.every((part) => of.includes(part));
      expect(await titlesIn(sets.holding(typed))).toEqual(
        titles.filter((each) => holdsParts(each) && keyOf(each).includes(keyOf(typed))),
      );
      expect(await titlesIn(sets.withWord(parts[0] ?? ''))).toEqual(
        titles.filter((each) => each.split(/[ \-_']/).some((part) => part.startsWith(parts[0] ?? ''))),
      );
    }),
    { numRuns: 40 },
  );
});

it('looks over the ends of words for texts of 4 to 40 letters', async () => {
  const long = ['abcdefghijklmnopqrst', 'uvwxyz0123456789abcde'];
  const { sets, titlesIn } = await setsOver(['to be', long.join(' ')]);
  expect(await titlesIn(sets.holdingAcross('tob'))).toEqual([]);
  expect(await titlesIn(sets.holdingAcross('tobe'))).toEqual(['to be']);
  const whole = long.join('');
  expect(await titlesIn(sets.holdingAcross(whole.slice(0, 40)))).toEqual([long.join(' ')]);
  expect(await titlesIn(sets.holdingAcross(whole))).toEqual([]);
});

it('gives up where too many titles would have to be looked at', async () => {
  for (const [count, found] of [
    [5_000, 1],
    [5_001, 0],
  ] as const) {
    const { sets, titlesIn } = await setsOver([
      'moonlight sonata',
      ...Array<string>(count - 1).fill('moonlight'),
    ]);
    expect(await titlesIn(sets.holdingAcross('moonlightsonata'))).toHaveLength(found);
  }
});

it('finds by title or path, first where its words stand, else over their ends', async () => {
  const { sets, titlesIn } = await setsOver(['moonlight sonata', 'sonata moonlight', 'moonlightsonata']);
  const isTitle = (text: string) => (song: { title: string | null }) => keyOf(song.title) === text;
  expect(await titlesIn(sets.where('moonlight sonata', isTitle('moonlightsonata')))).toEqual([
    'moonlight sonata',
    'moonlightsonata',
  ]);
  expect(await titlesIn(sets.where('sonatamoonlight', isTitle('sonatamoonlight')))).toEqual([
    'sonata moonlight',
  ]);
});

it('keeps what stands in words, however far apart and few such songs are', async () => {
  const { sets, titlesIn } = await setsOver([
    'moonlight',
    ...Array.from({ length: 200 }, (_, at) => `other ${at}`),
    'Moon-Light',
  ]);
  const isTitle = (song: { title: string | null }) => keyOf(song.title) === 'moonlight';
  expect(await titlesIn(sets.where('moonlight', isTitle))).toEqual(['moonlight']);
  expect(await titlesIn(sets.where('moon light', isTitle))).toEqual(['moonlight', 'Moon-Light']);
});

it('has no key for what is not there', () => {
  expect([keyOf(null), keyOf(''), keyOf(" A-b_c' d")]).toEqual(['', '', 'abcd']);
});
