import { describe, expect, it } from 'vitest';
import { createWordList } from './word-list.ts';

describe('the list of words', () => {
  it('tells a word that is the text from one that holds it, also where it is the last', () => {
    const words = createWordList();
    words.append(['here', 'e', 'the.e']);
    words.append(['re']);
    const equal = (part: string) =>
      words.containing(part).map(({ wordId, isEqual, isWhole }) => [wordId, isEqual, isWhole]);
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
});
