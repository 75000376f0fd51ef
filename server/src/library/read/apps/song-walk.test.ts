import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSongWalk } from './song-walk.ts';

/** A walk over rows, and how many of them each step passed over. */
const walkOver = (rows: readonly number[]) => {
  const passed: number[] = [];
  const walk = createSongWalk({
    idsAfter: (after, _source, limit) => {
      const found = rows.filter((row) => row > after).slice(0, limit);
      passed.push(found.length);
      return found;
    },
    versionOf: () => 1,
  });
  return {
    passed,
    note: walk.note,
    /** @returns where it begins, and how often others could have been answered before */
    begin: (offset: number) => {
      const beginning = walk.begin(null, offset);
      let breaks = 0;
      for (let step = beginning.next(); ; step = beginning.next()) {
        if (step.done === true) return { row: step.value, breaks };
        breaks += 1;
      }
    },
  };
};

it('begins behind the song before, wherever others began and ended', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2600 }), { minLength: 1, maxLength: 6 }), (offsets) => {
      const rows = Array.from({ length: 2500 }, (_, at) => 10 + at * 3);
      const { begin, note } = walkOver(rows);
      for (const offset of offsets) {
        const { row } = begin(offset);
        expect(row).toBe(offset === 0 ? 0 : (rows[offset - 1] ?? null));
        if (row !== null && offset + 7 <= rows.length) note(null, offset + 7, rows[offset + 6] ?? 0);
      }
    }),
    { numRuns: 50 },
  );
});

it('lets others be answered after every 500 songs that it passes over, and goes on from the nearest of these later', () => {
  const { begin, passed } = walkOver(Array.from({ length: 2500 }, (_, at) => at + 1));
  expect(begin(1700)).toEqual({ row: 1700, breaks: 4 });
  expect(passed).toEqual([500, 500, 500, 200]);
  expect(begin(1600)).toEqual({ row: 1600, breaks: 1 });
  expect(begin(1700)).toEqual({ row: 1700, breaks: 1 });
});
