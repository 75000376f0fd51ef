import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playingClock } from '../src/browser.ts';
import { callApi } from '../src/journeys.ts';
import { browseRoute, button, leadingTo, main, player, queuedTitles, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const picnic = browseRoute('Music/Anna/Picnic');
const all = [1, 2, 3, 4].map((number) => `Picnic ${number}`);
/** What a browser and the client print of a server that is away. */
const away = { allowed: [/ERR_/, /503/, /unreachable/, /could not be/i, /Could not/] };

describe('a server that ends in the middle and starts again', () => {
  it('costs a link nothing: the page it leads to comes by itself', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').dblclick();
        const album = leadingTo(player(page).getByRole('link', { name: 'Picnic', exact: true }), '#/album/');
        await album.waitFor();
        await stage.stopServer();
        await album.click();
        await page.waitForURL((url) => url.hash.startsWith('#/album/'));
        await stage.startServer();
        await main(page).getByRole('heading', { level: 1, name: 'Picnic' }).waitFor();
      },
      { at: picnic, ...away },
    ));

  it('has what was told to play wait, and sound', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').waitFor();
        await stage.stopServer();
        await button(main(page), 'Play').click();
        await expect.poll(() => queuedTitles(page)).toEqual(all);
        await player(page).getByText('Waiting for the server…').waitFor();
        await stage.startServer();
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
      },
      { at: picnic, ...away },
    ));

  it('leaves a playlist as it is shown: what was not saved is not pretended', () =>
    stage.play(
      async (page) => {
        const rows = main(page).locator('[data-item] [data-press]');
        const shown = async () =>
          (await rows.allTextContents()).map((text) => Number(/Picnic (\d)/.exec(text)?.[1]));
        const saved = async () => {
          const answer = await callApi(stage.product, 'playlist_entries/Trip', { token: stage.token });
          return ((await answer.json()) as string[]).map((path) => Number(/(\d)\.mp3$/.exec(path)?.[1]));
        };
        const tracks = [1, 2, 3].map((number) => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`);
        await callApi(stage.product, 'playlist/Trip', {
          method: 'PUT',
          body: { tracks },
          token: stage.token,
        });
        await page.goto(`${stage.product.address}#/playlist/Trip`);
        await expect.poll(shown).toEqual([1, 2, 3]);
        await rows.first().focus();
        await stage.stopServer();
        await page.keyboard.press('Alt+ArrowDown');
        await expect.poll(() => said(page)).toContainEqual(expect.stringMatching(/could not|cannot/i));
        await stage.startServer();
        await expect.poll(async () => [await shown(), await saved()]).toEqual([await saved(), await saved()]);
        await rows.first().focus();
        const before = await saved();
        await page.keyboard.press('Alt+ArrowDown');
        await expect.poll(saved).toEqual([before[1], before[0], before[2]]);
        await expect.poll(shown).toEqual(await saved());
      },
      { at: picnic, ...away },
    ));

  it('keeps a list filtered and sorted', () =>
    stage.play(
      async (page) => {
        const names = () => main(page).getByRole('row').locator('[data-press]').allTextContents();
        await songIn(page, 'Picnic 1').waitFor();
        await page.keyboard.press('f');
        await main(page).getByRole('searchbox', { name: 'Filter this list' }).fill('picnic');
        await stage.stopServer();
        await main(page).getByRole('button', { name: 'Title', exact: true }).click();
        await main(page)
          .getByRole('button', { name: /^Title/ })
          .click();
        const titles = async () => (await names()).map((text) => /Picnic \d/.exec(text)?.[0]);
        await expect.poll(titles).toEqual([...all].reverse());
        await stage.startServer();
        await page.getByText('The server cannot be reached').first().waitFor({ state: 'hidden' });
        expect(await titles()).toEqual([...all].reverse());
      },
      { at: picnic, ...away },
    ));

  it('leaves the palette open with what was typed, and it finds', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').waitFor();
        await page.keyboard.press('Control+k');
        const palette = page.getByRole('dialog', { name: 'Search and commands' });
        await palette.getByRole('combobox').waitFor();
        await stage.stopServer();
        await page.keyboard.type('ripples');
        await stage.startServer();
        const best = palette.getByRole('group', { name: 'Best match' }).getByRole('option');
        await best.filter({ hasText: 'Ripples' }).waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.hash === browseRoute('Music/Anna/Ripples'));
      },
      { at: picnic, ...away },
    ));
});
