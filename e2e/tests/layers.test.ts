import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import {
  browseRoute,
  button,
  go,
  linkIn,
  main,
  player,
  queue,
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
afterEach(() => stage.startServer());

const picnic = browseRoute('Music/Anna/Picnic');
const hashOf = (page: Page) => page.evaluate(() => globalThis.location.hash);
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Playlist and player' });
const menuOf = (page: Page) => page.getByRole('menu');

/** From the folder of Anna to her album, so that there is a page to go back to. */
const openPicnic = async (page: Page): Promise<void> => {
  await linkIn(page, 'Picnic').click();
  await songIn(page, 'Picnic 1').waitFor();
};

/** Everything that comes over a page, and how it is asked for. */
const layers = [
  { name: 'a menu', open: (page: Page) => songIn(page, 'Picnic 2').click({ button: 'right' }), role: 'menu' },
  { name: 'the sheet of shortcuts', open: (page: Page) => page.keyboard.press('?'), role: 'dialog' },
  {
    name: 'a dialog',
    open: async (page: Page) => {
      await button(main(page), 'Queue All').click();
      await button(queue(page), 'Save playlist').click();
    },
    role: 'dialog',
  },
] as const;

describe('Back', () => {
  it.each(layers)('takes $name off and leaves the page', ({ open, role }) =>
    stage.play(
      async (page) => {
        await openPicnic(page);
        await open(page);
        await page.getByRole(role).waitFor();
        await page.goBack();
        await page.getByRole(role).waitFor({ state: 'hidden' });
        expect(await hashOf(page)).toBe(picnic);
        await page.goForward();
        expect(await page.getByRole(role).count()).toBe(0);
        await page.goBack();
        await linkIn(page, 'Picnic').waitFor();
      },
      { at: browseRoute('Music/Anna') },
    ),
  );

  it.each(layers)('goes to the page before once $name was closed by Escape', ({ open, role }) =>
    stage.play(
      async (page) => {
        await openPicnic(page);
        await open(page);
        await page.getByRole(role).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole(role).waitFor({ state: 'hidden' });
        await settled(page);
        await page.goBack();
        await linkIn(page, 'Picnic').waitFor();
      },
      { at: browseRoute('Music/Anna') },
    ),
  );

  it('takes the topmost off first, also while the server is away', () =>
    stage.play(
      async (page) => {
        await openPicnic(page);
        await button(main(page), 'Queue All').click();
        await player(page)
          .getByRole('button', { name: /Open the playlist/ })
          .click();
        await queueRow(page, 'Picnic 3').waitFor();
        await queueRow(page, 'Picnic 3').click({ button: 'right' });
        await menuOf(page).waitFor();
        await stage.stopServer();
        await page.goBack();
        await menuOf(page).waitFor({ state: 'hidden' });
        await sheetOf(page).waitFor();
        await page.goBack();
        await sheetOf(page).waitFor({ state: 'hidden' });
        expect(await hashOf(page)).toBe(picnic);
        await stage.startServer();
        await page.goBack();
        await linkIn(page, 'Picnic').waitFor();
      },
      {
        at: browseRoute('Music/Anna'),
        viewport: viewports.phone,
        // What was to come soon did not.
        allowed: [/ERR_/, /503/, /dynamically imported module/, /style sheet|preload CSS/],
      },
    ));

  it('never takes a page back that was gone to while a layer was on its way out', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 2').click({ button: 'right' });
        await menuOf(page).waitFor();
        await page.evaluate(() => {
          const go = history.go.bind(history);
          history.go = (delta) => {
            history.go = go;
            go(delta);
            document.querySelector<HTMLElement>('a[href="#/random"]')?.click();
          };
        });
        await page.keyboard.press('Escape');
        await main(page).getByRole('heading', { level: 1, name: 'Random' }).waitFor();
        await settled(page);
        expect(await hashOf(page)).toBe('#/random');
        await page.goBack();
        await songIn(page, 'Picnic 2').waitFor();
      },
      { at: picnic },
    ));

  it('finds all layers gone after a change of page, and none comes again', () =>
    stage.play(
      async (page) => {
        await player(page)
          .getByRole('button', { name: /Open the playlist/ })
          .click();
        await sheetOf(page).waitFor();
        await go(page, '#/random');
        await sheetOf(page).waitFor({ state: 'hidden' });
        await page.goBack();
        await songIn(page, 'Picnic 1').waitFor();
        expect(await hashOf(page)).toBe(picnic);
        expect(await sheetOf(page).count()).toBe(0);
        await page.goForward();
        await expect.poll(() => hashOf(page)).toBe('#/random');
        expect(await sheetOf(page).count()).toBe(0);
      },
      { at: picnic, viewport: viewports.phone },
    ));
});
