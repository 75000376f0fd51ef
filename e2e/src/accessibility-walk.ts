import type { LibraryBuilder } from '@tonearm/testkit';
import type { Locator, Page } from 'playwright-core';
import { type AccessibilityChecker, createAccessibilityChecker } from './axe.ts';
import { callApi } from './journeys.ts';
import { browseRoute, button, go, linkIn, main, openCorrections, player, songIn } from './parts.ts';
import { picnicLibrary } from './picnic.ts';
import { openStage, type Stage } from './stage.ts';

/** Every screen is looked at in all themes, and a machine may be slow. */
export const wholeWalkMs = 900_000;

/**
 * The product with something on every screen, and a checker that has learned its themes.
 * @param more adds to the collection
 */
export const openAccessibilityStage = async (
  more: (music: LibraryBuilder) => LibraryBuilder = (music) => music,
): Promise<{ stage: Stage; checker: AccessibilityChecker }> => {
  const work = { artist: 'Dora', composer: 'Dora', genre: 'Chamber' };
  const stage = await openStage(
    more(
      picnicLibrary()
        .brokenFile('Loose/broken.mp3')
        .song('Dora/Quartets/01.mp3', { ...work, title: 'Slowly', album: 'Quartets' }),
    ),
  );
  const { product, token } = stage;
  const tracks = [1, 2].map((number) => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`);
  await callApi(product, 'playlist/Long walk', { method: 'PUT', body: { tracks }, token });
  await callApi(product, 'smart_list/Picnics', { method: 'PUT', body: { query: 'album:picnic' }, token });
  await callApi(product, 'corrections', {
    method: 'POST',
    body: { kind: 'fix_song', song: 'Music/Bo/Night bus/01 - Night bus 1.mp3', title: 'Night bus one' },
    token,
  });
  await callApi(product, 'annotations/star', {
    method: 'PUT',
    body: { songs: tracks, is_starred: true },
    token,
  });
  await callApi(product, 'annotations/rating', {
    method: 'PUT',
    body: { songs: tracks.slice(0, 1), rating: 4 },
    token,
  });
  await callApi(product, `bookmark/${tracks[0]}`, { method: 'PUT', body: { position_ms: 20_000 }, token });
  await callApi(product, 'apps', { method: 'POST', body: { name: 'Phone' }, token });
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
  ['home', '#/home', (page) => main(page).getByRole('region').first()],
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
  ['artists', '#/artists', (page) => linkIn(page, 'Anna')],
  ['genres', '#/genres', (page) => main(page).getByRole('link', { name: /Chamber/ })],
  ['favourites', '#/favourites', (page) => songIn(page, 'Picnic 2')],
  ['bookmarks', '#/bookmarks', (page) => main(page).getByRole('list', { name: 'Bookmarks' })],
  ['apps', '#/settings/apps', (page) => main(page).getByText('Phone', { exact: true })],
  ['tags', '#/settings/tags', (page) => main(page).getByRole('textbox').first()],
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

/** What opens over a screen, within it or behind it: opened, looked at, closed. */
const openings: readonly [name: string, hash: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'album of tags',
    '#/albums/title',
    async (page) => {
      await linkIn(page, 'Picnic').click();
      return main(page).getByRole('heading', { level: 1, name: 'Picnic' });
    },
  ],
  [
    'artist of tags',
    '#/artists',
    async (page) => {
      await linkIn(page, 'Anna').click();
      return main(page).getByRole('heading', { level: 1, name: 'Anna' });
    },
  ],
  [
    'genre',
    '#/genres',
    async (page) => {
      await main(page)
        .getByRole('link', { name: /Chamber/ })
        .click();
      return main(page).getByRole('heading', { level: 1, name: 'Chamber' });
    },
  ],
  [
    'palette',
    '#/random',
    async (page) => {
      await main(page).getByRole('heading', { name: 'Random' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('picnic');
      return page.getByRole('group', { name: 'Best match' }).getByRole('option');
    },
  ],
  [
    'filter and order',
    browseRoute('Music/Loose'),
    async (page) => {
      await songIn(page, 'untitled take').waitFor();
      await page.keyboard.press('f');
      await main(page).getByRole('searchbox', { name: 'Filter this list' }).fill('kettle');
      return songIn(page, 'Ode to a kettle');
    },
  ],
  [
    'add to playlist',
    browseRoute('Music/Anna/Picnic'),
    async (page) => {
      await songIn(page, 'Picnic 1').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Add to playlist…' }).click();
      return page.getByRole('dialog', { name: /^Add/ });
    },
  ],
  [
    'details',
    browseRoute('Music/Anna/Picnic'),
    async (page) => {
      await songIn(page, 'Picnic 1').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Details' }).click();
      return page.getByRole('dialog').getByRole('link', { name: 'All details' });
    },
  ],
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
      await openCorrections(page);
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
    'bucket',
    '#/settings/collection',
    async (page) => {
      await button(main(page), 'Add more').click();
      await main(page).getByRole('textbox', { name: 'Location' }).last().fill('s3://songs/albums');
      return main(page).getByRole('group', { name: 'Bucket songs' }).getByLabel('Secret key');
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
