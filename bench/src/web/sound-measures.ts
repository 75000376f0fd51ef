import type { Page } from 'playwright-core';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { BenchBrowser, SoundWindow } from './bench-browser.ts';
import { listenTo, type SoundStart, type TapWindow } from './sound-tap.ts';

const rounds = 50;
/** Songs in the queue: more than the rounds, so that a cold one is always one that was never loaded. */
const queueLength = 300;
/** A click that is not followed by sound for this long failed, in milliseconds. */
const longestWaitMs = 10_000;

/** From the click (its event's own time) to the first sample that is not silent, in milliseconds. */
const soundAfterClickMs = async (page: Page): Promise<number> => {
  const start = await page.waitForFunction(
    () => {
      const { benchSoundStarts, benchClickedAtMs } = globalThis as unknown as TapWindow & {
        benchClickedAtMs: number;
      };
      // Times of samples are whole milliseconds.
      const sounding = benchSoundStarts.find(({ atMs }: SoundStart) => atMs >= benchClickedAtMs - 1);
      return sounding === undefined ? null : { ms: Math.max(sounding.atMs - benchClickedAtMs, 0) };
    },
    undefined,
    { timeout: longestWaitMs, polling: 20 },
  );
  return (await start.jsonValue())?.ms ?? longestWaitMs;
};

/** Skips songs until the page leads them to the speakers itself: the code that does comes after the first has begun. */
const skipUntilHeard = async (page: Page): Promise<void> => {
  const untilMs = performance.now() + longestWaitMs;
  for (;;) {
    await page.getByRole('button', { name: 'Next song', exact: true }).click();
    await page.waitForTimeout(500);
    const starts = await page.evaluate(() => (globalThis as unknown as TapWindow).benchSoundStarts.length);
    if (starts > 0) return;
    if (performance.now() > untilMs) throw new Error('the page leads no sound to the speakers');
  }
};

/** Waits until the track after the current one is loaded. */
const untilPreloaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const { elements } = (globalThis as unknown as SoundWindow).benchSound;
    return [...elements].some((element) => element.paused && element.src !== '' && element.readyState === 4);
  });

/**
 * Click to first sound: of a track nobody could foresee (a row far down the queue, clicked as soon as it
 * is there), and of the next one, which was loaded ahead. Measured from the time of the click event to the
 * first sample of the new track that is not silent where the page leads it to the speakers (see `sound-tap.ts`);
 * what the device adds after that is not in it.
 */
export const soundMeasures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  await using bench = await browser.open({ isListenedTo: true });
  const { page } = bench;
  await listenTo(page, false);
  const songs = await served.client.json<{ path: string }[]>(`flatten/Music?limit=${queueLength}`);
  const tracks = songs.map(({ path }) => path);
  await served.client.json('playlist/sound', { method: 'PUT', body: { tracks } });
  await page.addInitScript(() => {
    const remember = (event: Event): void => {
      Object.assign(globalThis, { benchClickedAtMs: event.timeStamp });
    };
    addEventListener('click', remember, { capture: true });
  });
  await page.goto(`${served.product.address}#/playlist/sound`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const queue = page.getByRole('grid', { name: 'Current playlist' });
  await skipUntilHeard(page);

  const cold: number[] = [];
  const preloaded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await queue.evaluate((element, top) => element.scrollTo(0, top), (round * 5 + 3) * 30);
    await queue.locator(`[role=row][aria-rowindex="${round * 5 + 6}"]`).click();
    cold.push(await soundAfterClickMs(page));
    await untilPreloaded(page);
    await page.getByRole('button', { name: 'Next song', exact: true }).click();
    preloaded.push(await soundAfterClickMs(page));
  }
  return [
    { name: 'sound.cold.p95', value: summarize(cold).p95, unit: 'ms', note: noteOf(cold) },
    { name: 'sound.preloaded.p95', value: summarize(preloaded).p95, unit: 'ms', note: noteOf(preloaded) },
  ];
};

const noteOf = (samples: readonly number[]): string =>
  `p50 ${summarize(samples).p50.toFixed(1)} ms, ${samples.length} clicks`;
