import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, currentTitle, linkIn, main, queuedTitles, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(
    picnicLibrary()
      .album('Été #1 50% off?', 2, { artist: 'Bo', year: 2018, format: 'mp3', cover: 'Folder.jpg' })
      .album('Forest', 150, { artist: 'Dora', year: 2001, format: 'mp3' }),
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search the collection' });
const header = (page: Page, text: string) => main(page).getByRole('heading', { name: text, exact: true });

describe('search', () => {
  it('finds as one types, and the address follows', () =>
    stage.play(
      async (page) => {
        expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
        await field(page).pressSequentially('kettl');
        await header(page, "1 result found for 'kettl'").waitFor();
        await songIn(page, 'Ode to a kettle').waitFor();
        await page.waitForURL(/#\/search\/kettl$/);
        await field(page).fill('nothing like this');
        await header(page, "0 results found for 'nothing like this'").waitFor();
        await page.getByRole('button', { name: 'Clear the search' }).click();
        expect(await field(page).inputValue()).toBe('');
      },
      { at: '#/search' },
    ));

  it('finds on Enter and with Find, any text there is', () =>
    stage.play(
      async (page) => {
        await field(page).fill('été #1 50% off?');
        await page.keyboard.press('Enter');
        await page.waitForURL(`**/${'#'}/search/${encodeURIComponent('été #1 50% off?')}`);
        await linkIn(page, 'Été #1 50% off?').waitFor();
        await field(page).fill('Night bus');
        await button(main(page), 'Find').click();
        await header(page, "4 results found for 'Night bus'").waitFor();
        await page.waitForURL(/#\/search\/Night%20bus$/);
        await page.reload();
        await header(page, "4 results found for 'Night bus'").waitFor();
        expect(await field(page).inputValue()).toBe('Night bus');
      },
      { at: '#/search' },
    ));

  it('queues all that was found, and plays on double click', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await expect.poll(() => queuedTitles(page)).toEqual(['Night bus 1', 'Night bus 2', 'Night bus 3']);
        await songIn(page, 'Night bus 2').dblclick();
        await expect.poll(() => currentTitle(page)).toBe('Night bus 2');
      },
      { at: '#/search/Night%20bus' },
    ));

  it('comes back with query, results, place and focus', () =>
    stage.play(
      async (page) => {
        await header(page, "151 results found for 'Forest'").waitFor();
        const scroller = main(page);
        await songIn(page, 'Forest 1').waitFor();
        await scroller.evaluate((element) => element.scrollTo(0, 2_500));
        await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(2_500);
        const seen = songIn(page, 'Forest 5');
        await seen.waitFor();
        await page.waitForFunction(() => history.state?.view?.scrollTop === 2_500);
        await page.getByRole('link', { name: 'Random', exact: true }).click();
        await main(page).getByRole('heading', { name: 'Random' }).waitFor();
        await page.goBack();
        await header(page, "151 results found for 'Forest'").waitFor();
        expect(await field(page).inputValue()).toBe('Forest');
        await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(2_500);
        await seen.waitFor();
      },
      { at: '#/search/Forest' },
    ));

  it('is left by Back while somebody is in its field', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Recently Added' }).waitFor();
        await page.keyboard.press('/');
        await field(page).fill('kettl');
        await page.waitForURL(/#\/search\/kettl$/);
        await page.goBack();
        await main(page).getByRole('heading', { name: 'Recently Added' }).waitFor();
        expect(new URL(page.url()).hash).toBe('#/recent');
      },
      { at: '#/recent' },
    ));

  it('is reached by / from anywhere', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Recently Added' }).waitFor();
        await page.keyboard.press('/');
        await page.waitForURL(/#\/search$/);
        await expect
          .poll(() => field(page).evaluate((element) => element === document.activeElement))
          .toBe(true);
        await page.keyboard.type('a/b');
        expect(await field(page).inputValue()).toBe('a/b');
      },
      { at: '#/recent' },
    ));
});
