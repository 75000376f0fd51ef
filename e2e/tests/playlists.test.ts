import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playingClock } from '../src/browser.ts';
import { anna, callApi } from '../src/journeys.ts';
import {
  browseRoute,
  button,
  currentTitle,
  go,
  linkIn,
  main,
  queue,
  queuedTitles,
  songIn,
} from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Queues songs of `Picnic` one by one, in an order of their own. */
const queueSongs = async (page: Page, ...titles: string[]): Promise<void> => {
  for (const title of titles) {
    const { length } = await queuedTitles(page);
    await songIn(page, title).click();
    await expect.poll(async () => (await queuedTitles(page)).length).toBe(length + 1);
  }
};

const openSaveDialog = async (page: Page) => {
  await button(queue(page), 'Save playlist').click();
  const dialog = page.getByRole('dialog', { name: 'Save playlist' });
  await dialog.waitFor();
  return dialog;
};

const picnic = browseRoute('Music/Anna/Picnic');
const name = 'Café #1: 50% off / what?';

describe('playlists', () => {
  it('are empty at first, and say how one is made', () =>
    stage.play(
      async (page) => {
        await main(page).getByText('save it with the save button above it', { exact: false }).waitFor();
      },
      { at: '#/playlists' },
    ));

  it('are saved, played in their order, and deleted', () =>
    stage.play(
      async (page) => {
        const order = ['Picnic 3', 'Picnic 1', 'Picnic 4', 'Picnic 1'];
        await queueSongs(page, ...order);
        const dialog = await openSaveDialog(page);
        const field = dialog.getByLabel('Playlist name:');
        expect(await field.getAttribute('placeholder')).toBe('Cool Playlist');
        expect(await button(dialog, 'Save').isDisabled()).toBe(true);
        await field.fill(name);
        await button(dialog, 'Save').click();
        await button(dialog, 'Saved!').waitFor();
        await dialog.waitFor({ state: 'hidden' });
        await queue(page).getByRole('heading', { name }).waitFor();

        await button(queue(page), 'Clear playlist').click();
        await queue(page)
          .getByText('Make a playlist by dragging music from your collection to here.')
          .waitFor();

        await go(page, '#/playlists');
        await linkIn(page, name).click();
        await main(page).getByRole('heading', { name, level: 1 }).waitFor();
        expect(page.url()).toContain(`#/playlist/${encodeURIComponent(name)}`);
        await button(main(page), 'Play').click();
        await expect.poll(() => queuedTitles(page)).toEqual(order);
        await expect.poll(() => currentTitle(page)).toBe('Picnic 3');
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);

        await button(main(page), 'Delete').click();
        await page.waitForURL(/#\/playlists$/);
        await main(page).getByText('save it with the save button above it', { exact: false }).waitFor();
        expect(await queuedTitles(page)).toEqual(order);
      },
      { at: picnic },
    ));

  it('are brought back by undo', () =>
    stage.play(
      async (page) => {
        await queueSongs(page, 'Picnic 2', 'Picnic 1');
        const dialog = await openSaveDialog(page);
        await dialog.getByLabel('Playlist name:').fill('Short lived');
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'hidden' });
        await go(page, '#/playlist/Short%20lived');
        await button(main(page), 'Delete').click();
        await page.waitForURL(/#\/playlists$/);
        await button(page, 'Undo').last().click();
        await linkIn(page, 'Short lived').click();
        await songIn(page, 'Picnic 2').waitFor();
        await songIn(page, 'Picnic 1').waitFor();
      },
      { at: picnic },
    ));

  it('are smart where a search is kept: they hold what it finds by then', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Save as smart list…').click();
        const dialog = page.getByRole('dialog', { name: 'Save as smart list' });
        await dialog.getByLabel('Name').fill('Loved / 1');
        await page.keyboard.press('Enter');
        await button(page, 'Open').click();
        await main(page).getByText('Nothing in the collection answers this query now.').waitFor();
        await go(page, picnic);
        const heart = main(page).getByRole('button', { name: 'Favourite: Picnic 2' });
        await heart.click();
        await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
        await go(page, '#/playlists');
        await linkIn(page, 'Loved / 1').press('Enter');
        await songIn(page, 'Picnic 2').waitFor();
        await button(main(page), 'Play').click();
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 2']);
        await button(main(page), 'Delete').click();
        await page.waitForURL(/#\/playlists$/);
      },
      { at: '#/search/has%3Astarred' },
    ));

  it('say when they could not be saved, and keep the name that was typed', () =>
    stage.play(
      async (page) => {
        await queueSongs(page, 'Picnic 1');
        await page.route('**/api/playlist/**', (route) => route.abort(), { times: 1 });
        const dialog = await openSaveDialog(page);
        await dialog.getByLabel('Playlist name:').fill('Second try');
        await button(dialog, 'Save').click();
        await button(dialog, 'Error :(').waitFor();
        await button(dialog, 'Save').waitFor();
        expect(await dialog.getByLabel('Playlist name:').inputValue()).toBe('Second try');
        await button(dialog, 'Close').click();
        await dialog.waitFor({ state: 'hidden' });
        const again = await openSaveDialog(page);
        expect(await again.getByLabel('Playlist name:').inputValue()).toBe('');
        await again.getByLabel('Playlist name:').fill('Second try');
        await button(again, 'Save').click();
        await button(again, 'Saved!').waitFor();
      },
      { at: picnic, allowed: [/ERR_FAILED/, /Could not save the playlist/] },
    ));

  it('show that saving takes its time', () =>
    stage.play(
      async (page) => {
        await queueSongs(page, 'Picnic 1');
        let release = (): void => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/api/playlist/**', async (route) => {
          await held;
          await route.continue();
        });
        const dialog = await openSaveDialog(page);
        await dialog.getByLabel('Playlist name:').fill('Slow');
        await button(dialog, 'Save').click();
        await button(dialog, 'Saving…').waitFor();
        expect(await button(dialog, 'Saving…').isDisabled()).toBe(true);
        release();
        await button(dialog, 'Saved!').waitFor();
      },
      { at: picnic },
    ));

  it('belong to one person', async () => {
    const bo = { username: 'bo', password: 'another good one' };
    const body = { name: bo.username, password: bo.password, admin: false };
    await callApi(stage.product, 'user', { method: 'POST', body, token: stage.token });
    const tracks = ['Music/Bo/Night bus/01 - Night bus 1.mp3'];
    await callApi(stage.product, "playlist/Anna's", { method: 'PUT', body: { tracks }, token: stage.token });
    await stage.play((page) => linkIn(page, "Anna's").waitFor(), { at: '#/playlists', as: anna });
    await stage.play(
      async (page) => {
        await main(page).getByText('You have no playlists yet.', { exact: false }).waitFor();
        await go(page, "#/playlist/Anna's");
        await main(page).getByText('There is no playlist of this name.').waitFor();
        await button(main(page), 'All playlists').click();
        await page.waitForURL(/#\/playlists$/);
      },
      { at: '#/playlists', as: bo, allowed: [/404/] },
    );
  });
});
