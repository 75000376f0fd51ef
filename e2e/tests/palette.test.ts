import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import { browseRoute, currentTitle, main, queuedTitles } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const open = async (page: Page) => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').waitFor();
  return palette;
};

describe('the palette', () => {
  it('opens over any page, finds music in groups, and goes there', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Preferences' }).or(main(page)).first().waitFor();
        const palette = await open(page);
        await page.keyboard.type('ripples');
        const best = palette.getByRole('group', { name: 'Best match' }).getByRole('option');
        await best.filter({ hasText: 'Ripples' }).waitFor();
        await palette.getByRole('group', { name: 'Songs' }).getByRole('option').first().waitFor();
        expect(await best.getAttribute('aria-selected')).toBe('true');
        await page.keyboard.press('ArrowDown');
        expect(await best.getAttribute('aria-selected')).toBe('false');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.hash === browseRoute('Music/Anna/Ripples'));
        expect(await palette.count()).toBe(0);
      },
      { at: '#/settings/preferences' },
    ));

  it('plays with Ctrl+Enter, queues with Shift+Enter, and remembers what was searched', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Recently Added' }).waitFor();
        const queueNightBus = async () => {
          const palette = await open(page);
          await page.keyboard.type('night bus 2');
          await palette.getByRole('option', { name: /Night bus 2/ }).waitFor();
          await page.keyboard.press('Shift+Enter');
          await expect.poll(async () => (await queuedTitles(page)).at(-1)).toBe('Night bus 2');
        };
        // Playing takes the place of what is queued: into an empty queue, adding would play too.
        await queueNightBus();
        const palette = await open(page);
        await page.keyboard.type('picnic');
        await palette.getByRole('group', { name: 'Best match' }).getByText('Picnic').first().waitFor();
        await page.keyboard.press('Control+Enter');
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
        await expect.poll(() => currentTitle(page)).toBe('Picnic 1');
        await queueNightBus();
        await open(page);
        const recent = palette.getByRole('group', { name: 'Recent searches' }).getByRole('option');
        expect(await recent.allTextContents()).toEqual(['night bus 2', 'picnic']);
        await page.keyboard.press('Escape');
        await palette.waitFor({ state: 'hidden' });
        expect(page.url()).toContain('#/recent');
      },
      { at: '#/recent' },
    ));

  it('carries out commands', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Recently Added' }).waitFor();
        const palette = await open(page);
        await page.keyboard.type('dark theme');
        await palette.getByRole('option', { name: 'Dark theme' }).waitFor();
        await page.keyboard.press('Enter');
        const background = () =>
          page.evaluate(() => getComputedStyle(globalThis.document.documentElement).backgroundColor);
        await expect.poll(background).toBe('rgb(34, 34, 34)');
        await open(page);
        await page.keyboard.type('scan');
        await palette.getByRole('option', { name: 'Scan now' }).waitFor();
        await page.keyboard.press('Enter');
        await expect.poll(() => said(page)).toContain('The collection is being scanned.');
      },
      { at: '#/recent' },
    ));

  it('has the same room on both sides of a small phone', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Random' }).waitFor();
        const palette = await open(page);
        const sides = await palette.getByRole('combobox').evaluate((field) => {
          const { left, right } = (field.closest('dialog') ?? field).getBoundingClientRect();
          const box = field.parentElement?.getBoundingClientRect();
          return [Math.round((box?.left ?? 0) - left), Math.round(right - (box?.right ?? 0))];
        });
        expect(sides[0]).toBe(sides[1]);
      },
      { at: '#/random', viewport: viewports.narrow },
    ));
});
