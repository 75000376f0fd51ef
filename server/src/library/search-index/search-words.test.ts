import { describe, expect, it } from 'vitest';
import { indexedText as indexed, partsOfWord, wordCountOf, wordsOf } from './search-words.ts';

const indexedText = (text: string) => indexed(text, partsOfWord);

describe('words of a text', () => {
  it('are counted by their plain parts; signs count where there is nothing else', () => {
    expect(wordCountOf(['st.john', 'john', 'st'])).toBe(2);
    expect(wordCountOf(['&', 'and', '&'])).toBe(1);
    expect(wordCountOf(['???', '!', '???'])).toBe(2);
    expect(wordCountOf([])).toBe(0);
  });

  it('are cut at white space, signs included', () => {
    expect(wordsOf('  Été  st.john ')).toEqual(['ete', 'st.john']);
    expect(wordsOf(' ')).toEqual([]);
  });

  it('go into the index whole and in plain parts, with where the text begins and ends', () => {
    expect(indexedText('(St.John) AC/DC john')).toEqual({
      words: ['(st.john)', 'st', 'john', 'ac/dc', 'ac', 'dc'],
      start: ['(st.john)', 'st'],
      firstPart: '(st.john)',
      lastPart: 'john',
      wordCount: 4,
    });
    expect(indexedText('one two')).toMatchObject({ start: ['one'], wordCount: 2 });
    expect(indexedText('& two')).toMatchObject({ start: ['&', 'two'], wordCount: 1 });
    expect(indexedText(' two ')).toMatchObject({ start: ['two'], firstPart: '', lastPart: '' });
    expect(indexedText('?!')).toMatchObject({ words: ['?!'], start: ['?!'], wordCount: 1 });
  });
});
