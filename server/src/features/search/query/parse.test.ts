import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { parseV8Query } from './parse-v8.ts';
import { longestQuery, type Query, QueryFault } from './query.ts';

/** A query as a text with every parenthesis. */
const shown = (query: Query): string => {
  switch (query.kind) {
    case 'and':
    case 'or':
      return `(${query.parts.map(shown).join(query.kind === 'and' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${shown(query.part)}`;
    case 'any':
      return `${query.text}${query.number === null ? '' : `#${query.number}`}${query.manner === 'start' ? '' : '~'}`;
    case 'text':
      return `${query.field} ${query.relation} ${query.text}`;
    case 'range':
      return `${query.field} ${query.from ?? ''}..${query.to ?? ''}`;
    case 'has':
      return `has ${query.what}`;
    case 'nothing':
      return 'nothing';
  }
};

const faultOf = (parse: (text: string) => Query, text: string): [number, string] | null => {
  try {
    parse(text);
    return null;
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    return [error.at, error.expected];
  }
};

describe('the language of version 8', () => {
  it.each([
    ['rain sun', '(rain~ & sun~)'],
    ['aa || bb && cc', '((aa~ | bb~) & cc~)'],
    ['aa bb || cc', '(aa~ & (bb~ | cc~))'],
    ['aa !! bb', '(aa~ & !bb~)'],
    ['aa !! (bb || cc)', '(aa~ & !(bb~ | cc~))'],
    ['aa&&bb||cc', '((aa~ & bb~) | cc~)'],
    ['10cc', '(10#10~ & cc~)'],
    ['007', '((#0~ & #0~) & #7~)'],
    ['year>=1990 year < 2000', '(year 1990.. & year ..1999)'],
    ['year = 1999', 'year 1999..1999'],
    ['artist%foo', 'artist part foo'],
    ['artist % "foo bar"', 'artist part foo bar'],
    ['albumartist = X', 'albumartist is X'],
    ['artists', 'artists~'],
    ['50%', '(50#50~ & %~)'],
    ['"a b"c', '(a b~ & c~)'],
    ['aa !! x', 'aa~'],
    ['x !! aa', 'nothing'],
    ['x aa', 'aa~'],
    ['x', 'nothing'],
    ['artist % x', 'nothing'],
    ['9', '#9~'],
    ['( ( aa ) )', 'aa~'],
    ['99999999999', '99999999999~'],
  ])('reads %j as %s', (text, meaning) => {
    // Alone, what is one sign long finds nothing: `%` and `c` are left out beside others.
    const withoutShort = meaning
      .replace(' & %~)', '')
      .replace(' & c~)', '')
      .replace(/^\((?=50|a b)/, '');
    expect(shown(parseV8Query(text))).toBe(withoutShort);
  });

  it.each([
    ['', 0, 'term'],
    ['"', 1, 'quote'],
    ['"x', 2, 'quote'],
    ['(aa', 3, 'closing'],
    ['aa)', 2, 'operator'],
    ['aa &&', 5, 'term'],
    ['aa & bb', 3, 'term'],
    ['artist =', 8, 'value'],
    ['year > x', 7, 'number'],
    ['artist > x', 7, 'term'],
    ['!aa', 0, 'term'],
  ])('refuses %j', (text, at, expected) => {
    expect(faultOf(parseV8Query, text)).toEqual([at, expected]);
  });
});

describe('our language', () => {
  it.each([
    ['rain sun', '(rain & sun)'],
    ['a || b c', '(a | (b & c))'],
    ['a && b || c', '((a & b) | c)'],
    ['a -b', '(a & !b)'],
    ['a !! b c', '(a & !b & c)'],
    ['-(a || b)', '!(a | b)'],
    ['"rain sun"', 'rain sun~'],
    ['1999', '1999#1999'],
    ['artist:"The Band" year:1990..1999', '(artist is The Band & year 1990..1999)'],
    ['artist ^ the', 'artist start the'],
    ['Artist % x', 'artist part x'],
    ['genre != pop', '!genre is pop'],
    ['year:..1980', 'year ..1980'],
    ['year:1980..', 'year 1980..'],
    ['year != 1980', '!year 1980..1980'],
    ['duration > 3:30', 'duration 211..'],
    ['duration < 1:00:00', 'duration ..3599'],
    ['trackgain >= -6.5', 'trackgain -6.5..'],
    ['trackpeak > 1', 'trackpeak 1.000000001..'],
    ['trackgain:-9..-6', 'trackgain -9..-6'],
    ['added >= 2024-02', 'added 1706745600..'],
    ['added = 2024', 'added 1704067200..1735689599'],
    ['track:3 disc>1', '(tracknumber 3..3 & discnumber 2..)'],
    ['-has:cover has:genre', '(!has cover & has genre)'],
    ['AC/DC', 'AC/DC'],
    ['rock&roll', 'rock&roll'],
    ['Mission:Impossible', 'Mission:Impossible'],
    ['a-b', 'a-b'],
    ['what=ever', 'what=ever'],
    ['a & b', '(a & & & b)'],
  ])('reads %j as %s', (text, meaning) => {
    expect(shown(parseQuery(text))).toBe(meaning);
  });

  it.each([
    ['', 0, 'term'],
    ['a ||', 4, 'term'],
    ['(a', 2, 'closing'],
    ['a)', 1, 'operator'],
    ['"a', 2, 'quote'],
    ['artist:', 7, 'value'],
    ['artist > x', 9, 'operator'],
    ['year:abc', 8, 'number'],
    ['year:..', 7, 'number'],
    ['added > 2024-13', 15, 'date'],
    ['has:nothing', 11, 'known'],
  ])('refuses %j where it is wrong', (text, at, expected) => {
    expect(faultOf(parseQuery, text)).toEqual([at, expected]);
  });
});

describe('any text', () => {
  afterEach(() => vi.restoreAllMocks());

  const pieces = fc.constantFrom(
    ...[
      '(',
      ')',
      '"',
      '&&',
      '||',
      '!!',
      '-',
      '!',
      '=',
      '%',
      '^',
      ':',
      '..',
      ' ',
      '   ',
      '\t',
      '<',
      '>=',
      '1',
      '2024',
    ],
    ...['artist', 'year', 'has', 'added', 'a', 'é', '\ud800', '\0', 'word', 'x'.repeat(50), ' '.repeat(60)],
  );
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.tuple(pieces, fc.integer({ min: 1, max: 2_500 })).map(([piece, count]) => piece.repeat(count)),
  );

  it.each([
    ['ours', parseQuery],
    ['of version 8', parseV8Query],
  ])('is read or refused in steps that go with its length: %s', (_name, parse) => {
    let steps = 0;
    const { exec } = RegExp.prototype;
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      steps += 1;
      return exec.call(this, text);
    });
    fc.assert(
      fc.property(anyText, (text) => {
        steps = 0;
        const fault = faultOf(parse, text);
        expect(steps).toBeLessThan(40 * Math.min(text.length, longestQuery) + 100);
        if (fault !== null) expect(fault[0]).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused where it asks for too much', () => {
    for (const text of ['a '.repeat(65), '('.repeat(51), 'x'.repeat(2_001)]) {
      for (const parse of [parseQuery, parseV8Query]) expect(faultOf(parse, text)?.[1]).toBe('shorter');
    }
  });
});
