import { setTimeout as sleep } from 'node:timers/promises';
import { countAnswer } from '../count-answer.ts';
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
  const address = new URL('flatten', served.apiRoot);
  const answers: number[] = [];
  const stops: number[] = [];
  const idleStops: number[] = [];
  let megabytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    await stoodStill(served);
    await sleep(betweenMs);
    idleStops.push((await stoodStill(served)).longestMs);
    const { status, bytes, totalMs } = await countAnswer({ address, token: served.token });
    stops.push((await stoodStill(served)).longestMs);
    if (status !== 200) throw new Error(`flatten answered ${status}`);
    answers.push(totalMs);
    megabytes = bytes / 1e6;
  }
  const { p50, max } = summarize(answers);
  const [first = 0, ...later] = stops;
  const note = `longest stop of the answering thread, ms: ${stops.map((stop) => stop.toFixed(1)).join(', ')}`;
  return [
    {
      name: 'flatten.p50',
      value: p50,
      unit: 'ms',
      note: `${megabytes.toFixed(1)} MB, worst ${max.toFixed(0)} ms`,
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
