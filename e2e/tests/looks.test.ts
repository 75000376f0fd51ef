import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import { journeyFont } from '../src/fonts.ts';
import { callApi } from '../src/journeys.ts';
import { type LookBook, type LookDifference, openLookBook } from '../src/look.ts';
import { browseRoute, button, go, linkIn, main, player, queueRow, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

/** More than another Chromium draws differently, less than a part that is not where it belongs. */
const limits = { changed: 0.02, mean: 1.5 };

let stage: Stage;
let looks: LookBook;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
  looks = await openLookBook(stage.browser, join(import.meta.dirname, '..', 'looks'));
  const tracks = [1, 2, 3].map((number) => `Music/Anna/Picnic/0${number} - Picnic ${number}.mp3`);
  await callApi(stage.product, 'playlist/Long walk', {
    method: 'PUT',
    body: { tracks },
    token: stage.token,
  });
});
afterAll(async () => {
  await looks[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** Screens by the name of their look: where they are, and what is there when they are ready. */
const screens: readonly (readonly [name: string, hash: string, ready: (page: Page) => Promise<void>])[] = [
  ['all-music', '#/browse', (page) => linkIn(page, 'Music').waitFor()],
  ['artist', browseRoute('Music/Anna'), (page) => linkIn(page, 'Ripples').waitFor()],
  ['album', browseRoute('Music/Anna/Ripples'), (page) => songIn(page, 'Ripples 6').waitFor()],
  ['folder', browseRoute('Music/Loose'), (page) => songIn(page, 'untitled take').waitFor()],
  ['playlists', '#/playlists', (page) => linkIn(page, 'Long walk').waitFor()],
  ['playlist', '#/playlist/Long%20walk', (page) => songIn(page, 'Picnic 3').waitFor()],
  [
    'search',
    '#/search/picnic',
    async (page) => {
      await songIn(page, 'Picnic 3').waitFor();
      // Albums are asked for beside the songs.
      await main(page).getByRole('heading', { name: 'Albums' }).waitFor();
    },
  ],
  [
    'preferences',
    '#/settings/preferences',
    (page) => main(page).getByRole('heading', { name: 'About' }).waitFor(),
  ],
  ['users', '#/settings/users', (page) => button(main(page), 'Create user').waitFor()],
  ['dynamic-dns', '#/settings/ddns', (page) => main(page).getByLabel('Hostname').waitFor()],
  ['not-found', '#/nowhere', (page) => main(page).getByText('This page could not be found.').waitFor()],
];

/** The fonts that letters of a page were really drawn with, whatever its styles ask for. */
const fontsOf = async (page: Page): Promise<readonly string[]> => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('DOM.enable');
  await protocol.send('CSS.enable');
  const { root } = await protocol.send('DOM.getDocument');
  const everything = { nodeId: root.nodeId, selector: 'body *' };
  const { nodeIds } = await protocol.send('DOM.querySelectorAll', everything);
  const families = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await protocol.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) families.add(familyName);
  }
  await protocol.detach();
  if (families.size === 0) throw new Error('the page has no letters');
  return [...families];
};

/** Every picture is there, so that none comes between two looks. */
const picturesAreThere = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => [...document.images].every((image) => image.complete));

const expectSame = async (page: Page, name: string): Promise<void> => {
  const difference: LookDifference | null = await looks.compare(page, name);
  if (difference === null) return;
  expect(difference.changed, name).toBeLessThan(limits.changed);
  expect(difference.mean, name).toBeLessThan(limits.mean);
};

/**
 * The page has heard where the journey before stopped: it offers to go on there, until something plays. What was not
 * heard by then may be offered over a look.
 */
const knowsOtherQueue = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/play_queue/.test(name)),
  );

/** Fills the queue and stops the music, so that nothing moves. */
const queueAlbum = async (page: Page): Promise<void> => {
  await knowsOtherQueue(page);
  await button(main(page), 'Queue All').click();
  await button(player(page), 'Pause').first().click();
  await button(player(page), 'Play').first().waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
};

const picnic = browseRoute('Music/Anna/Picnic');

describe('every screen looks as it is meant to', () => {
  it('or else its look would tell', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').waitFor();
        await queueAlbum(page);
        await go(page, browseRoute('Music/Anna/Ripples'));
        await songIn(page, 'Ripples 6').waitFor();
        await picturesAreThere(page);
        await page.evaluate(() => document.querySelector('aside')?.style.setProperty('order', '-1'));
        // Where looks are written anew, the next journey writes this one over.
        const difference = await looks.compare(page, 'desktop/album');
        if (difference !== null) expect(difference.changed).toBeGreaterThan(limits.changed);
      },
      { at: picnic },
    ));

  it('in letters that do not come from the machine', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Ripples 6').waitFor();
        for (const family of await fontsOf(page)) expect(family).toMatch(new RegExp(`^${journeyFont}\\b`));
      },
      { at: browseRoute('Music/Anna/Ripples') },
    ));

  it.each(['desktop', 'phone'] as const)('on a %s', (size) =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').waitFor();
        await queueAlbum(page);
        if (size === 'desktop') await queueRow(page, 'Picnic 1').waitFor();
        for (const [name, hash, ready] of screens) {
          await go(page, hash);
          await ready(page);
          await picturesAreThere(page);
          await expectSame(page, `${size}/${name}`);
        }
      },
      { at: picnic, viewport: viewports[size] },
    ),
  );

  it.each(['dark', 'blue', 'brown'])('in %s', async (base) => {
    await using watched = await stage.open({ at: picnic, colorScheme: 'dark' });
    const { page } = watched;
    await songIn(page, 'Picnic 1').waitFor();
    await queueAlbum(page);
    await page.evaluate((theme) => {
      const newValue = JSON.stringify({ base: theme, accent: '#44c8f1' });
      globalThis.dispatchEvent(new StorageEvent('storage', { key: 'tonearm.theme', newValue }));
    }, base);
    await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, base);
    await picturesAreThere(page);
    await expectSame(page, `bases/${base}`);
    expect(watched.troubles).toEqual([]);
  });

  it('before anybody is signed in', () =>
    stage.play(
      async (page) => {
        await button(page, 'Login').waitFor();
        await expectSame(page, 'desktop/sign-in');
      },
      { as: null },
    ));
});
