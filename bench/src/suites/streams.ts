import { Agent } from 'node:http';
import { bytesPerMs, createListener } from '../listener.ts';
import { summarize } from '../percentiles.ts';
import { processorMs } from '../processor-time.ts';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';

const listenerCount = 300;

/** Listeners come one after the other, in milliseconds; then all of them listen. */
const arrivalMs = 6_000;
const listeningMs = 20_000;

/** Each listener jumps this often, in milliseconds. */
const seekEveryMs = 10_000;

/** How often listeners are looked at, in milliseconds. */
const tickMs = 50;

/** Where listeners may jump to: so much is left to play that nobody reaches the end. */
const offsetIn = (sizeBytes: number): number =>
  Math.floor(Math.random() * (sizeBytes - 2 * listeningMs * bytesPerMs));

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * 300 people who listen at 320 kbit/s and jump every ten seconds: how often the sound stops, and what part of
 * a core the answering process takes once all of them listen.
 * @param song a large song of the collection
 */
export const streamsSuite = async (
  served: ServedLibrary,
  song: { path: string; sizeBytes: number },
): Promise<Figure[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const url = new URL(`audio/${encodeURIComponent(song.path)}`, served.apiRoot).href;
  const listeners = Array.from({ length: listenerCount }, () =>
    createListener({ url, token: served.token, agent }),
  );
  let next = 0;
  const jumps = setInterval(() => {
    listeners[next % listenerCount]?.seek(offsetIn(song.sizeBytes));
    next += 1;
  }, seekEveryMs / listenerCount);
  const arrivals = setInterval(() => {
    // The first ones come faster than the others jump.
    if (next < listenerCount) listeners[next]?.seek(offsetIn(song.sizeBytes));
    next += 1;
  }, arrivalMs / listenerCount);
  const ticks = setInterval(() => {
    const nowMs = performance.now();
    for (const listener of listeners) listener.tick(nowMs);
  }, tickMs);
  try {
    while (next < listenerCount) await sleep(tickMs);
    clearInterval(arrivals);
    const before = { atMs: performance.now(), usedMs: processorMs(served.product.pid) };
    await sleep(listeningMs);
    const share = (processorMs(served.product.pid) - before.usedMs) / (performance.now() - before.atMs);
    return figuresOf(listeners, share);
  } finally {
    for (const timer of [jumps, arrivals, ticks]) clearInterval(timer);
    for (const listener of listeners) listener.close();
    agent.destroy();
  }
};

const figuresOf = (listeners: readonly ReturnType<typeof createListener>[], share: number): Figure[] => {
  const errors = listeners.flatMap((listener) => listener.errors);
  if (errors.length > 0) throw new Error(`${errors.length} streams failed, such as: ${errors[0]}`);
  const firstBytes = summarize(listeners.flatMap((listener) => listener.firstByteMs));
  const stalls = listeners.reduce((sum, listener) => sum + listener.stalls, 0);
  const note = `${listenerCount} at 320 kbit/s for ${listeningMs / 1000} s`;
  return [
    { name: 'streams.stalls', value: stalls, unit: 'count', note },
    { name: 'streams.core', value: share, unit: 'ratio', note: 'of one core, the answering process' },
    {
      name: 'streams.firstByte.p95',
      value: firstBytes.p95,
      unit: 'ms',
      note: `of ${firstBytes.count} starts and jumps; p50 ${firstBytes.p50.toFixed(2)} ms`,
    },
  ];
};
