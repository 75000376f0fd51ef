import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, currentTitle, linkIn, main, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

/** More than fill a window, so that there is a place to come back to. */
const others = Array.from({ length: 60 }, (_, index) => `Album ${index + 1}`);

let stage: Stage;
beforeAll(async () => {
  let music = picnicLibrary();
  for (const name of others) music = music.album(name, 1, { artist: 'Dora', year: 2000, format: 'mp3' });
  stage = await openStage(music);
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('albums', () => {
  it('are found by letter, opened and played, and Back restores the place', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('navigation', { name: 'Letters' }).getByText('P', { exact: true }).click();
        const picnic = linkIn(page, 'Picnic');
        await picnic.waitFor();
        const scrolled = () => main(page).evaluate(({ scrollTop }) => scrollTop);
        await expect.poll(scrolled).toBeGreaterThan(0);
        const place = await scrolled();
        await picnic.click();
        await main(page).getByRole('heading', { level: 1, name: 'Picnic' }).waitFor();
        await page.waitForFunction(() => document.title.startsWith('Picnic'));
        await button(main(page), 'Play').click();
        await expect.poll(() => currentTitle(page)).toBe('Picnic 1');

        await songIn(page, 'Picnic 2').click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Details' }).click();
        await page.getByRole('link', { name: 'All details' }).click();
        await main(page).getByRole('heading', { name: 'Tags as read' }).waitFor();
        await main(page).getByText('Picnic/02 - Picnic 2.mp3', { exact: false }).waitFor();
        await page.goBack();
        await main(page).getByRole('heading', { level: 1, name: 'Picnic' }).waitFor();
        await page.goBack();
        await picnic.waitFor();
        await expect.poll(scrolled).toBe(place);
      },
      // A song without words is answered so.
      { at: '#/albums/title', allowed: [/404.*music.lyrics/] },
    ));
});
