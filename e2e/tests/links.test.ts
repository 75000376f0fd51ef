import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import {
  browseRoute,
  button,
  leadingTo,
  linkIn,
  main,
  player,
  queueRow,
  settled,
  songIn,
} from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const songLines = [
  'Play now',
  'Play next',
  'Add to queue',
  'Add to playlist…',
  'Add to favourites',
  'Rate…',
  'Go to album',
  'Go to artist',
  'Show in folder',
  'Details',
  'Download',
  'Correct…',
];

/** A folder is no favourite, and has no file of its own. */
const albumLines = songLines.filter(
  (line) => !['Add to favourites', 'Rate…', 'Details', 'Download', 'Correct…'].includes(line),
);

describe('links', () => {
  it('lead from the player to the artist and the album of what plays', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').dblclick();
        const album = leadingTo(player(page).getByRole('link', { name: 'Picnic', exact: true }), '#/album/');
        await album.waitFor();
        await page.getByRole('link', { name: 'Random' }).click();
        await page.waitForURL((url) => url.hash === '#/random');
        await album.click();
        await page.waitForURL((url) => url.hash.startsWith('#/album/'));
        await main(page).getByRole('heading', { level: 1, name: 'Picnic' }).waitFor();
        await leadingTo(player(page).getByRole('link', { name: 'Anna', exact: true }), '#/artist/').click();
        await page.waitForURL((url) => url.hash.startsWith('#/artist/'));
        await main(page).getByRole('heading', { level: 1, name: 'Anna' }).waitFor();
      },
      { at: browseRoute('Music/Anna/Picnic') },
    ));

  it('lead from the header of an album to its artist, and from the album column to the album', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('link', { name: 'Anna', exact: true }).nth(1).click();
        await page.waitForURL((url) => url.hash === browseRoute('Music/Anna'));
        await page.goto(`${stage.product.address}#/search/Picnic%202`);
        const albums = main(page).getByRole('grid').getByRole('link', { name: 'Picnic', exact: true });
        await leadingTo(albums, '#/album/').first().click();
        await page.waitForURL((url) => url.hash.startsWith('#/album/'));
      },
      { at: browseRoute('Music/Anna/Picnic') },
    ));
});

describe('menus', () => {
  it('have one order on songs, albums and rows of the queue', () =>
    stage.play(
      async (page) => {
        const lines = () => page.getByRole('menu').getByRole('menuitem').allTextContents();
        await songIn(page, 'Picnic 1').click();
        await songIn(page, 'Picnic 1').click({ button: 'right' });
        await expect.poll(lines).toEqual(songLines);
        await page.keyboard.press('Escape');
        await settled(page);
        await queueRow(page, 'Picnic 1').click({ button: 'right' });
        await expect.poll(lines).toEqual([...songLines, 'Move up', 'Move down', 'Remove']);
        await page.keyboard.press('Escape');
        await settled(page);
        await page.goto(`${stage.product.address}${browseRoute('Music/Anna')}`);
        await linkIn(page, 'Picnic').click({ button: 'right' });
        await expect.poll(lines).toEqual(albumLines);
        await page.getByRole('menuitem', { name: 'Go to album' }).click();
        await page.waitForURL((url) => url.hash === browseRoute('Music/Anna/Picnic'));
      },
      { at: browseRoute('Music/Anna/Picnic') },
    ));

  it('tell what is known of a song, and give its file', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 2').focus();
        await page.keyboard.press('Shift+F10');
        await page.getByRole('menuitem', { name: 'Details' }).click();
        const dialog = page.getByRole('dialog', { name: 'Picnic 2' });
        await dialog.getByText('Music/Anna/Picnic/', { exact: false }).waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await expect
          .poll(() => songIn(page, 'Picnic 2').evaluate((row) => row === row.ownerDocument.activeElement))
          .toBe(true);
        await page.keyboard.press('Shift+F10');
        const coming = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: 'Download' }).click();
        expect((await coming).suggestedFilename()).toMatch(/Picnic 2\.\w+$/);
      },
      { at: browseRoute('Music/Anna/Picnic') },
    ));

  it('come up from below on a phone, with lines that fit a finger', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Actions for Picnic 1').tap();
        const line = page.getByRole('menuitem', { name: 'Play next' });
        await line.waitFor();
        const box = await line.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(48);
        const sheet = await page.getByRole('menu').boundingBox();
        expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeGreaterThan(
          (page.viewportSize()?.height ?? 0) - 40,
        );
      },
      { at: browseRoute('Music/Anna/Picnic'), viewport: viewports.phone, isTouched: true },
    ));
});
