import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../src/journeys.ts';
import { browseRoute, button, go, linkIn, main, queueRow, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const pathOf = (number: number): string => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`;
const save = async (name: string, numbers: readonly number[]) => {
  const body = { tracks: numbers.map(pathOf) };
  await callApi(stage.product, `playlist/${name}`, { method: 'PUT', body, token: stage.token });
};
const entriesOf = async (name: string): Promise<number[]> => {
  const answer = await callApi(stage.product, `playlist_entries/${name}`, { token: stage.token });
  if (answer.status === 404) return [];
  return ((await answer.json()) as string[]).map((path) => Number(/(\d)\.mp3$/.exec(path)?.[1]));
};
const shown = async (page: Page): Promise<number[]> => {
  const rows = await main(page).locator('[data-item] [data-press]').allTextContents();
  return rows.map((text) => Number(/Picnic (\d)/.exec(text)?.[1]));
};
const picnic = browseRoute('Music/Anna/Picnic');

describe('a playlist lives', () => {
  it('takes songs by a dialog: type, Enter, a new one, and asks about those that are in it', () =>
    stage.play(
      async (page) => {
        const add = async (title: string) => {
          await songIn(page, title).click({ button: 'right' });
          await page.getByRole('menuitem', { name: 'Add to playlist…' }).click();
          await page.getByRole('dialog', { name: 'Add to playlist' }).waitFor();
        };
        await add('Picnic 1');
        await page.keyboard.type('Fresh');
        await page.getByRole('option', { name: "New playlist 'Fresh'" }).waitFor();
        await page.keyboard.press('Enter');
        await expect.poll(() => said(page)).toContain("1 song added to 'Fresh'");
        await expect.poll(() => entriesOf('Fresh')).toEqual([1]);
        await add('Picnic 2');
        await page.keyboard.type('fre');
        await page.getByRole('option', { name: /^Fresh/ }).waitFor();
        await page.keyboard.press('Enter');
        await expect.poll(() => entriesOf('Fresh')).toEqual([1, 2]);
        await button(page, 'Undo').click();
        await expect.poll(() => entriesOf('Fresh')).toEqual([1]);
        await button(main(page), 'Actions for Picnic').click();
        await page.getByRole('menuitem', { name: 'Add to playlist…' }).click();
        await page.getByRole('option', { name: /^Fresh/ }).click();
        await page.getByText("1 song is in 'Fresh' already.").waitFor();
        await button(page, 'Skip it').click();
        await expect.poll(() => entriesOf('Fresh')).toEqual([1, 2, 3, 4]);
      },
      { at: picnic },
    ));

  it('takes what is dropped on Playlists, which opens, and on a row of the list', () =>
    stage.play(
      async (page) => {
        await save('Dropped', [1]);
        const playlists = page.getByRole('link', { name: 'Playlists', exact: true });
        const open = linkIn(page, 'Dropped');
        /** Moves a little over 'Playlists' until they open. */
        const restOnPlaylists = () =>
          expect
            .poll(async () => {
              await playlists.hover({ position: { x: 10 + Math.random() * 20, y: 20 } });
              return open.count();
            })
            .toBe(1);
        await songIn(page, 'Picnic 3').hover();
        await page.mouse.down();
        await restOnPlaylists();
        await playlists.hover();
        await page.mouse.up();
        await page.getByRole('option', { name: /^Dropped/ }).click();
        await expect.poll(() => entriesOf('Dropped')).toEqual([1, 3]);
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await page.goto(`${stage.product.address}${picnic}`);
        await songIn(page, 'Picnic 4').click();
        await queueRow(page, 'Picnic 4').hover();
        await page.mouse.down();
        await restOnPlaylists();
        await open.hover();
        await open.hover({ position: { x: 60, y: 20 } });
        await page.mouse.up();
        await page.getByRole('option', { name: /^Dropped/, selected: true }).waitFor();
        await page.keyboard.press('Enter');
        await expect.poll(() => entriesOf('Dropped')).toEqual([1, 3, 4]);
      },
      { at: picnic },
    ));

  it('is ordered by Alt and arrows and by dragging, and gives back what was removed', () =>
    stage.play(
      async (page) => {
        await save('Mix', [1, 2, 3, 4]);
        await go(page, '#/playlist/Mix');
        // It can be edited once what it holds is known.
        await button(main(page), 'Sort…').waitFor();
        await songIn(page, 'Picnic 1').focus();
        await page.keyboard.press('Alt+ArrowDown');
        await expect.poll(() => shown(page)).toEqual([2, 1, 3, 4]);
        expect(await entriesOf('Mix')).toEqual([2, 1, 3, 4]);
        await songIn(page, 'Picnic 4').dragTo(songIn(page, 'Picnic 2'), { targetPosition: { x: 90, y: 4 } });
        await expect.poll(() => shown(page)).toEqual([4, 2, 1, 3]);
        await songIn(page, 'Picnic 2').focus();
        await page.keyboard.press('Delete');
        await expect.poll(() => said(page)).toContain("1 song removed from 'Mix'");
        expect(await entriesOf('Mix')).toEqual([4, 1, 3]);
        await button(page, 'Undo').click();
        await expect.poll(() => shown(page)).toEqual([4, 2, 1, 3]);
        await button(main(page), 'Sort…').click();
        await page.getByRole('menuitem', { name: 'By title' }).click();
        await expect.poll(() => entriesOf('Mix')).toEqual([1, 2, 3, 4]);
      },
      { at: '#/playlists' },
    ));

  it('keeps entries whose song is missing in their places', () =>
    stage.play(
      async (page) => {
        const body = { tracks: [pathOf(1), 'Music/gone.mp3', pathOf(2), pathOf(3)] };
        await callApi(stage.product, 'playlist/Holes', { method: 'PUT', body, token: stage.token });
        await go(page, '#/playlist/Holes');
        // It can be edited once what it holds is known.
        await button(main(page), 'Sort…').waitFor();
        await songIn(page, 'Picnic 3').focus();
        await page.keyboard.press('Alt+ArrowUp');
        await expect.poll(() => shown(page)).toEqual([1, 3, 2]);
        const answer = await callApi(stage.product, 'playlist_entries/Holes', { token: stage.token });
        expect(await answer.json()).toEqual([pathOf(1), 'Music/gone.mp3', pathOf(3), pathOf(2)]);
      },
      { at: '#/playlists' },
    ));

  it('loses nothing when two tabs edit it: the second one is told, and sees what it is now', () =>
    stage.play(
      async (page) => {
        await save('Shared', [1, 2, 3]);
        await go(page, '#/playlist/Shared');
        await songIn(page, 'Picnic 3').waitFor();
        await button(main(page), 'Sort…').waitFor();
        await save('Shared', [4, 1, 2, 3]);
        await songIn(page, 'Picnic 1').focus();
        await page.keyboard.press('Delete');
        await expect
          .poll(() => said(page))
          .toContainEqual(expect.stringContaining('This playlist was changed elsewhere.'));
        await expect.poll(() => shown(page)).toEqual([4, 1, 2, 3]);
        expect(await entriesOf('Shared')).toEqual([4, 1, 2, 3]);
        await songIn(page, 'Picnic 1').focus();
        await page.keyboard.press('Delete');
        await expect.poll(() => entriesOf('Shared')).toEqual([4, 2, 3]);
      },
      { at: '#/playlists', allowed: [/409/] },
    ));

  it('is renamed in place, and shows its count, its length and its covers in the list', () =>
    stage.play(
      async (page) => {
        await save('Old name', [1, 2]);
        await go(page, '#/playlist/Old%20name');
        await button(main(page), 'Rename').click();
        await main(page).getByLabel('New name').waitFor();
        await page.keyboard.type('New / name');
        await page.keyboard.press('Enter');
        await main(page).getByRole('heading', { name: 'New / name', level: 1 }).waitFor();
        await go(page, '#/playlists');
        const row = linkIn(page, 'New / name');
        await row.getByText('2 songs · 2m').waitFor();
        expect(await row.locator('img').count()).toBe(1);
        expect(await linkIn(page, 'Old name').count()).toBe(0);
      },
      { at: '#/playlists' },
    ));
});
