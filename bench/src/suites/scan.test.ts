import { expect, it } from 'vitest';
import { besideFigures } from './scan.ts';

const ours = [
  {
    cold: { seconds: 2, processorSeconds: 3, songs: 100, problems: 0, peakMegabytes: 200 },
    rescanSeconds: 1,
  },
];

it('compares medians with another server under names that budgets can hold', () => {
  const theirs = [4, 100, 5].map((coldSeconds) => ({
    coldSeconds,
    processorSeconds: coldSeconds + 1,
    rescanSeconds: 4,
    songs: 90,
    peakMegabytes: coldSeconds,
  }));
  const figures = besideFigures({ name: 'MPD', version: '0.23.12', songs: 100 }, { ours, theirs });
  expect(figures.map(({ name, value }) => [name, value])).toEqual([
    ['scan.mpdRate', 20],
    ['scan.rateToMpd', 2.5],
    ['scan.processorToMpd', 0.5],
    ['scan.rescanToMpd', 0.25],
  ]);
  expect(figures[0]?.note).toBe('MPD 0.23.12 in the same run: 90 songs, at most 100 MB');
});
