import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filteredNames, foundNames, type SearchedName } from './found-names.ts';

/** Words of which some begin with others, or hold them. */
const word = fc.constantFrom('moon', 'moo', 'on', 'honey', 'honeymoon', 'r&b');
const joined = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '-', '')), { maxLength: 3 })
  .map((parts) => parts.map(([text, sign]) => text + sign).join(''));
const someNames = fc
  .uniqueArray(fc.record({ name: joined, beside: joined, weight: fc.integer({ min: 1, max: 2 }) }), {
    selector: ({ name }) => name,
    maxLength: 12,
  })
  .map((names) => names.map((each, id) => ({ ...each, id: String(id) })));
const asked = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });

/** Every place where a word begins: at the text's own beginning, or behind what is no letter and no digit. */
const beginnings = (text: string): string[] =>
  [...text].flatMap((_, at) => (at === 0 || /[\s&-]/.test(text.charAt(at - 1)) ? [text.slice(at)] : []));
const begins = (text: string, typed: string) => beginnings(text).some((rest) => rest.startsWith(typed));

/** How good a name is, from 0 (the best) to 4; null when it is not found. */
const classOf = ({ name, beside }: SearchedName, words: readonly string[]): number | null => {
  const isFound = words.every((each) => begins(name, each) || begins(beside, each));
  if (!isFound || !words.some((each) => begins(name, each))) return null;
  const phrase = words.join(' ');
  if (name === phrase) return 0;
  if (!words.every((each) => begins(name, each))) return 3;
  return name.startsWith(phrase) ? 1 : 2;
};

it('finds the names in which words begin, in the order of how well, how much there is of them, and the alphabet', () => {
  fc.assert(
    fc.property(someNames, asked, (names, words) => {
      const expected = names
        .flatMap((each) => {
          const kind = classOf(each, words);
          return kind === null ? [] : [{ ...each, place: [kind, 9 - each.weight, each.name].join('\n') }];
        })
        .sort((a, b) => (a.place < b.place ? -1 : 1))
        .map(({ id }) => id);
      expect(foundNames(names, words)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('filters by words anywhere in a name or in what stands beside it', () => {
  fc.assert(
    fc.property(someNames, asked, (names, words) => {
      const expected = names.filter(({ name, beside }) =>
        words.every((each) => [name, beside].some((text) => text.includes(each))),
      );
      expect(filteredNames(names, words)).toEqual(expected.map(({ id }) => id));
    }),
  );
});
