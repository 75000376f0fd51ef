import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHash, parseHash } from './location.ts';
import { paths } from './paths.ts';

describe('hash routes', () => {
  it('read back whatever the segments hold', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const url = new URL(formatHash(segments), 'http://localhost/app/');
        expect(parseHash(url.hash)).toEqual(segments);
      }),
    );
  });

  it('keep a second hash and a question mark in the name they stand in', () => {
    expect(parseHash('#/browse/Music/C# minor')).toEqual(['browse', 'Music', 'C# minor']);
    expect(parseHash('#/browse/Who?/1')).toEqual(['browse', 'Who?', '1']);
  });

  it('take text that is not valid percent encoding literally', () => {
    expect(parseHash('#/browse/100%')).toEqual(['browse', '100%']);
  });

  it('give a playlist whose name holds a slash one segment', () => {
    expect(paths.playlist('a/b')).toBe('#/playlist/a%2Fb');
  });

  it('are the root without anything', () => {
    expect(parseHash('')).toEqual([]);
    expect(parseHash('#/')).toEqual([]);
  });
});
