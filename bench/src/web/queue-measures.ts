import type { Song } from '@tonearm/contract';
import type { Page } from 'playwright-core';
import { median } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { BenchBrowser, BenchPage } from './bench-browser.ts';
import { scrollFigures, scrollFrames } from './scroll-frames.ts';

const reloads = 5;
const longQueue = 50_000;
const longestQueue = 100_000;
const queueRows = '[role=grid][aria-label="Current playlist"] [role=row]';

/** Longer than any list takes to come, in milliseconds. */
const patienceMs = 60_000;

/** Saves a playlist of so many entries; songs repeat when the library has fewer. */
const savePlaylist = async (
  served: ServedLibrary,
  songs: readonly Song[],
  count: number,
): Promise<string> => {
  const name = `${count} entries`;
  const tracks = Array.from({ length: count }, (_, index) => songs[index % songs.length]?.path ?? '');
  await served.client.json(`playlist/${encodeURIComponent(name)}`, { method: 'PUT', body: { tracks } });
  return name;
};

/** Plays a saved playlist, pauses, and waits until the browser keeps the whole queue. */
const fillQueue = async ({ page }: BenchPage, address: string, name: string): Promise<void> => {
  await page.goto(`${address}#/playlist/${encodeURIComponent(name)}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator(queueRows).first().waitFor({ timeout: patienceMs });
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.waitForFunction(
    () =>
      Object.entries(localStorage).some(
        ([key, value]) => key.endsWith('.playlist') && value.includes('"large"'),
      ),
    undefined,
    { timeout: patienceMs },
  );
};

/** From the start of the page to the first row of the queue on screen, in milliseconds. */
const firstRowMs = async (page: Page): Promise<number> => {
  await page.reload();
  const seenMs = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(selector) !== null) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    queueRows,
  );
  return seenMs;
};

const measureRestore = async (bench: BenchPage): Promise<Figure[]> => {
  const samples: number[] = [];
  for (let round = 0; round < reloads; round += 1) samples.push(await firstRowMs(bench.page));
  await bench.page.waitForLoadState('networkidle');
  const note = `${longQueue.toLocaleString('en')} entries`;
  return [
    { name: 'queue.firstRow', value: median(samples), unit: 'ms', note: `${note}, median of ${reloads}` },
    { name: 'queue.heap', value: await bench.heapMegabytes(), unit: 'MB', note },
  ];
};

/** Long queues: how soon they are there again, what they take, and how they scroll. */
export const queueMeasures = async (
  browser: BenchBrowser,
  served: ServedLibrary,
  songs: readonly Song[],
): Promise<Figure[]> => {
  const { address } = served.product;
  const figures: Figure[] = [];
  {
    await using bench = await browser.open();
    await fillQueue(bench, address, await savePlaylist(served, songs, longQueue));
    await bench.page.goto(`${address}#/random`);
    figures.push(...(await measureRestore(bench)));
  }
  await using bench = await browser.open();
  await fillQueue(bench, address, await savePlaylist(served, songs, longestQueue));
  const note = `${longestQueue.toLocaleString('en')} rows`;
  figures.push(...scrollFigures('queue.scroll', await scrollFrames(bench.page, queueRows), note));
  const inContent = await scrollFrames(bench.page, 'main [role=grid]');
  return [...figures, ...scrollFigures('list.scroll', inContent, note)];
};
