import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStructureScanner } from './json-structure.ts';

/** As when the text arrives in pieces: all of it, and again a byte more each time where it is short. */
const faultOf = (text: string) => {
  const bytes = Buffer.from(text);
  const scanner = createStructureScanner();
  const step = bytes.length > 1000 ? bytes.length : 1;
  for (let length = step; length <= bytes.length; length += step) {
    const fault = scanner.scan(bytes.subarray(0, length));
    if (fault !== null) return fault;
  }
  return null;
};

describe('the structure of a JSON text', () => {
  it('is right for whatever was written by JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(faultOf(text)).toBeNull();
      }),
    );
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"x":[],"x":{}}}]',
    '{"a":{"a":1},"b":[1,{"a":2}],"a":3}',
    '{"__proto__":1,"__proto__":2}',
    '{"\\"":1, "b":"\\\\", "\\"":2}',
  ])('names a key twice in %s', (text) => {
    expect(faultOf(text)).toBe('duplicate_key');
  });

  it.each(['{"a":{"a":{"a":1}}}', '[{"a":1},{"a":2}]', '{"a":"a","b":"a,\\"a\\""}', '"a', '}{', '', '{"a'])(
    'has no fault in %s',
    (text) => {
      expect(faultOf(text)).toBeNull();
    },
  );

  it('ends at 64 levels', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(faultOf(nested(64))).toBeNull();
    expect(faultOf(nested(65))).toBe('too_deep');
    expect(faultOf(nested(500_000))).toBe('too_deep');
  });

  it('has 10,000 values at most, outside of a long list', () => {
    expect(faultOf(`[${'1,'.repeat(9_998)}1]`)).toBeNull();
    for (const value of ['1', '""', '[]', '{}']) {
      expect(faultOf(`[${`${value},`.repeat(10_001)}1]`)).toBe('too_many_values');
    }
  });

  it('tells where the long list begins, in the outermost object only', () => {
    const at = (text: string) => {
      const scanner = createStructureScanner('tracks');
      return scanner.scan(Buffer.from(text)) === 'list' ? scanner.at : null;
    };
    expect(at('{"tracks":["a"]}')).toBe(11);
    expect(at('{"z":[],"\u0074racks" : [')).toBe('{"z":[],"\u0074racks" : ['.length);
    for (const other of [
      '{"x":{"tracks":[]}}',
      '[{"tracks":[]}]',
      '{"tracks":{"x":[]}}',
      '{"x":"tracks","y":[]}',
    ]) {
      expect(at(other)).toBeNull();
    }
  });
});
