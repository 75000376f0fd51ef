import { expect, it } from 'vitest';
import { runServerKills } from './server-kills.ts';
import { runTwoServers } from './two-servers.ts';

/** The long modes are `npm run trust -- kills` and `races`; how long a start takes is judged there. */

it('loses nothing that was acknowledged when it is killed within scans, and reads little again', async () => {
  const result = await runServerKills({ kills: 3, songs: 200, longestLifeMs: 1_500 });
  expect(result).toMatchObject({ kills: 3, failures: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
});

it('runs once over one data folder, and twice where its lock is taken away', async () => {
  expect(await runTwoServers({ races: 2 })).toEqual({ races: 2, doubled: 0, failures: [] });
  expect((await runTwoServers({ races: 1, isUnlocked: true })).doubled).toBe(1);
});
