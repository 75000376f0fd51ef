import type { Locator, Page } from 'playwright-core';
import { type AccessibilityChecker, createAccessibilityChecker } from './axe.ts';
import { callApi } from './journeys.ts';
import { browseRoute, button, go, linkIn, main, player, songIn } from './parts.ts';
import { picnicLibrary } from './picnic.ts';
import { openStage, type Stage } from './stage.ts';

/** Every screen is looked at in all themes, and a machine may be slow. */
export const wholeWalkMs = 900_000;

/** The product with something on every screen, and a checker that has learned its themes. */
export const openAccessibilityStage = async (): Promise<{ stage: Stage; checker: AccessibilityChecker }> => {
  const stage = await openStage(picnicLibrary().brokenFile('Loose/broken.mp3'));
  const { product, token } = stage;
  const tracks = [1, 2].map((number) => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`);
  await callApi(product, 'playlist/Long walk', { method: 'PUT', body: { tracks }, token });
  await callApi(product, 'smart_list/Picnics', { method: 'PUT', body: { query: 'album:picnic' }, token });
  await callApi(product, 'corrections', {
    method: 'POST',
    body: { kind: 'fix_song', song: 'Music/Bo/Night bus/01 - Night bus 1.mp3', title: 'Night bus one' },
    token,
  });
  await callApi(product, 'user', {
    method: 'POST',
    body: { name: 'bo', password: 'bo bo bo bo', admin: false },
    token,
  });
  await using watched = await stage.open();
  await main(watched.page).getByRole('heading', { name: 'All Music' }).waitFor();
  return { stage, checker: await createAccessibilityChecker(watched.page) };
};

/** A place to look at, and what is there when it is ready. */
type Place = readonly [name: string, hash: string, ready: (page: Page) => Locator];

const places: readonly Place[] = [
  ['all music', '#/browse', (page) => linkIn(page, 'Music')],
  ['artist', browseRoute('Music/Anna'), (page) => linkIn(page, 'Ripples')],
  ['album', browseRoute('Music/Anna/Ripples'), (page) => songIn(page, 'Ripples 6')],
  ['explorer', browseRoute('Music/Loose'), (page) => songIn(page, 'untitled take')],
  ['random', '#/random', (page) => main(page).getByRole('grid').getByRole('link').first()],
  ['recent', '#/recent', (page) => linkIn(page, 'Picnic')],
  ['albums', '#/albums/title', (page) => linkIn(page, 'Picnic')],
  [
    'everything about a song',
    '#/song/Music/Anna/Picnic/01%20-%20Picnic%201.mp3',
    (page) => main(page).getByRole('heading', { name: 'Tags as read' }),
  ],
  ['playlists', '#/playlists', (page) => linkIn(page, 'Long walk')],
  ['bookmarks', '#/bookmarks', (page) => page.getByText(/^Nothing here yet/)],
  ['playlist', '#/playlist/Long%20walk', (page) => songIn(page, 'Picnic 2')],
  ['smart list', '#/smart-list/Picnics', (page) => songIn(page, 'Picnic 2')],
  ['empty search', '#/search', (page) => main(page).getByText('Type to search songs', { exact: false })],
  ['search', '#/search/i', (page) => main(page).getByRole('heading', { name: /results found for 'i'/ })],
  ['preferences', '#/settings/preferences', (page) => main(page).getByRole('heading', { name: 'About' })],
  ['try an app', '#/settings/check', (page) => button(main(page), 'Try')],
  ['account', '#/settings/account', (page) => main(page).getByText('This browser')],
  ['collection', '#/settings/collection', (page) => main(page).getByText('1 file could not be read')],
  ['corrections', '#/settings/corrections', (page) => main(page).getByText('Night bus one')],
  ['users', '#/settings/users', (page) => button(main(page), 'Delete bo')],
  [
    'dynamic DNS',
    '#/settings/ddns',
    (page) => main(page).getByText('Nothing is sent while', { exact: false }),
  ],
  ['server', '#/settings/server', (page) => main(page).getByText('Runs on', { exact: true })],
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
    'correction',
    '#/song/Music/Anna/Picnic/01%20-%20Picnic%201.mp3',
    async (page) => {
      await button(main(page), 'Correct…').click();
      return page
        .getByRole('dialog', { name: /^Correct/ })
        .getByRole('textbox')
        .first();
    },
  ],
  [
    'smart list dialog',
    '#/search/album%3Apicnic',
    async (page) => {
      await button(main(page), 'Save as smart list…').click();
      return page.getByRole('dialog', { name: 'Save as smart list' });
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
export const playSomething = async (page: Page): Promise<void> => {
  await go(page, browseRoute('Music/Anna/Picnic'));
  await button(main(page), 'Queue All').click();
  await button(player(page), 'Pause').first().waitFor();
};

/** Looks at every screen and at what opens over it. @returns the violations, a line each */
export const walk = async (page: Page, checker: AccessibilityChecker): Promise<string[]> => {
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
