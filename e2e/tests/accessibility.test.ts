import { startProduct, tempFolder } from '@tonearm/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessibilityChecker, createAccessibilityChecker } from '../src/axe.ts';
import { openPage, viewports } from '../src/browser.ts';
import { callApi } from '../src/journeys.ts';
import { browseRoute, button, go, linkIn, main, player, queue, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

/** Every screen is checked in all themes; a slow machine needs the time. */
const wholeWalkMs = 300_000;

let stage: Stage;
let checker: AccessibilityChecker;
beforeAll(async () => {
  stage = await openStage(picnicLibrary().brokenFile('Loose/broken.mp3'));
  const { product, token } = stage;
  const tracks = [1, 2].map((number) => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`);
  await callApi(product, 'playlist/Long walk', { method: 'PUT', body: { tracks }, token });
  await callApi(product, 'user', {
    method: 'POST',
    body: { name: 'bo', password: 'bo bo bo bo', admin: false },
    token,
  });
  await using watched = await stage.open();
  await main(watched.page).getByRole('heading', { name: 'All Music' }).waitFor();
  checker = await createAccessibilityChecker(watched.page);
});
afterAll(() => stage[Symbol.asyncDispose]());

/** A place to look at, and what is there when it is ready. */
type Place = readonly [name: string, hash: string, ready: (page: Page) => Locator];

const places: readonly Place[] = [
  ['all music', '#/browse', (page) => linkIn(page, 'Music')],
  ['artist', browseRoute('Music/Anna'), (page) => linkIn(page, 'Ripples')],
  ['album', browseRoute('Music/Anna/Ripples'), (page) => songIn(page, 'Ripples 6')],
  ['explorer', browseRoute('Music/Loose'), (page) => songIn(page, 'untitled take')],
  ['random', '#/random', (page) => main(page).getByRole('grid').getByRole('link').first()],
  ['recent', '#/recent', (page) => linkIn(page, 'Picnic')],
  ['playlists', '#/playlists', (page) => linkIn(page, 'Long walk')],
  ['playlist', '#/playlist/Long%20walk', (page) => songIn(page, 'Picnic 2')],
  ['empty search', '#/search', (page) => main(page).getByText('Type to search songs', { exact: false })],
  ['search', '#/search/i', (page) => main(page).getByRole('heading', { name: /results found for 'i'/ })],
  ['preferences', '#/settings/preferences', (page) => main(page).getByText('This browser')],
  ['collection', '#/settings/collection', (page) => main(page).getByText('1 file could not be read')],
  ['users', '#/settings/users', (page) => button(main(page), 'Delete bo')],
  [
    'dynamic DNS',
    '#/settings/ddns',
    (page) => main(page).getByText('Nothing is sent while', { exact: false }),
  ],
  ['not found', '#/nowhere', (page) => main(page).getByText('This page could not be found.')],
  [
    'missing folder',
    '#/browse/gone',
    (page) => main(page).getByText('This folder is not in the collection.'),
  ],
];

/** What opens over a screen, or within it: opened, looked at, closed. */
const openings: readonly [name: string, hash: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'item menu',
    browseRoute('Music/Anna/Picnic'),
    async (page) => {
      await songIn(page, 'Picnic 1').click({ button: 'right' });
      return page.getByRole('menu');
    },
  ],
  [
    'shortcuts',
    '#/random',
    async (page) => {
      await main(page).getByRole('heading', { name: 'Random' }).waitFor();
      await page.keyboard.press('?');
      return page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    },
  ],
  [
    'folder picker',
    '#/settings/collection',
    async (page) => {
      await button(main(page), 'Choose a folder').click();
      return page.getByRole('dialog', { name: 'Choose a folder' }).getByRole('list');
    },
  ],
  [
    'wrong entries',
    '#/settings/collection',
    async (page) => {
      await main(page).getByLabel('Album art pattern').fill('(');
      await main(page).getByText('1 file could not be read').click();
      return main(page).getByText('Please enter a valid regular expression.');
    },
  ],
  [
    'new user',
    '#/settings/users',
    async (page) => {
      await button(main(page), 'Change password of bo').click();
      await button(main(page), 'Create user').click();
      const form = page.getByRole('form', { name: 'Create user' });
      await form.getByLabel('Username').fill('bo');
      await form.getByLabel('Password').fill('x');
      await form.getByLabel('Password').fill('');
      return form.getByText('The password cannot be blank.');
    },
  ],
  [
    'question',
    '#/settings/users',
    async (page) => {
      await button(main(page), 'Delete bo').click();
      return page.getByRole('dialog', { name: 'Delete bo' });
    },
  ],
];

/** Fills the queue and plays, so that queue and player have something to show. */
const playSomething = async (page: Page): Promise<void> => {
  await go(page, browseRoute('Music/Anna/Picnic'));
  await button(main(page), 'Queue All').click();
  await button(player(page), 'Pause').first().waitFor();
};

const walk = async (page: Page): Promise<string[]> => {
  const lines: string[] = [];
  for (const [name, hash, ready] of places) {
    await go(page, hash);
    await ready(page).waitFor();
    lines.push(...(await checker.check(page, name)));
  }
  for (const [name, hash, open] of openings) {
    await go(page, hash);
    await (await open(page)).waitFor();
    lines.push(...(await checker.check(page, name)));
    await page.keyboard.press('Escape');
    await go(page, '#/nowhere');
  }
  return lines;
};

describe('every screen is free of violations, in all themes', () => {
  it('or else this walk would tell', () =>
    stage.play(async (page) => {
      await linkIn(page, 'Music').waitFor();
      await page.evaluate(() => {
        document.querySelector('h1')?.style.setProperty('color', 'var(--border-muted)');
        document.querySelector('main')?.append(document.createElement('img'));
      });
      const lines = await checker.check(page, 'all music');
      expect(lines.filter((line) => line.includes('image-alt'))).toHaveLength(1);
      expect(lines.filter((line) => line.includes('color-contrast')).length).toBeGreaterThanOrEqual(4);
    }));

  it(
    'on a desktop',
    () =>
      stage.play(
        async (page) => {
          await playSomething(page);
          const lines = await walk(page);
          await button(queue(page), 'Save playlist').click();
          await page.getByRole('dialog', { name: 'Save playlist' }).waitFor();
          lines.push(...(await checker.check(page, 'save popup')));
          await page.keyboard.press('Escape');
          await button(queue(page), 'Clear playlist').click();
          await button(page, 'Undo').waitFor();
          lines.push(...(await checker.check(page, 'empty queue')));
          expect(lines).toEqual([]);
        },
        { allowed: [/404/] },
      ),
    wholeWalkMs,
  );

  it(
    '320 pixels wide',
    () =>
      stage.play(
        async (page) => {
          await playSomething(page);
          const lines = await walk(page);
          await player(page)
            .getByRole('button', { name: /Open the playlist/ })
            .click();
          await queue(page).getByRole('row').first().waitFor();
          lines.push(...(await checker.check(page, 'queue sheet')));
          expect(lines).toEqual([]);
        },
        { viewport: viewports.narrow, allowed: [/404/] },
      ),
    wholeWalkMs,
  );

  it(
    'before anybody is signed in',
    async () => {
      const lines: string[] = [];
      await using folder = await tempFolder();
      await using product = await startProduct({ dataFolder: folder.path });
      for (const viewport of [viewports.desktop, viewports.narrow]) {
        await stage.play(
          async (page) => {
            await page.getByLabel('Username').fill('anna');
            await button(page, 'Login').click();
            await page.getByText('Incorrect credentials, please try again.').waitFor();
            lines.push(...(await checker.check(page, 'sign-in')));
          },
          { as: null, viewport, allowed: [/401/] },
        );
        await using watched = await openPage(stage.browser, { viewport });
        const { page } = watched;
        await page.goto(product.address);
        await button(page, 'Sounds good').waitFor();
        lines.push(...(await checker.check(page, 'welcome')));
        await button(page, 'Sounds good').click();
        await page.getByLabel('Location').fill('/nowhere');
        await page.getByText('This folder does not exist on the server.').waitFor();
        lines.push(...(await checker.check(page, 'music sources')));
        expect(watched.troubles).toEqual([]);
      }
      expect(lines).toEqual([]);
    },
    wholeWalkMs,
  );
});
