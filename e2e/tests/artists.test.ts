import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, currentTitle, linkIn, main, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('artists', () => {
  it('lead to their albums, and Home goes on with what was played of them', () =>
    stage.play(
      async (page) => {
        await linkIn(page, 'Anna').click();
        await main(page).getByRole('heading', { level: 1, name: 'Anna' }).waitFor();
        await page.waitForFunction(() => document.title.startsWith('Anna'));
        await linkIn(page, 'Picnic').click();
        await songIn(page, 'Picnic 2').dblclick();
        await expect.poll(() => currentTitle(page)).toBe('Picnic 2');
        await page.getByRole('link', { name: 'Home', exact: true }).click();
        const shelf = main(page).getByRole('region', { name: 'Continue' });
        await button(shelf, 'Pause').click();
        await button(shelf, 'Play').waitFor();
        await main(page).getByRole('link', { name: 'Recently added', exact: true }).click();
        await page.waitForURL((url) => url.hash === '#/albums/added');
      },
      { at: '#/artists' },
    ));
});
