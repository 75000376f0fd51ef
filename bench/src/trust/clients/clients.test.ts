import { expect, it } from 'vitest';
import { judgeSearchAbuse, runSearchAbuseShortly } from './search-abuse.ts';
import { judgeSlowClients, runSlowClients } from './slow-clients.ts';

/** The long modes are `npm run trust -- slow` and `search`, which judge times. */

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

it('answers or refuses what no search should be asked for, and others meanwhile', async () => {
  const { abuses, errors } = await runSearchAbuseShortly();
  expect(errors).toBe(0);
  const endless =
    /^(?:ten thousand|a megabyte|a quarter|two hundred thousand|brackets|marks|letters that fold)/;
  for (const { name, statuses } of abuses) {
    if (!endless.test(name)) expect(statuses, name).toEqual([200]);
    else for (const status of statuses) expect([200, 400, 414, 431], name).toContain(status);
  }
});

it('turns red for a search that takes long, that fails, or that holds others up', () => {
  const abuse = {
    ...{ name: 'per cent', statuses: [200, 400, 431] },
    ...{ pageP95Ms: 100, firstByteP95Ms: 100, wholeP95Ms: 700, megabytes: 6 },
  };
  const good = { abuses: [abuse], othersP95Ms: 15, quietP95Ms: 5, errors: 0 };
  expect(judgeSearchAbuse(good)).toEqual([]);
  for (const bad of [
    ...[
      { pageP95Ms: 101 },
      { firstByteP95Ms: 101 },
      { wholeP95Ms: 701 },
      { megabytes: 5 },
      { statuses: [500] },
    ].map((change) => ({ abuses: [{ ...abuse, ...change }] })),
    { othersP95Ms: 16 },
    { errors: 1 },
  ])
    expect(judgeSearchAbuse({ ...good, ...bad })).toHaveLength(1);
});
