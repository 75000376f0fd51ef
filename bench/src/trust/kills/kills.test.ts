import { expect, it } from 'vitest';
import { runServerKills } from './server-kills.ts';
import { runTwoServers } from './two-servers.ts';

/** The long modes are `npm run trust -- kills` and `races`; how long a start takes is judged there. */

it('loses nothing that was acknowledged when it is killed within scans, and reads little again', async () => {
  const result = await runServerKills({ kills: 2, songs: 200, longestLifeMs: 800 });
  expect(result).toMatchObject({ kills: 2, failures: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
});

it('runs once over one data folder, and gives way where its lock was deleted and another took it', async () => {
  expect(await runTwoServers({ races: 1 })).toMatchObject({ races: 1, doubled: 0, failures: [] });
  expect(await runTwoServers({ races: 1, isUnlocked: true })).toMatchObject({ doubled: 1, failures: [] });
});
