import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyQueue,
  indexOfKey,
  insertSongs,
  moveEntries,
  nudgeEntries,
  type Queue,
  removeEntries,
  replaceSongs,
  shuffleQueue,
  undoEdit,
} from './queue.ts';
import { totalDurationSeconds } from './queue-length.ts';
import { songNamed } from './test-songs.ts';

const songs = fc.array(
  fc.integer({ min: 0, max: 5 }).map((n) => songNamed(`s${n}`)),
  { maxLength: 8 },
);
const queues = songs.map((list) => insertSongs(emptyQueue, list));
const indexes = fc.integer({ min: -2, max: 10 });
const paths = (queue: Queue): string[] => queue.entries.map((entry) => entry.song.path);
const keys = (queue: Queue): number[] => queue.entries.map((entry) => entry.key);
const clamp = (index: number, length: number): number => Math.min(Math.max(index, 0), length);

/** Picks entries by a bit mask. */
const pick = (queue: Queue, mask: number): Set<number> =>
  new Set(keys(queue).filter((_, index) => (mask >> index) & 1));

describe('a queue', () => {
  it('keeps duplicates as entries of their own', () => {
    const song = songNamed('twice');
    const queue = insertSongs(emptyQueue, [song, song]);
    expect(new Set(keys(queue)).size).toBe(2);
    expect(paths(removeEntries(queue, new Set([keys(queue)[0] ?? 0])))).toEqual([song.path]);
  });

  it('inserts as a plain list does', () => {
    fc.assert(
      fc.property(queues, songs, indexes, (queue, added, index) => {
        const model = paths(queue);
        model.splice(clamp(index, model.length), 0, ...added.map((song) => song.path));
        const result = insertSongs(queue, added, index);
        expect(paths(result)).toEqual(model);
        expect(new Set(keys(result)).size).toBe(result.entries.length);
        expect(result.nextKey).toBeGreaterThan(Math.max(0, ...keys(result)));
      }),
    );
  });

  it('removes exactly what was named', () => {
    fc.assert(
      fc.property(queues, fc.nat(255), (queue, mask) => {
        const gone = pick(queue, mask);
        expect(keys(removeEntries(queue, gone))).toEqual(keys(queue).filter((key) => !gone.has(key)));
      }),
    );
  });

  it('moves a choice together, in order, to the gap', () => {
    fc.assert(
      fc.property(queues, fc.nat(255), indexes, (queue, mask, gap) => {
        const moved = pick(queue, mask);
        const at = clamp(gap, queue.entries.length);
        const all = keys(queue);
        const model = [
          ...all.slice(0, at).filter((key) => !moved.has(key)),
          ...all.filter((key) => moved.has(key)),
          ...all.slice(at).filter((key) => !moved.has(key)),
        ];
        expect(keys(moveEntries(queue, moved, gap))).toEqual(model);
      }),
    );
  });

  it('nudges a block down and up again, and stays at the edges', () => {
    const queue = insertSongs(emptyQueue, ['a', 'b', 'c', 'd'].map(songNamed));
    const [a, b, c, d] = keys(queue);
    const block = new Set([b ?? 0, c ?? 0]);
    const down = nudgeEntries(queue, block, 1);
    expect(keys(down)).toEqual([a, d, b, c]);
    expect(keys(nudgeEntries(down, block, 1))).toEqual([a, d, b, c]);
    expect(keys(nudgeEntries(down, block, -1))).toEqual([a, b, c, d]);
    expect(keys(nudgeEntries(queue, new Set([a ?? 0]), -1))).toEqual([a, b, c, d]);
  });

  it('shuffles without losing or doubling an entry', () => {
    fc.assert(
      fc.property(
        queues,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (queue, luck) => {
          const result = shuffleQueue(queue, () => luck.next().value ?? 0);
          expect(keys(result).toSorted((x, y) => x - y)).toEqual(keys(queue));
        },
      ),
    );
  });

  it('keeps the current entry through every edit that does not name it', () => {
    fc.assert(
      fc.property(queues, songs, fc.nat(255), fc.nat(7), indexes, (queue, added, mask, at, gap) => {
        const current = queue.entries[at];
        fc.pre(current !== undefined);
        const others = pick(queue, mask);
        others.delete(current.key);
        const edited = [
          insertSongs(queue, added, gap),
          removeEntries(queue, others),
          moveEntries(queue, pick(queue, mask), gap),
          shuffleQueue(queue, () => 0.5),
        ];
        for (const result of edited) {
          expect(result.entries[indexOfKey(result, current.key)]).toBe(current);
        }
      }),
    );
  });

  it('never uses a key again, also after everything was replaced', () => {
    const first = insertSongs(emptyQueue, [songNamed('a'), songNamed('b')]);
    const second = replaceSongs(first, [songNamed('a')]);
    expect(keys(first)).not.toContain(keys(second)[0]);
  });

  it('takes an edit back and keeps what was added since', () => {
    fc.assert(
      fc.property(queues, songs, fc.nat(255), fc.constantFrom('remove', 'replace', 'shuffle'), (...drawn) => {
        const [before, added, mask, kind] = drawn;
        const edits = {
          remove: () => removeEntries(before, pick(before, mask)),
          replace: () => replaceSongs(before, [songNamed('new')]),
          shuffle: () => shuffleQueue(before, () => 0.3),
        };
        const after = edits[kind]();
        const undone = undoEdit(insertSongs(after, added, 0), { before, after });
        expect(keys(undone).slice(0, before.entries.length)).toEqual(keys(before));
        expect(paths(undone).slice(before.entries.length)).toEqual(added.map((song) => song.path));
        expect(undone.nextKey).toBeGreaterThan(Math.max(0, ...keys(undone)));
      }),
    );
  });

  it('sums the lengths it knows', () => {
    const queue = insertSongs(emptyQueue, [songNamed('a', 60), songNamed('b', null), songNamed('c', 5)]);
    expect(totalDurationSeconds(queue)).toBe(65);
  });
});
