import { expect, it } from 'vitest';
import { judgePlays, runScrobbleKills } from './scrobble-kill.ts';

/** The long mode is `npm run trust`. */
const kills = 4;

it('loses no acknowledged play and sends none that is kept twice, however often it is killed', async () => {
  const result = await runScrobbleKills(kills);
  expect(result).toMatchObject({ kills, lost: [], doubled: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
});

it('turns red for a lost and for a doubled play', () => {
  const one = { track: 'a', startedAt: 1 };
  const two = { track: 'b', startedAt: 2 };
  expect(judgePlays([one, two], [one])).toEqual({ lost: [two], doubled: [] });
  expect(judgePlays([one], [one, one])).toMatchObject({ lost: [], doubled: [one, one] });
});
