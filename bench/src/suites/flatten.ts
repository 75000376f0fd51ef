import { setTimeout as sleep } from 'node:timers/promises';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import { serveWatched, stoodStill } from '../served-still.ts';

const rounds = 16;

/** Between two answers, in milliseconds: what one left behind is another's otherwise. */
const betweenMs = 300;

/** By then what begins with the start has been done, and what it left behind collected, in milliseconds. */
const settledAfterMs = 15_000;

/** The whole collection in one answer, again and again, and how long nobody else was answered meanwhile. */
export const flattenSuite = async (dataFolder: string): Promise<Figure[]> => {
  await using served = await serveWatched(dataFolder);
  await sleep(settledAfterMs);
  const answers: number[] = [];
  const stops: number[] = [];
  const idleStops: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    await stoodStill(served);
    await sleep(betweenMs);
    idleStops.push((await stoodStill(served)).longestMs);
    const { status, body, totalMs } = await served.client.send('flatten');
    stops.push((await stoodStill(served)).longestMs);
    if (status !== 200) throw new Error(`flatten answered ${status}`);
    answers.push(totalMs);
    bytes = body.length;
  }
  const { p50, max } = summarize(answers);
  const [first = 0, ...later] = stops;
  const note = `longest stop of the answering thread, ms: ${stops.map((stop) => stop.toFixed(1)).join(', ')}`;
  return [
    {
      name: 'flatten.p50',
      value: p50,
      unit: 'ms',
      note: `${(bytes / 1e6).toFixed(1)} MB, worst ${max.toFixed(0)} ms`,
    },
    { name: 'flatten.firstStop', value: first, unit: 'ms' },
    { name: 'flatten.stop', value: Math.max(...later), unit: 'ms', note },
    {
      name: 'flatten.idleStop',
      value: Math.max(...idleStops),
      unit: 'ms',
      note: `between the answers, with nothing asked for ${betweenMs} ms each: what the machine does`,
    },
  ];
};
