import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modesOf, nextRepeat, orderOf, stepAfterFailure, stepFrom } from './play-order.ts';
import { type PlaybackOrder, playbackOrders } from './playback-orders.ts';
import { emptyQueue, insertSongs, type Queue, removeEntries } from './queue.ts';
import { createRandomWalk } from './random-walk.ts';
import { songNamed } from './test-songs.ts';

const queueOf = (count: number): Queue =>
  insertSongs(
    emptyQueue,
    Array.from({ length: count }, (_, index) => songNamed(`s${index}`)),
  );

/** A repeatable source of luck (mulberry32). */
const luckFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const walkFrom = (seed: number) => createRandomWalk({ random: luckFrom(seed) });
const at = (queue: Queue, index: number, order: PlaybackOrder) => ({
  queue,
  current: queue.entries[index] ?? null,
  order,
  repeat: modesOf(order).repeat,
  walk: walkFrom(1),
});

describe('the order of playing', () => {
  const queue = queueOf(3);

  it('stops at both ends by default', () => {
    expect(stepFrom(at(queue, 0, 'default'), 1)).toBe(queue.entries[1]);
    expect(stepFrom(at(queue, 2, 'default'), 1)).toBeNull();
    expect(stepFrom(at(queue, 0, 'default'), -1)).toBeNull();
  });

  it('wraps at both ends when all is repeated', () => {
    expect(stepFrom(at(queue, 2, 'repeat-all'), 1)).toBe(queue.entries[0]);
    expect(stepFrom(at(queue, 0, 'repeat-all'), -1)).toBe(queue.entries[2]);
  });

  it('ends a shuffled list when each entry was heard, unless all is repeated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), (count, seed) => {
        const all = queueOf(count);
        const walk = walkFrom(seed);
        const heard = new Set<number>();
        let current = all.entries[0] ?? null;
        while (current !== null) {
          walk.moveTo(current.key);
          expect(heard.has(current.key)).toBe(false);
          heard.add(current.key);
          current = stepFrom({ queue: all, current, order: 'random', repeat: 'off', walk }, 1);
        }
        expect(heard.size).toBe(count);
        const last = all.entries.find(({ key }) => key === [...heard].at(-1)) ?? null;
        expect(
          stepFrom({ queue: all, current: last, order: 'random', repeat: 'all', walk }, 1),
        ).not.toBeNull();
      }),
    );
  });

  it('is one of four, whichever way it was chosen', () => {
    for (const order of playbackOrders) expect(orderOf(modesOf(order))).toBe(order);
    for (const isShuffled of [true, false]) {
      expect(orderOf({ isShuffled, repeat: 'one' })).toBe('repeat-track');
      expect(orderOf({ isShuffled, repeat: 'off' })).toBe(isShuffled ? 'random' : 'default');
      expect(orderOf({ isShuffled, repeat: 'all' })).toBe(isShuffled ? 'random' : 'repeat-all');
    }
    expect([nextRepeat.off, nextRepeat.all, nextRepeat.one]).toEqual(['all', 'one', 'off']);
  });

  it('stays on a track that is repeated', () => {
    expect(stepFrom(at(queue, 1, 'repeat-track'), 1)).toBe(queue.entries[1]);
    expect(stepFrom(at(queue, 1, 'repeat-track'), -1)).toBe(queue.entries[1]);
  });

  it.each(['default', 'random', 'repeat-track', 'repeat-all'] as const)(
    'moves to the first entry in %s order when the current one left the queue',
    (order) => {
      const gone = queue.entries[1];
      const rest = removeEntries(queue, new Set([gone?.key ?? 0]));
      const { repeat } = modesOf(order);
      const position = { queue: rest, current: gone ?? null, order, repeat, walk: walkFrom(1) };
      expect(stepFrom(position, 1)).toBe(rest.entries[0]);
      expect(stepFrom({ ...position, queue: emptyQueue }, 1)).toBeNull();
    },
  );

  it('ends within one lap when everything fails, having tried each entry that the order reaches', () => {
    const orders = fc.constantFrom<PlaybackOrder>('default', 'random', 'repeat-track', 'repeat-all');
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: 1, max: 12 }),
        fc.nat(11),
        fc.nat(),
        (order, count, start, seed) => {
          const all = queueOf(count);
          const walk = walkFrom(seed);
          const failed = new Set<number>();
          let current = all.entries[start % count] ?? null;
          if (current !== null) walk.moveTo(current.key);
          let attempts = 0;
          while (current !== null) {
            attempts += 1;
            expect(attempts).toBeLessThanOrEqual(count);
            failed.add(current.key);
            current = stepAfterFailure({ queue: all, current, order, repeat: 'all', walk }, failed);
            if (current !== null) walk.moveTo(current.key);
          }
          if (order === 'random' || order === 'repeat-all') expect(failed.size).toBe(count);
          if (order === 'repeat-track') expect(failed.size).toBe(1);
        },
      ),
    );
  });
});

