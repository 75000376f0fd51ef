import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupsOf } from './playlists-together.ts';

const most = { chunks: 12, bytes: 100 };
const list = fc
  .record({ parts: fc.integer({ min: 0, max: 14 }), bytes: fc.integer({ min: 0, max: 120 }) })
  .map(({ parts, bytes }) => ({
    ...{ name: 'a', entries: 0, bytes },
    parts: Array.from({ length: parts }, () => ({ json: Buffer.alloc(0), count: 0 })),
  }));

it('saves as many lists together as are short together, in their order', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 30 }), (lists) => {
      const groups = groupsOf(lists, most);
      expect(groups.flat()).toEqual(lists);
      const isShort = (some: (typeof groups)[number]): boolean =>
        some.reduce((sum, { parts }) => sum + 1 + parts.length, 0) <= most.chunks &&
        some.reduce((sum, { bytes }) => sum + bytes, 0) <= most.bytes;
      for (const [at, group] of groups.entries()) {
        expect(group.length === 1 || isShort(group)).toBe(true);
        const [next] = groups[at + 1] ?? [];
        if (next !== undefined) expect(isShort([...group, next])).toBe(false);
      }
    }),
  );
});

it('saves no more than 200 of them by one statement', () => {
  const empty = { name: 'a', entries: 0, bytes: 0, parts: [] };
  const groups = groupsOf(
    Array.from({ length: 450 }, () => empty),
    { chunks: 10_000, bytes: 100 },
  );
  expect(groups.map(({ length }) => length)).toEqual([200, 200, 50]);
});
