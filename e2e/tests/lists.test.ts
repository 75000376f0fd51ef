import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, go, main, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('lists', () => {
  it('have rows as high as people choose, and still after a reload', () =>
    stage.play(
      async (page) => {
        const height = async () => {
          await go(page, browseRoute('Music/Anna/Picnic'));
          const row = main(page).getByRole('row').filter({ hasText: 'Picnic 2' });
          await row.waitFor();
          return (await row.boundingBox())?.height;
        };
        expect(await height()).toBe(44);
        for (const [choice, px] of [
          ['compact', 36],
          ['roomy', 56],
        ] as const) {
          await go(page, '#/settings/preferences');
          await main(page).getByLabel('Rows', { exact: true }).selectOption(choice);
          expect(await height()).toBe(px);
        }
        await page.reload();
        expect(await height()).toBe(56);
      },
      { at: '#/settings/preferences' },
    ));

  it('are filtered by F, sorted by their heads, show columns that are chosen, and come back by Back', () =>
    stage.play(
      async (page) => {
        const names = () => main(page).getByRole('row').locator('[data-press]').allTextContents();
        const shows = (...wanted: string[]) =>
          expect.poll(names).toEqual(wanted.map((name) => expect.stringContaining(name) as string));
        await main(page).getByRole('link', { name: 'Anna' }).first().waitFor();
        await page.keyboard.press('f');
        await main(page).getByRole('searchbox', { name: 'Filter this list' }).fill('ann');
        await shows('Anna');
        await main(page).getByRole('grid').getByRole('link', { name: 'Anna' }).click();
        await page.waitForURL((url) => url.hash === browseRoute('Music/Anna'));
        await page.goBack();
        await shows('Anna');
        await main(page).getByRole('button', { name: 'Clear the filter' }).click();
        await main(page).getByRole('button', { name: 'Columns…' }).click();
        await page.getByRole('menuitemcheckbox', { name: 'Year' }).click();
        await page.keyboard.press('Escape');
        await main(page).getByRole('button', { name: 'Year' }).waitFor();
      },
      { at: browseRoute('Music'), viewport: { width: 1920, height: 1000 } },
    ));

  it('have the columns that are chosen below their heads, many of them and without the album', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Ode to a kettle').waitFor();
        await page.keyboard.press('f');
        const leftOf = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN;
        const row = main(page).getByRole('row').filter({ hasText: 'Ode to a kettle' });
        const isBelow = async (name: string, cell: Locator) => {
          const head = main(page).getByRole('button', { name, exact: true });
          await expect
            .poll(async () => Math.abs((await leftOf(head)) - (await leftOf(cell))))
            .toBeLessThan(10);
        };
        /** Whatever was chosen before: it is kept. */
        const choose = async (isChecked: boolean, ...names: string[]) => {
          await main(page).getByRole('button', { name: 'Columns…' }).click();
          for (const name of names) {
            const item = page.getByRole('menuitemcheckbox', { name });
            if ((await item.getAttribute('aria-checked')) !== String(isChecked)) await item.click();
          }
          await page.keyboard.press('Escape');
        };
        await choose(true, 'Year', 'Genre', 'Album');
        for (const name of ['Year', 'Genre'])
          await isBelow(name, row.locator(`[data-column="${name.toLowerCase()}"]`));
        await isBelow('Album', row.getByRole('link', { name: 'Kitchen' }));
        await choose(false, 'Album');
        for (const name of ['Year', 'Genre'])
          await isBelow(name, row.locator(`[data-column="${name.toLowerCase()}"]`));
      },
      { at: browseRoute('Music/Loose'), viewport: { width: 1920, height: 1000 } },
    ));

  it('jump to what is typed', () =>
    stage.play(
      async (page) => {
        const focused = () => page.evaluate(() => document.activeElement?.textContent);
        await songIn(page, 'Ode to a kettle').focus();
        await page.keyboard.type('untitled');
        await expect.poll(focused).toContain('untitled take');
      },
      { at: browseRoute('Music/Loose') },
    ));
});
