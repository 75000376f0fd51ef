import { findPostgres } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { faultsOfReigns, reignsOf } from './reigns.ts';
import { runSeveral, shownBySeveral } from './several.ts';

const line = (seconds: number, message: string, epoch: number): string =>
  JSON.stringify({
    time: new Date(seconds * 1000).toISOString(),
    level: 'info',
    message,
    epoch: String(epoch),
  });
const begins = (seconds: number, epoch: number): string =>
  line(seconds, 'this process scans from now on', epoch);
const ends = (seconds: number, epoch: number): string =>
  line(seconds, 'this process does not scan any more', epoch);

it('takes one who scans after the other for right', () => {
  const reigns = reignsOf([
    { name: 'one', lines: ['Tonearm is ready: …', begins(1, 1), ends(5, 1), begins(20, 3)], endedAtMs: null },
    { name: 'two', lines: [begins(7, 2)], endedAtMs: 15_000 },
  ]);
  expect(reigns.map(({ name, epoch }) => `${name} ${epoch}`)).toEqual(['one 1', 'two 2', 'one 3']);
  expect(faultsOfReigns(reigns)).toEqual([]);
});

it('turns red for two who scan at once', () => {
  const one = { name: 'one', lines: [begins(1, 1), ends(8, 1)], endedAtMs: null };
  expect(faultsOfReigns(reignsOf([one, { name: 'two', lines: [begins(7, 2)], endedAtMs: null }]))).toEqual([
    'two (2) begins 1000 ms before one (1) ends',
  ]);
  const endless = { name: 'one', lines: [begins(1, 1)], endedAtMs: null };
  expect(
    faultsOfReigns(reignsOf([endless, { name: 'two', lines: [begins(7, 1)], endedAtMs: null }])),
  ).toHaveLength(2);
});

it('shows all that was asked of several processes in one run, with something spoilt in six ways', () => {
  const shown = shownBySeveral();
  expect(new Set(shown)).toEqual(new Set(['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'J']));
  expect(shown.filter((each) => each === 'J')).toHaveLength(6);
});

/** All of it, with PostgreSQL installed where there is none, is `npm run trust -- several`. */
const here = findPostgres();

it.skipIf(here === null /* nothing is installed for it here: `npm run test:postgres` does */)(
  `agrees and loses nothing, in short${here === null ? ': not tried, there is no PostgreSQL here' : ''}`,
  async () => {
    const amounts = { writes: 2, kills: 1, stops: 1, plays: 1 };
    const { lines, isGood } = await runSeveral(amounts, () => {}, {
      only: ['writes', 'tags', 'database', 'kills'],
    });
    expect(isGood, lines.join('\n')).toBe(true);
    expect(lines.length).toBeGreaterThan(15);
  },
);
