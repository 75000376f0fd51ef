import { join } from 'node:path';
import type { MountDir } from '@tonearm/contract';
import { startProduct } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { keptFolder } from '../libraries.ts';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import { type ServedLibrary, scanEnd, serve } from '../served-library.ts';
import { type BenchBrowser, openBenchBrowser, type SoundWindow, withoutMouse } from '../web/bench-browser.ts';
import { cutRecording, hasFfmpeg } from '../web/cut-recording.ts';
import { listenTo, type SoundStart, type TapWindow } from '../web/sound-tap.ts';

/** Eight hours of songs of three minutes are so many; here each is three seconds long. */
const nightSongs = 160;
const shortSeconds = 3;
/** The server goes away and comes back while these play. */
const restartsAt = [50, 110] as const;
/** Longest time that nothing moves before the night counts as stopped, in milliseconds. */
const longestStillMs = 30_000;

const changes = 500;
/** Changes before the first look: what comes once has come by then. */
const firstChanges = 20;
/** A change or a jump that brings no sound for this long failed, in milliseconds. */
const longestWaitMs = 10_000;

const jumps = 40;
const longSeconds = 31;

const parts = { short: 20, long: 3 } as const;

interface ContextWindow extends SoundWindow {
  readonly benchContexts: number;
}

interface NightWindow {
  /** Titles in the order in which they were shown as playing. */
  readonly benchTitles: string[];
  /** When the position last moved, on the clock of the page. */
  readonly benchMovedAtMs: number;
  /** Longest time without a move so far, in milliseconds. */
  readonly benchLongestStillMs: number;
}

const countContexts = (): void => {
  const counted = { benchContexts: 0 };
  Object.assign(globalThis, counted);
  globalThis.AudioContext = new Proxy(AudioContext, {
    construct(target, argv: [AudioContextOptions?]) {
      (globalThis as unknown as { benchContexts: number }).benchContexts += 1;
      return new target(...argv);
    },
  });
};

/** Looks four times a second at what the page says is playing. Runs in the page. */
const watchNight = (): void => {
  const night = { benchTitles: [] as string[], benchMovedAtMs: 0, benchLongestStillMs: 0 };
  Object.assign(globalThis, night);
  let position = '';
  setInterval(() => {
    const kept = globalThis as unknown as {
      -readonly [Field in keyof NightWindow]: NightWindow[Field];
    };
    const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label="Position"]');
    const value = slider?.value ?? '';
    const now = performance.now();
    if (value !== position) {
      position = value;
      kept.benchMovedAtMs = now;
    } else if (kept.benchMovedAtMs > 0) {
      kept.benchLongestStillMs = Math.max(kept.benchLongestStillMs, now - kept.benchMovedAtMs);
    }
    const row = document.querySelector('[role=grid][aria-label="Current playlist"] [aria-current=true]');
    const shown = row?.getAttribute('aria-rowindex') ?? '';
    if (shown !== '' && kept.benchTitles.at(-1) !== shown) kept.benchTitles.push(shown);
  }, 250);
};

const nameOfPart = (path: string): string => path.replace(/^music/, 'Parts').replaceAll('\\', '/');

const partsOf = (length: keyof typeof parts, seconds: number): string[] =>
  cutRecording(keptFolder('playback'), { format: 'flac', parts: parts[length], seconds }).files.map(
    nameOfPart,
  );
const shortParts = (): string[] => partsOf('short', shortSeconds);
const longParts = (): string[] => partsOf('long', longSeconds);

const mount = async (served: ServedLibrary): Promise<void> => {
  const body: MountDir[] = [{ name: 'Parts', source: join(keptFolder('playback'), 'music') }];
  await served.client.json('mount_dirs', { method: 'PUT', body });
  await served.client.json('trigger_index', { method: 'POST' });
  await scanEnd(served.client);
};

/** Opens a playlist of these and plays it; the first press of all brings the engine of a desktop. */
const playAll = async (
  page: Page,
  served: ServedLibrary,
  list: { readonly name: string; readonly tracks: readonly string[] },
): Promise<void> => {
  await served.client.json(`playlist/${list.name}`, { method: 'PUT', body: { tracks: list.tracks } });
  await page.goto(`${served.product.address}#/playlist/${list.name}`);
  await page.getByRole('main').getByRole('heading').first().click();
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
};

const nextSounding = async (page: Page): Promise<void> => {
  const before = await page.evaluate(
    () => (globalThis as unknown as SoundWindow).benchSound.soundingAtMs.length,
  );
  await page.getByRole('button', { name: 'Next song', exact: true }).click();
  await page.waitForFunction(
    (count) => (globalThis as unknown as SoundWindow).benchSound.soundingAtMs.length > count,
    before,
    { timeout: longestWaitMs, polling: 20 },
  );
};

/** What is left behind by many changes of tracks: memory that scripts hold, elements that ever played, contexts. */
const changeFigures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  await using bench = await browser.open();
  const { page } = bench;
  await page.addInitScript(countContexts);
  const tracks = Array.from({ length: 30 }, () => shortParts()).flat();
  await playAll(page, served, { name: 'changes', tracks });
  for (let change = 0; change < firstChanges; change += 1) await nextSounding(page);
  const before = await bench.heapMegabytes();
  for (let change = 0; change < changes; change += 1) await nextSounding(page);
  const after = await bench.heapMegabytes();
  const { elements, contexts } = await page.evaluate(() => {
    const { benchSound, benchContexts } = globalThis as unknown as ContextWindow;
    return { elements: benchSound.elements.size, contexts: benchContexts };
  });
  const note = `${changes} changes, ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`;
  return [
    { name: 'player.heapGrowth', value: after - before, unit: 'MB', note },
    { name: 'player.audioElements', value: elements, unit: 'count', note: 'audio elements that ever played' },
    { name: 'player.contexts', value: contexts, unit: 'count', note: 'audio contexts' },
  ];
};

