import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNear } from './near-word.ts';
import { createWordList, equalMatch, startMatch, type WordMatch, wholeMatch, wordIdOf } from './word-list.ts';

/** A match in words. */
const told = (match: WordMatch) => ({
  wordId: wordIdOf(match),
  isEqual: (match & equalMatch) !== 0,
  isStart: (match & startMatch) !== 0,
  isWhole: (match & wholeMatch) !== 0,
});

describe('the list of words', () => {
  it('tells a word that is the text from one that holds it, also where it is the last', () => {
    const words = createWordList();
    words.append(['here', 'e', 'the.e']);
    words.append(['re']);
    const equal = (part: string) =>
      words
        .containing(part)
        .map(told)
        .map(({ wordId, isEqual, isWhole }) => [wordId, isEqual, isWhole]);
    expect(equal('e')).toEqual([
      [1, false, false],
      [2, true, true],
      [4, false, false],
    ]);
    expect(equal('re')).toEqual([
      [1, false, false],
      [4, true, true],
    ]);
    expect(equal('the.e')).toEqual([[3, true, true]]);
  });

  it('tells where a text with signs is whole: no letter or digit of its own ends goes on outside', () => {
    const words = createWordList();
    words.append(['r&b', 'hr&b', 'r&bs', '(r&b)', '-r&b-', 'xr&b,r&b', 'r&', 'x&b', '&']);
    const standing = (part: string) =>
      words
        .containing(part)
        .map(told)
        .map(({ wordId, isEqual, isStart, isWhole }) =>
          [wordId, isEqual && 'equal', isStart && 'start', isWhole && 'whole'].filter(Boolean).join(' '),
        );
    expect(standing('r&b')).toEqual(['1 equal start whole', '2', '3 start', '4 whole', '5 whole', '6 whole']);
    expect(standing('&b')).toEqual(['1 whole', '2 whole', '3', '4 whole', '5 whole', '6 whole', '8 whole']);
    expect(standing('r&')).toEqual([
      '1 start whole',
      '2',
      '3 start whole',
      '4 whole',
      '5 whole',
      '6 whole',
      '7 equal start whole',
    ]);
    expect(standing('&')).toHaveLength(9);
    expect(standing('(r')).toEqual(['4 start whole']);
  });

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '1', '&', '-'), minLength: 1, maxLength: 7 });
  const isPlain = (word: string) => /^[ab1]*$/.test(word);
  /** Every place where a text stands in a word, with what stands around it. */
  const placesOf = (word: string, part: string) =>
    [...word].flatMap((_, at) =>
      word.startsWith(part, at) ? [{ before: word[at - 1] ?? '', after: word[at + part.length] ?? '' }] : [],
    );
  const goesOn = (inside: string | undefined, outside: string) =>
    outside !== '' && isPlain(outside) && isPlain(inside ?? '');

  it('says of every word what a plain look at it says', () => {
    fc.assert(
      fc.property(fc.uniqueArray(letters, { maxLength: 30 }), letters, (all, part) => {
        const words = createWordList();
        words.append(all.slice(0, 3));
        words.append(all.slice(3));
        expect(words.size()).toBe(all.length);
        const expected = all.flatMap((word, index) => {
          const places = placesOf(word, part);
          if (isPlain(word) !== isPlain(part) || places.length === 0) return [];
          const isWhole = isPlain(part)
            ? word === part
            : places.some(({ before, after }) => !goesOn(part[0], before) && !goesOn(part.at(-1), after));
          return [{ wordId: index + 1, isEqual: word === part, isStart: word.startsWith(part), isWhole }];
        });
        expect(words.containing(part).map(told)).toEqual(expected);
        const numbers = (isWanted: (word: string) => boolean) =>
          all.flatMap((word, index) => (isWanted(word) ? [index + 1] : []));
        expect(words.startingWith(part)).toEqual(numbers((word) => word.startsWith(part)));
        expect(words.endingWith(part)).toEqual(numbers((word) => word.endsWith(part)));
        expect(words.startingWith('')).toEqual(numbers(() => true));
      }),
    );
  });

  it('finds words of every piece of a long list, in order', () => {
    const words = createWordList();
    const all = Array.from({ length: 40_000 }, (_, index) => `w${index}`);
    words.append(all.slice(0, 10_000));
    words.append(all.slice(10_000));
    const wanted = all.flatMap((word, index) => (word.includes('638') ? [index + 1] : []));
    expect(words.containing('638').map(wordIdOf)).toEqual(wanted);
    expect(words.endingWith('w16384')).toEqual([16_385]);
    expect(words.startingWith('w3999')).toHaveLength(11);
  });

  it('names plain words an edit away, the first of them up to as many as are asked for', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { maxLength: 30 }),
        letters,
        fc.integer({ min: 0, max: 4 }),
        (all, typed, most) => {
          const words = createWordList();
          words.append(all.slice(0, 3));
          words.append(all.slice(3));
          const near = all.filter((word) => isPlain(word) && isNear(typed, word, 0, word.length));
          expect(words.near(typed, most)).toEqual(near.slice(0, most));
        },
      ),
    );
  });
});
