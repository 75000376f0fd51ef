import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import { browseRoute, button, linkIn, main, player, queuedTitles, queueRow, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('favourites', () => {
  it('are made with hearts, and listed', () =>
    stage.play(
      async (page) => {
        const row = main(page).getByRole('gridcell').filter({ hasText: 'Picnic 2' });
        const heart = row.getByRole('button', { name: 'Favourite: Picnic 2' });
        await heart.click();
        await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
        await songIn(page, 'Picnic 3').dblclick();
        await expect.poll(() => player(page).textContent()).toContain('Picnic 3');
        await player(page).getByRole('button', { name: 'Favourite' }).click();
        await page.getByRole('link', { name: 'Favourites' }).click();
        await songIn(page, 'Picnic 3').waitFor();
        const titles = async () =>
          (await main(page).getByRole('gridcell').allTextContents()).map(
            (text) => /Picnic \d/.exec(text)?.[0],
          );
        await expect.poll(titles).toEqual(['Picnic 3', 'Picnic 2']);
        await player(page).getByRole('button', { name: 'Favourite' }).click();
        await expect.poll(titles).toEqual(['Picnic 2']);
      },
      { at: browseRoute('Music/Anna/Picnic') },
    ));

  it('songs are rated in a column of lists and in what plays, and both tell the same', () =>
    stage.play(
      async (page) => {
        const row = main(page).getByRole('gridcell').filter({ hasText: 'Picnic 2' });
        const inColumn = row.getByRole('group', { name: 'Rating: Picnic 2' });
        const isChosen = (stars: Locator, name: string) =>
          expect.poll(() => button(stars, name).getAttribute('aria-pressed')).toBe('true');
        await songIn(page, 'Picnic 2').waitFor();
        await page.keyboard.press('f');
        await button(main(page), 'Columns…').click();
        await page.getByRole('menuitemcheckbox', { name: 'Rating' }).click();
        await page.keyboard.press('Escape');
        await row.hover();
        await button(inColumn, '4 stars').click();
        await isChosen(inColumn, '4 stars');
        await songIn(page, 'Picnic 2').press('Enter');
        // Only what was asked for is there: the stars queued nothing.
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 2']);
        await queueRow(page, 'Picnic 2').getByRole('img', { name: '4 stars' }).waitFor();

        await player(page)
          .getByRole('button', { name: /Show what plays/ })
          .click();
        const view = page.getByRole('dialog', { name: 'Now playing' });
        const playing = view.getByRole('group', { name: 'Rating' });
        await isChosen(playing, '4 stars');
        await button(playing, '2 stars').click();
        await button(view, 'Hide what plays').click();
        await isChosen(inColumn, '2 stars');

        await page.reload();
        await isChosen(inColumn, '2 stars');
        await page.setViewportSize(viewports.phone);
        await row.getByRole('img', { name: '2 stars' }).waitFor();
        expect(await inColumn.isVisible()).toBe(false);
      },
      { at: '#/search/picnic', viewport: { width: 1920, height: 1000 } },
    ));

  it('albums are rated on their page, and their card tells it', () =>
    stage.play(
      async (page) => {
        await linkIn(page, 'Picnic').click();
        const stars = main(page).getByRole('group', { name: 'Rating', exact: true });
        await button(stars, '3 stars').focus();
        await page.keyboard.press('Enter');
        await expect.poll(() => button(stars, '3 stars').getAttribute('aria-pressed')).toBe('true');
        await page.goBack();
        await linkIn(page, 'Picnic').getByRole('img', { name: '3 stars' }).waitFor();
        await page.reload();
        await linkIn(page, 'Picnic').getByRole('img', { name: '3 stars' }).waitFor();
      },
      { at: '#/albums/title' },
    ));

  it('places in songs are kept, noted on, listed and removed', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 2').dblclick();
        await expect.poll(() => player(page).textContent()).toContain('Picnic 2');
        await player(page)
          .getByRole('button', { name: /Show what plays/ })
          .click();
        const view = page.getByRole('dialog', { name: 'Now playing' });
        await view.getByRole('button', { name: 'Keep this place' }).click();
        await expect.poll(() => said(page)).toContainEqual(expect.stringMatching(/^Kept .* of 'Picnic 2'/));
        await view.getByRole('button', { name: 'Hide what plays' }).click();
        await page.getByRole('link', { name: 'Favourites' }).click();
        await main(page).getByRole('link', { name: 'Bookmarks' }).click();
        const places = main(page).getByRole('list', { name: 'Bookmarks' }).getByRole('listitem');
        await expect.poll(() => places.allTextContents()).toEqual([expect.stringContaining('Picnic 2')]);
        await places.getByRole('button', { name: /^Note on/ }).click();
        await page.getByRole('textbox', { name: 'Note' }).fill('the bridge');
        await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
        await places.getByText('the bridge').waitFor();
        await places.getByRole('button', { name: /^Remove/ }).click();
        await main(page)
          .getByText(/^Nothing here yet/)
          .waitFor();
      },
      { at: browseRoute('Music/Anna/Picnic') },
    ));
});