/** From the key to the first sample after the silence that a jump makes, in milliseconds; null when it made none. */
const soundAfterJumpMs = async (page: Page, key: 'ArrowRight' | 'ArrowLeft'): Promise<number | null> => {
  await page.getByRole('slider', { name: 'Position' }).press(key);
  await page.waitForTimeout(400);
  return page.evaluate(() => {
    const { benchSoundStarts, benchPressedAtMs } = globalThis as unknown as TapWindow & {
      benchPressedAtMs: number;
    };
    const start = benchSoundStarts.find(({ atMs }: SoundStart) => atMs >= benchPressedAtMs - 1);
    return start === undefined ? null : Math.max(start.atMs - benchPressedAtMs, 0);
  });
};

/** How soon a jump within what is loaded is heard. */
const jumpFigures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  await using bench = await browser.open({ isListenedTo: true });
  const { page } = bench;
  await listenTo(page, true);
  await page.addInitScript(() => {
    const remember = (event: Event): void => {
      Object.assign(globalThis, { benchPressedAtMs: event.timeStamp });
    };
    addEventListener('keydown', remember, { capture: true });
  });
  await withoutMouse(page);
  await playAll(page, served, { name: 'jumps', tracks: longParts() });
  await page.waitForFunction(
    () => (globalThis as unknown as TapWindow).benchSoundStarts.length > 0,
    undefined,
    { timeout: longestWaitMs },
  );
  const heard: number[] = [];
  for (let jump = 0; jump < jumps; jump += 1) {
    const afterMs = await soundAfterJumpMs(page, jump % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    if (afterMs !== null) heard.push(afterMs);
  }
  const { p50, p95 } = summarize(heard);
  const note = `p50 ${p50.toFixed(1)} ms, ${heard.length} of ${jumps} jumps were heard as a silence`;
  return [{ name: 'jump.p95', value: p95, unit: 'ms', note }];
};

/** A night of listening: nobody touches anything, and the server is started anew twice. */
const nightFigures = async (dataFolder: string): Promise<Figure[]> => {
  const served = await serve(dataFolder);
  await using browser = await openBenchBrowser(served);
  const { port } = new URL(served.product.address);
  await using bench = await browser.open();
  const { page } = bench;
  await page.addInitScript(watchNight);
  const tracks = Array.from({ length: nightSongs / parts.short }, () => shortParts()).flat();
  await playAll(page, served, { name: 'night', tracks });
  const heardSoFar = (): Promise<number> =>
    page.evaluate(() => (globalThis as unknown as NightWindow).benchTitles.length);
  const isStill = (): Promise<boolean> =>
    page.evaluate(
      (longestMs) => performance.now() - (globalThis as unknown as NightWindow).benchMovedAtMs > longestMs,
      longestStillMs,
    );
  const restarts = [...restartsAt];
  let { product } = served;
  while ((await heardSoFar()) < nightSongs && !(await isStill())) {
    await page.waitForTimeout(500);
    if ((restarts[0] ?? Number.POSITIVE_INFINITY) > (await heardSoFar())) continue;
    restarts.shift();
    await product.stop();
    await page.waitForTimeout(4000);
    product = await startProduct({ dataFolder, argv: ['--log-level', 'warn', '--port', port] });
  }
  const { titles, stillMs } = await page.evaluate(() => {
    const { benchTitles, benchLongestStillMs } = globalThis as unknown as NightWindow;
    return { titles: benchTitles, stillMs: benchLongestStillMs };
  });
  served.client.close();
  await product.stop();
  const skipped = titles.slice(1).filter((row, at) => Number(row) !== Number(titles[at]) + 1).length;
  const note = `the server was away twice for some seconds; ${titles.length} of ${nightSongs} songs were shown`;
  return [
    { name: 'night.missing', value: nightSongs - titles.length, unit: 'count', note },
    {
      name: 'night.skipped',
      value: skipped,
      unit: 'count',
      note: 'songs that did not follow the one before',
    },
    { name: 'night.still', value: stillMs / 1000, unit: 's', note: 'longest time in which nothing moved' },
  ];
};

/**
 * Whether playing lasts: many changes of tracks, jumps within a track, and a night in short. The size of the
 * library does not matter.
 */
export const enduranceSuite = async (): Promise<Figure[]> => {
  if (!hasFfmpeg()) throw new Error('the parts are encoded by ffmpeg, which is not installed here');
  const dataFolder = keptFolder('data-playback');
  shortParts();
  longParts();
  const figures: Figure[] = [];
  {
    await using served = await serve(dataFolder);
    await mount(served);
    await using browser = await openBenchBrowser(served);
    figures.push(...(await jumpFigures(browser, served)), ...(await changeFigures(browser, served)));
  }
  return [...figures, ...(await nightFigures(dataFolder))];
};
