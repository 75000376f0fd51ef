import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, naturalKey } from './natural-key.ts';

/** English sorts by the root collation; `und` is no language, and stands for that of the machine. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const compare = (a: string, b: string): number => Math.sign(compareKeys(naturalKey(a), naturalKey(b)));
const sorted = (names: readonly string[]): string[] => [...names].sort(compare);

/** Characters on whose first level the written table and the machine's collator agree. */
const letters = [
  ...' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'éèêëåäöüñçøæœßðđłħŋþƒəʒÅØÆ',
  ...'αβγδεζηθικλμνξοπρσςτυφχψωΆέ',
  ...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіјљЙЁ',
  ...'あいうかがきアカガっつッ가각나서울',
];
const name = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });

describe('natural keys', () => {
  it('sort numbers by value, whatever their length', () => {
    const long = '1'.repeat(300);
    const names = [
      'a 1',
      'a 2',
      'a 02',
      'a 002',
      'a 10',
      'a 99999999999999999999',
      `a ${long}`,
      `a ${long}0`,
    ];
    expect(sorted([...names].reverse())).toEqual(names);
  });

  it('take a digit of any script for its value', () => {
    // Of some the row of ten begins with a row of sixteen code points (U+0660), of others six behind it (U+0966).
    for (const zero of [0x0660, 0x0966, 0x0ae6, 0x0e50, 0x1040, 0xa8d0, 0x104a0]) {
      for (let value = 0; value < 10; value += 1) {
        const digit = String.fromCodePoint(zero + value);
        expect([compare(`a${digit} b`, `a${value} c`), compare(`a${value} b`, `a${digit} c`)]).toEqual([
          -1, -1,
        ]);
      }
    }
  });

  it('sort punctuation before digits before letters, scripts one after the other', () => {
    const names = ['_x', '-x', '#1', '$5', '7', 'a', 'Z', 'Ω', 'Я', 'あ', '夜'];
    expect(sorted([...names].reverse())).toEqual(names);
  });

  it('break ties by accents, then case', () => {
    const names = ['cote', 'Cote', 'coté', 'côte', 'côté', 'cotes'];
    expect(sorted([...names].reverse())).toEqual(names);
    expect(sorted(['Йод', 'йод', 'Иод', 'иод'])).toEqual(['иод', 'Иод', 'йод', 'Йод']);
  });

  it('put letters that are others with a stroke behind those, before capitals count', () => {
    for (const names of [
      ['ae', 'AE', 'æ', 'Æ'],
      ['strasse', 'STRASSE', 'straße', 'STRAßE'],
      ['d', 'D', 'ð', 'Ð', 'đ', 'Đ'],
    ])
      expect(sorted([...names].reverse())).toEqual(names);
  });

  it('break ties by where the first accent is, then by where the first capital is, however far apart', () => {
    expect(sorted(['éé', 'ée', 'eé', 'ee'])).toEqual(['ee', 'eé', 'ée', 'éé']);
    const withOne = (sign: string) =>
      Array.from({ length: 600 }, (_, at) => `${'x'.repeat(at)}${sign}${'x'.repeat(599 - at)}`);
    for (const sign of ['X', 'x\u0301']) {
      const laterFirst = withOne(sign).reverse();
      expect(sorted(withOne(sign))).toEqual(laterFirst);
    }
  });

  it('read digits of every script', () => {
    expect(sorted(['١٠', '२', '1'])).toEqual(['1', '२', '١٠']);
  });

  it('agree with the root collation wherever that tells names apart', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const expected = Math.sign(collator.compare(a, b));
        if (expected !== 0) expect([a, b, compare(a, b)]).toEqual([a, b, expected]);
      }),
      { numRuns: 5000 },
    );
  });

  it('differ for a letter and its parts, which look the same', () => {
    for (const name of ['\u00e9', '\u00c5', '\ufb01', '\uff21', '\u0439']) {
      expect(compare(name, name.normalize('NFKD'))).not.toBe(0);
    }
  });

  it('differ for names that differ, and hold no zero byte', () => {
    const any = fc.oneof(name, fc.string({ unit: 'binary', maxLength: 8 }));
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(naturalKey(a).includes(0)).toBe(false);
        if (Buffer.compare(Buffer.from(a), Buffer.from(b)) !== 0) expect(compare(a, b)).not.toBe(0);
      }),
      { numRuns: 5000 },
    );
  });

  it('sort folders before what is in longer names, so that a key is a prefix only of its own name', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const closed = (text: string) => Buffer.concat([naturalKey(text), Buffer.of(0)]);
        if (a !== b) expect(closed(b).subarray(0, closed(a).length).equals(closed(a))).toBe(false);
      }),
    );
  });

  // They are stored: what sorts among others has to have the bytes it always had.
  it.each([
    ['', ''],
    ['07 - Some Song.mp3', '3137020402746c685802746c6a5c0a686e31330101fffbfb'],
    ['AC/DC 100', '505415565402333130300101fffffeff'],
    ['Ünï 0012 é', '786a6002323132025801fe0202080afd0202080afb0202080301fffcff01c39c6ec3af203030313220c3a9'],
    ['x\u0000\u0001', '7e0101017801010102'],
    [
      `${'a'.repeat(251)}B`,
      '505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505050505052010105fe',
    ],
  ])('of %j are these bytes', (text, bytes) => {
    expect(Buffer.from(naturalKey(text)).toString('hex')).toBe(bytes);
  });
});
