import type { Page } from 'playwright-core';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { BenchBrowser } from './bench-browser.ts';
import { keyToPaintMs, type Shown } from './key-to-paint.ts';

/** What people type; each key is a search of its own. */
const words = ['love', 'night', 'river', 'blue heart', 'quiet', 'xylophantom'] as const;

/** What was found for a query stands on its page. */
const found = (query: string): Shown => ({ selector: 'main h2', ending: `for '${query}'` });

const measureSearch = async (page: Page, address: string): Promise<number[]> => {
  const samples: number[] = [];
  await page.goto(`${address}#/search`);
  const field = page.getByRole('searchbox');
  await field.waitFor();
  for (const word of words) {
    await field.fill('');
    for (let length = 1; length <= word.length; length += 1) {
      const query = word.slice(0, length).trim();
      // A space at the end asks nothing new.
      if (word[length - 1] === ' ') await page.keyboard.press('Space');
      else samples.push(await keyToPaintMs(page, word[length - 1] ?? '', [found(query)]));
    }
  }
  return samples;
};

/** Collects how long each interaction took until its paint, as browsers report it (Event Timing). */
const watchInteractions = (): void => {
  const longestMs = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!entry.interactionId) continue;
      longestMs.set(entry.interactionId, Math.max(longestMs.get(entry.interactionId) ?? 0, entry.duration));
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(globalThis, { benchInteractions: longestMs });
};

/** Some sixty steps through every screen: links, keys, sliders, selects, menus. */
const walk = async (page: Page): Promise<number> => {
  let steps = 0;
  const link = async (name: string): Promise<void> => {
    await page.getByRole('link', { name, exact: true }).first().click();
    steps += 1;
  };
  const keys = async (...names: string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
    steps += names.length;
  };
  const first = page.locator('main [role=grid] [data-press]').first();
  for (let round = 0; round < 2; round += 1) {
    await link('Browse');
    await first.click();
    await first.waitFor();
    await first.focus();
    await keys('ArrowDown', 'ArrowDown', 'PageDown', 'Home', 'Shift+F10');
    await page.getByRole('menu').waitFor();
    await keys('ArrowDown', 'Escape');
    await link('Random');
    await first.waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await link('Recently added');
    await first.waitFor();
    await first.focus();
    await keys('End', 'Home', 'ArrowRight');
    await link('Search');
    await keys('l', 'o', 'v', 'e', 'Backspace');
    await link('Settings');
    await page.getByLabel('Mode').waitFor();
    await link('Users');
    await link('Playlists');
    await first.waitFor();
    await keys('m', 'm', 's', 'q', 'ArrowDown', 'Shift+ArrowDown', 'Alt+ArrowDown');
    await page.getByRole('button', { name: 'Next song', exact: true }).click();
    await keys('?');
    await page.getByRole('dialog').waitFor();
    await keys('Escape');
    steps += 3;
  }
  return steps;
};

/** Typing to results, and every kind of interaction over a walk through the product. */
export const inputMeasures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  await using bench = await browser.open();
  const { page } = bench;
  await page.addInitScript(watchInteractions);
  await page.goto(`${served.product.address}#/playlist/sound`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const steps = await walk(page);
  const interactions = await page.evaluate(() => [
    ...(globalThis as unknown as { benchInteractions: Map<number, number> }).benchInteractions.values(),
  ]);
  // Interactions that took less than 16 ms are not reported; they count as such.
  const quick = Array.from({ length: Math.max(steps - interactions.length, 0) }, () => 8);
  const sorted = [...interactions, ...quick].sort((a, b) => a - b);
  const worst = sorted[Math.ceil(sorted.length * 0.98) - 1] ?? 0;
  const typed = await measureSearch(page, served.product.address);
  const { p50, p95 } = summarize(typed);
  return [
    { name: 'input.inp.p98', value: worst, unit: 'ms', note: `${steps} steps` },
    {
      name: 'search.keyToPaint.p95',
      value: p95,
      unit: 'ms',
      note: `p50 ${p50.toFixed(1)} ms, ${typed.length} keys`,
    },
  ];
};
