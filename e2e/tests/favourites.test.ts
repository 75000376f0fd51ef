import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, main, player, songIn } from '../src/parts.ts';
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
