import { expect, it } from 'vitest';
import { judgeSoak } from './soak.ts';

const samples = (megabytesAnHour: number, descriptorsAnHour: number) =>
  Array.from({ length: 200 }, (_, at) => ({
    hours: at / 200,
    megabytes: 100 + (at % 7) + (at / 200) * megabytesAnHour,
    descriptors: 30 + (at % 3) + Math.round((at / 200) * descriptorsAnHour),
  }));

it('turns red for memory and for descriptors that grow, and not for what comes and goes', () => {
  expect(judgeSoak(samples(0, 0)).faults).toEqual([]);
  expect(judgeSoak(samples(20, 0)).faults).toEqual([expect.stringContaining('memory grows by')]);
  expect(judgeSoak(samples(0, 40)).faults).toEqual([expect.stringContaining('descriptors grow by')]);
});

it('looks at what is left when scans have ended, not at how many there were', () => {
  const withScans = (megabytesAnHour: number) =>
    Array.from({ length: 900 }, (_, at) => ({
      hours: at / 1800,
      // More and more of them.
      megabytes: 140 + (at % 10 < at / 150 ? 60 : at % 3) + (at / 1800) * megabytesAnHour,
      descriptors: 50,
    }));
  expect(judgeSoak(withScans(0)).faults).toEqual([]);
  expect(judgeSoak(withScans(20)).faults).toEqual([expect.stringContaining('memory grows by')]);
});
