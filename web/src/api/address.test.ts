import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

const base = 'https://host/music/#/browse/x';

describe('addresses of calls', () => {
  it('stand below the folder that serves the page', () => {
    expect(addressOf('random', undefined, {}, base)).toBe('https://host/music/api/random');
  });

  it('carry a path as one encoded segment', () => {
    expect(addressOf('browse', 'Music/50%20off/C#?', {}, base)).toBe(
      'https://host/music/api/browse/Music%2F50%2520off%2FC%23%3F',
    );
  });

  it('leave an absent path and absent query values out', () => {
    expect(addressOf('browse', undefined, { limit: 5, offset: undefined }, base)).toBe(
      'https://host/music/api/browse?limit=5',
    );
  });

  it('decode to what was put in, once', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^\.\.?$/.test(text)),
        (path) => {
          const { pathname } = new URL(addressOf('flatten', path, {}, base));
          expect(decodeURIComponent(pathname.slice('/music/api/flatten/'.length))).toBe(path.toWellFormed());
        },
      ),
    );
  });
});