describe('a random walk', () => {
  it('hears every entry once before any comes again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), (count, seed) => {
        const queue = queueOf(count);
        const walk = walkFrom(seed);
        walk.moveTo(queue.entries[0]?.key ?? 0);
        const heard = new Set([queue.entries[0]?.key]);
        for (let step = 1; step < count; step += 1) {
          const next = walk.next(queue);
          expect(heard.has(next?.key)).toBe(false);
          heard.add(next?.key);
          walk.moveTo(next?.key ?? 0);
        }
        const lastKey = [...heard].at(-1);
        expect(walk.next(queue)?.key).not.toBe(lastKey);
      }),
    );
  });

  it('goes back the way it came, and forward again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 20 }), fc.nat(), fc.integer({ min: 1, max: 15 }), (...drawn) => {
        const [count, seed, steps] = drawn;
        const queue = queueOf(count);
        const walk = walkFrom(seed);
        const way = [queue.entries[0]?.key ?? 0];
        walk.moveTo(way[0] ?? 0);
        for (let step = 0; step < steps; step += 1) {
          const key = walk.next(queue)?.key ?? 0;
          way.push(key);
          walk.moveTo(key);
        }
        for (const expected of way.toReversed().slice(1)) {
          expect(walk.previous(queue)?.key).toBe(expected);
          walk.moveBackTo(expected);
        }
        expect(walk.previous(queue)).toBeNull();
        for (const expected of way.slice(1)) {
          expect(walk.next(queue)?.key).toBe(expected);
          walk.moveTo(expected);
        }
      }),
    );
  });

  it('draws the next entry once, so that it can be loaded ahead', () => {
    const queue = queueOf(50);
    const walk = walkFrom(7);
    walk.moveTo(queue.entries[3]?.key ?? 0);
    expect(walk.next(queue)).toBe(walk.next(queue));
  });

  it('passes over entries that were removed, ahead and behind', () => {
    const queue = queueOf(4);
    const walk = walkFrom(3);
    const [a, b, c] = queue.entries.map((entry) => entry.key);
    for (const key of [a, b, c]) walk.moveTo(key ?? 0);
    const withoutB = removeEntries(queue, new Set([b ?? 0]));
    expect(walk.previous(withoutB)?.key).toBe(a);
    const drawn = walk.next(withoutB)?.key ?? 0;
    expect(walk.next(removeEntries(withoutB, new Set([drawn])))?.key).not.toBe(drawn);
  });

  it('plays what was planned to come next', () => {
    const queue = queueOf(9);
    const walk = walkFrom(4);
    walk.moveTo(queue.entries[0]?.key ?? 0);
    walk.next(queue);
    walk.planNext([queue.entries[5]?.key ?? 0, queue.entries[2]?.key ?? 0]);
    expect(walk.next(queue)).toBe(queue.entries[5]);
    walk.moveTo(queue.entries[5]?.key ?? 0);
    expect(walk.next(queue)).toBe(queue.entries[2]);
  });

  it('remembers the way through a queue of 100,000 entries', () => {
    const queue = queueOf(100_000);
    const walk = walkFrom(5);
    for (let step = 0; step < 2000; step += 1) walk.moveTo(walk.next(queue)?.key ?? 0);
    expect(walk.previous(queue)).not.toBeNull();
  });
});
