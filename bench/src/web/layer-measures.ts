import type { Page } from 'playwright-core';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { BenchBrowser } from './bench-browser.ts';
import { keyToPaintMs, type Shown } from './key-to-paint.ts';

/** What is typed into the palette; each key is a search of its own. So many that the slowest key of all is no p95. */
const words = [
  ...['love', 'night', 'river', 'quiet', 'stone', 'winter', 'blue', 'garden', 'mirror', 'echo', 'fire'],
  ...['actor', 'open', 'yellow', 'uncle', 'zebra'],
] as const;

/** How often what plays is opened. */
const openings = 20;

/** How long frames are counted while a layer is open and music plays, in milliseconds. */
const framesMs = 3_000;
/** How often the line that is chosen changes meanwhile, in milliseconds: as fast as a key that is held repeats. */
const repeatMs = 33;

/** The palette shows what was found for a text. */
const foundInPalette = (text: string): readonly Shown[] => [
  { selector: 'dialog[open] [role=combobox]', ending: text },
  { selector: 'dialog[open] [role=listbox][aria-busy=false]' },
];

interface KeyTimes {
  readonly all: number[];
  /** Those of the first letter of each word, which finds the most. */
  readonly firsts: number[];
}

const measurePalette = async (page: Page): Promise<KeyTimes> => {
  const times: KeyTimes = { all: [], firsts: [] };
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  for (const word of words) {
    await field.fill('');
    for (const [index, key] of [...word].entries()) {
      const ms = await keyToPaintMs(page, key, foundInPalette(word.slice(0, index + 1)));
      times.all.push(ms);
      if (index === 0) times.firsts.push(ms);
    }
  }
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  return times;
};

/** Frames of the palette while an arrow is held: the line that is chosen runs through all that was found. */
const measurePaletteFrames = async (page: Page): Promise<number[]> => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.fill(words[0]);
  await page.getByRole('dialog').getByRole('option').nth(3).waitFor();
  const counting = framesOf(page);
  const deadline = performance.now() + framesMs;
  while (performance.now() < deadline) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(repeatMs);
  }
  const frames = await counting;
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  return frames;
};

const framesPerSecond = (frames: readonly number[]): number =>
  (frames.length * 1000) / frames.reduce((sum, ms) => sum + ms, 0);

const measureNowPlaying = async (page: Page): Promise<number[]> => {
  const samples: number[] = [];
  const view = page.getByRole('dialog', { name: 'Now playing' });
  for (let opening = 0; opening < openings; opening += 1) {
    samples.push(await keyToPaintMs(page, 'n', [{ selector: 'dialog[open] h2' }]));
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'hidden' });
    // Its step goes out of the history a moment later.
    await page.waitForFunction(() => ((history.state ?? {}) as { layer?: number }).layer === undefined);
  }
  await page.keyboard.press('n');
  await view.waitFor();
  return samples;
};

/** Times between frames of a page that plays, in milliseconds. */
const framesOf = (page: Page): Promise<number[]> =>
  page.evaluate(async (untilMs) => {
    const frames: number[] = [];
    const start = performance.now();
    let last = start;
    while (last - start < untilMs) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      if (now > last) frames.push(now - last);
      last = Math.max(last, now);
    }
    return frames;
  }, framesMs);

/** The palette and what plays: how fast they come, and how smoothly they run while music plays. */
export const layerMeasures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  await using bench = await browser.open();
  const { page } = bench;
  await page.goto(`${served.product.address}#/playlist/sound`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
  const keys = await measurePalette(page);
  const palette = summarize(keys.all);
  const firsts = summarize(keys.firsts);
  const paletteFrames = await measurePaletteFrames(page);
  const opened = await measureNowPlaying(page);
  const nowPlaying = summarize(opened);
  const frames = await framesOf(page);
  return [
    {
      name: 'palette.keyToPaint.p95',
      value: palette.p95,
      unit: 'ms',
      note: `${keys.all.length} keys, p50 ${palette.p50.toFixed(1)} ms; first letters p50 ${firsts.p50.toFixed(1)}, p95 ${firsts.p95.toFixed(1)} ms`,
    },
    {
      name: 'nowPlaying.open.p95',
      value: nowPlaying.p95,
      unit: 'ms',
      note: `p50 ${nowPlaying.p50.toFixed(1)} ms, the first ${(opened[0] ?? 0).toFixed(0)} ms with its code`,
    },
    {
      name: 'nowPlaying.open.first',
      value: opened[0] ?? 0,
      unit: 'ms',
      note: 'the first time in a visit, with its code where that has not come yet',
    },
    {
      name: 'palette.fps',
      value: framesPerSecond(paletteFrames),
      unit: 'fps',
      note: 'an arrow held, music plays',
    },
    { name: 'nowPlaying.fps', value: framesPerSecond(frames), unit: 'fps', note: 'while it plays' },
  ];
};
