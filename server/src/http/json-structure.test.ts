import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findStructureFault } from './json-structure.ts';

const faultOf = (text: string) => findStructureFault(Buffer.from(text));

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
});
