import { expect, it } from 'vitest';
import {
  endLines,
  type FloodEnd,
  type FloodResult,
  judgeEnd,
  judgeFlood,
  runBodyFlood,
} from './body-flood.ts';
import { startNaiveServer } from './flood-target.ts';
import { hostileBodies } from './hostile-bodies.ts';

/** The long mode is `npm run trust`: here only answers are judged, which no busy machine changes. */
const short = {
  ...{ people: 2, sizeBytes: 2_000_000, dripBytes: 30_000 },
  ...{ givenBackWithinMs: 0, quietForMs: 0, forMs: 0 },
};

it('answers whatever is sent, and everybody else meanwhile', async () => {
  const bodies = new Set<string>();
  for await (const { body, statuses, errors } of runBodyFlood(short)) {
    bodies.add(body);
    const allowed = hostileBodies.find(({ name }) => name === body)?.statuses ?? [];
    expect([body, statuses.filter((status) => !allowed.includes(status)), errors]).toEqual([body, [], 0]);
  }
  expect(bodies.size).toBe(hostileBodies.length);
}, 240_000);

it('turns red for a wrong answer, for others who wait, for calls that fail, and for memory that is kept', () => {
  const good: FloodResult = {
    body: 'numbers',
    statuses: [400, 503],
    quietP95Ms: 5,
    p95Ms: 50,
    worstMs: 90,
    errors: 0,
    megabytesBefore: 100,
    megabytesAfter: 120,
    peakMegabytes: 300,
  };
  expect(judgeFlood(good, [400, 503])).toEqual([]);
  expect(judgeFlood({ ...good, statuses: [400, 0] }, [400, 503])).toEqual(['answered 0']);
  expect(judgeFlood({ ...good, statuses: [200] }, [400, 503])).toEqual(['answered 200']);
  for (const bad of [{ p95Ms: 51 }, { errors: 1 }, { megabytesAfter: 121 }]) {
    expect(judgeFlood({ ...good, ...bad }, [400, 503])).toHaveLength(1);
  }
});

it('turns red for memory that all of it together left, and for a long playlist that takes too long', () => {
  const longSave = { entries: 200_000, megabytes: 17, saveMs: 500, plainMs: 100 };
  const good: FloodEnd = { megabytesBefore: 100, megabytesAfter: 120, longSave };
  expect(judgeEnd(good)).toEqual([]);
  expect(judgeEnd({ ...good, megabytesAfter: 121 })).toEqual(['121 MB kept of 100 MB']);
  const slow = { ...good, longSave: { ...longSave, saveMs: 501 } };
  expect(judgeEnd(slow)).toEqual(['took longer than 500 ms']);
  expect(endLines(slow)).toEqual([
    'all of it: 100 → 120 MB',
    expect.stringMatching(/5\.01 times what parsing them .* \(100 ms\); FAILED: took longer than 500 ms$/),
  ]);
});

it('finds fault with a server that parses what it was sent as a whole', async () => {
  const flood = { ...short, sizeBytes: 1_000_000, only: ['numbers'], start: startNaiveServer };
  for await (const { statuses, faults } of runBodyFlood(flood)) {
    expect(statuses).toEqual([400, 400]);
    // Whether it also kept memory is up to when the machine found time to collect.
    expect(faults).toContainEqual(expect.stringContaining('others waited'));
  }
  expect.assertions(2);
});
