import { startProduct } from '@tonearm/testkit';
import { createBenchClient } from '../http-client.ts';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';

const rounds = 7;

/** From starting the process to its first answer, on a data folder that holds a collection. */
export const startUpSuite = async (dataFolder: string): Promise<Figure[]> => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begunMs = performance.now();
    await using product = await startProduct({ dataFolder, argv: ['--log-level', 'warn'] });
    const client = createBenchClient(new URL('api/', product.address).href);
    await client.json('version');
    samples.push((performance.now() - begunMs) / 1000);
    client.close();
  }
  const { p50, max } = summarize(samples);
  return [{ name: 'start.firstAnswer', value: p50, unit: 's', note: `worst ${max.toFixed(2)} s` }];
};
