import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdit } from './apply-edit.ts';

/** A list in which each entry is one of its own, and some of its places, each once. */
const listAndPlaces = fc
  .uniqueArray(fc.integer({ min: 0, max: 50 }).map(String), { maxLength: 8 })
  .chain((tracks) =>
    fc.record({
      tracks: fc.constant(tracks),
      places: tracks.length === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(tracks.length - 1)),
    }),
  );

it('removes, puts back and moves entries as a plain list does', () => {
  fc.assert(
    fc.property(listAndPlaces, fc.nat(9), ({ tracks, places }, gap) => {
      const entries = places.map((at) => ({ at, path: tracks[at] ?? '' }));
      const left = tracks.filter((_, at) => !places.includes(at));
      expect(applyEdit(tracks, { kind: 'remove', entries })).toEqual(left);
      expect(applyEdit(left, { kind: 'put', entries })).toEqual(tracks);
      const moved = tracks.filter((_, at) => places.includes(at));
      const before = tracks.filter((each, at) => at < gap && !moved.includes(each));
      const behind = tracks.filter((each, at) => at >= gap && !moved.includes(each));
      expect(applyEdit(tracks, { kind: 'move', entries, gap })).toEqual(
        gap <= tracks.length ? [...before, ...moved, ...behind] : null,
      );
    }),
    { numRuns: 300 },
  );
});

it('puts entries into any order that names each once, and into no other', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.array(fc.nat(6), { maxLength: 7 }), fc.boolean(), (length, some, isWhole) => {
      const tracks = Array.from({ length }, (_, at) => `track ${at}`);
      const places = [...tracks.keys()];
      const order = isWhole ? [...new Set([...some.filter((at) => at < length), ...places])] : some;
      const isOrder = order.toSorted((a, b) => a - b).join() === places.join();
      expect(applyEdit(tracks, { kind: 'order', order })).toEqual(
        isOrder ? order.map((at) => tracks[at]) : null,
      );
    }),
    { numRuns: 300 },
  );
});

it('refuses entries that are not what they are said to be, are named twice, or lie behind the end', () => {
  const tracks = ['a', 'b', 'c'];
  for (const entries of [
    [{ at: 0, path: 'b' }],
    [{ at: 3, path: 'd' }],
    [
      { at: 0, path: 'a' },
      { at: 1, path: 'c' },
    ],
    [
      { at: 1, path: 'b' },
      { at: 1, path: 'b' },
    ],
  ]) {
    expect(applyEdit(tracks, { kind: 'remove', entries })).toBeNull();
    expect(applyEdit(tracks, { kind: 'move', entries, gap: 0 })).toBeNull();
  }
  const twice = [1, 1].map((at) => ({ at, path: 'x' }));
  expect(applyEdit(tracks, { kind: 'put', entries: twice })).toBeNull();
  expect(applyEdit(tracks, { kind: 'put', entries: [{ at: 4, path: 'x' }] })).toBeNull();
  expect(applyEdit(tracks, { kind: 'put', entries: [{ at: 3, path: 'x' }] })).toEqual(['a', 'b', 'c', 'x']);
});
