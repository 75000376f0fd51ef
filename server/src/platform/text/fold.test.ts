import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('folding text for search', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Cœur', 'coeur'],
    ['Łódź', 'lodz'],
    ['Þögn', 'thogn'],
    ['Iğdır', 'igdir'],
    ['İstanbul', 'istanbul'],
    ['Ёлка, Йод', 'елка, иод'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁn ①', 'fin 1'],
    ['Ｆｕｌｌ', 'full'],
    ['ﾗｼﾞｵ', foldText('ラジオ')],
    ['서울', '서울'],
    ['❤️', '❤'],
    ['Rock’n’Roll – “Live”', 'rock\'n\'roll - "live"'],
    ['rock´n', "rock'n"],
    ['50% _"&\'', '50% _"&\''],
  ])('makes %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each(['夜', '東京', '사랑', 'ليل', 'रात', 'לילה', '🎸', 'ไทย'])(
    'finds %s inside longer text',
    (word) => {
      expect(foldText(`x ${word}y`)).toContain(foldText(word));
    },
  );

  it('takes composed and decomposed text for the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: 2000 },
    );
  });
});
