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
