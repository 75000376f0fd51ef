import type { SoundStatus } from '@tonearm/contract';
import { summarize } from '../percentiles.ts';
import type { ServedLibrary } from '../served-library.ts';
import { turnPaths, turns } from './measured-songs.ts';

/** Waits so long. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Where the sound of a song is, or what is known of it. */
export const address = (call: string, path: string, query = ''): string =>
  `${call}/${encodeURIComponent(path)}${query}`;

/** So long others are answered in a turn beside what nobody waits for, in milliseconds. */
export const turnMs = 4000;

/** Answers to a small call and a list, in milliseconds. */
const answersFor = async ({ client }: ServedLibrary, isOver: () => boolean): Promise<number[]> => {
  const taken: number[] = [];
  while (!isOver()) {
    for (const call of ['browse/Music', 'preferences']) taken.push((await client.send(call)).totalMs);
    await sleep(5);
  }
  return taken;
};

/** Songs are measured by asking for their waveforms, one after the other. */
export const measureAll = async (served: ServedLibrary, paths: readonly string[]): Promise<number> => {
  const begunMs = performance.now();
  for (const path of paths) {
    const { status } = await served.client.send(address('waveform', path));
    if (status !== 200) throw new Error(`no waveform of ${path}: ${status}`);
  }
  return (performance.now() - begunMs) / 1000;
};

/** Answers for so long, in milliseconds. */
const answersWhile = async (served: ServedLibrary, work: Promise<unknown>): Promise<number[]> => {
  let isOver = false;
  const worked = work.finally(() => {
    isOver = true;
  });
  const taken = await answersFor(served, () => isOver);
  await worked;
  return taken;
};

/**
 * How others are answered beside measuring, p95 in milliseconds, and at rest for as long, in turns, so that what else the
 * machine does weighs on both alike.
 */
export const answersInTurns = async (served: ServedLibrary) => {
  const pairs: { readonly busy: number; readonly quiet: number }[] = [];
  let restMs = 5000;
  for (const [turn, paths] of turnPaths.entries()) {
    const measured = async (): Promise<number> => {
      const begunMs = performance.now();
      const taken = await answersWhile(served, measureAll(served, paths));
      restMs = performance.now() - begunMs;
      return summarize(taken).p95;
    };
    const rested = async (): Promise<number> => summarize(await answersWhile(served, sleep(restMs))).p95;
    if (turn % 2 === 0) {
      const quiet = await rested();
      pairs.push({ quiet, busy: await measured() });
    } else {
      const busy = await measured();
      pairs.push({ busy, quiet: await rested() });
    }
  }
  return pairs;
};

/** Waits until a song is measured by itself, or until none is. */
const untilMeasuring = async (served: ServedLibrary, isWorking: boolean): Promise<void> => {
  const patienceMs = 600_000;
  for (const begunMs = performance.now(); performance.now() - begunMs < patienceMs; await sleep(1000)) {
    const { measuring } = await served.client.json<SoundStatus>('sound_status');
    if ((measuring.state === 'working') === isWorking) return;
  }
  throw new Error('The server did not come to measure by itself: it does so where little else is done.');
};

/**
 * How others are answered while a song is measured that nobody waits for, p95 in milliseconds, and before and after it.
 */
export const answersBesideItself = async (served: ServedLibrary) => {
  const turn = async (): Promise<number> => summarize(await answersWhile(served, sleep(turnMs))).p95;
  const inTurns = async (count: number): Promise<number[]> => {
    const taken: number[] = [];
    for (let at = 0; at < count; at += 1) taken.push(await turn());
    return taken;
  };
  const before = await inTurns(Math.ceil(turns / 2));
  await served.client.json('settings', { method: 'PUT', body: { measures_songs: true } });
  await untilMeasuring(served, true);
  const busy = await inTurns(turns);
  await untilMeasuring(served, true);
  await served.client.json('settings', { method: 'PUT', body: { measures_songs: false } });
  await untilMeasuring(served, false);
  return { busy, quiet: [...before, ...(await inTurns(Math.floor(turns / 2)))] };
};
