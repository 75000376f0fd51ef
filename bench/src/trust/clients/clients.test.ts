import { expect, it } from 'vitest';
import { judgeSlowClients, runSlowClients } from './slow-clients.ts';

/** The long mode is `npm run trust -- slow`, which judges times. */

it('answers others while some do not read, for two descriptors each', async () => {
  const { errors, descriptorsEach, stillStalled } = await runSlowClients({
    stalled: 30,
    tricklers: 3,
    stallForMs: 500,
    quietForMs: 100,
  });
  expect([errors, stillStalled]).toEqual([0, 30]);
  // Others have some as well.
  expect(descriptorsEach).toBeLessThan(3);
});

it('turns red for people who wait, for memory and descriptors, and for who is let trickle', () => {
  const good = {
    stalled: 2_000,
    stillStalled: 2_000,
    tricklers: 500,
    lastTricklerSeconds: 12,
    firstByteP95Ms: 20,
    quietP95Ms: 2,
    arrivingP95Ms: 400,
    arrivingSeconds: 5,
    errors: 0,
    kilobytesEach: 64,
    descriptorsEach: 2,
  };
  expect(judgeSlowClients(good)).toEqual([]);
  for (const bad of [
    { firstByteP95Ms: 21 },
    { errors: 1 },
    { kilobytesEach: 65 },
    { descriptorsEach: 3 },
    { lastTricklerSeconds: 16 },
  ])
    expect(judgeSlowClients({ ...good, ...bad })).toHaveLength(1);
});
