import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, playingClock } from '../src/browser.ts';
import { anna } from '../src/journeys.ts';
import { browseRoute, button, go, linkIn, main, player, queuedTitles, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { startSubPathProxy } from '../src/sub-path.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Addresses that the page asked, from now on. */
const requestsOf = (page: Page): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
};

const signInAt = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByLabel('Username').fill(anna.username);
  await page.getByLabel('Password').fill(anna.password);
  await button(page, 'Login').click();
  await page.waitForURL(/#\/browse$/);
};

it('works whole below a folder of another web server', async () => {
  await using proxy = await startSubPathProxy(stage.product.address, '/our/music/');
  await using watched = await openPage(stage.browser);
  const { page } = watched;
  const urls = requestsOf(page);
  await signInAt(page, proxy.address);
  await go(page, browseRoute('Music/Anna/Picnic'));
  await main(page).getByRole('heading', { name: 'Picnic', level: 2 }).waitFor();
  await button(main(page), 'Queue All').click();
  await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
  const cover = player(page).getByRole('img', { name: 'Cover of Picnic' });
  await expect.poll(() => cover.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
  await go(page, '#/search/ripples');
  await linkIn(page, 'Ripples').click();
  await songIn(page, 'Ripples 6').waitFor();
  await go(page, '#/settings/collection');
  await button(main(page), 'Scan now').click();
  await button(main(page), 'On it!').waitFor();
  await main(page)
    .getByText(/^Last scan:/)
    .waitFor();
  await go(page, '#/playlists');
  await main(page).getByText('You have no playlists yet.', { exact: false }).waitFor();
  await button(page, 'Log out').click();
  await page.waitForURL(/#\/auth$/);

  expect(urls.filter((url) => !url.startsWith(proxy.address))).toEqual([]);
  expect(watched.troubles).toEqual([]);
});

it('is tried as an app meets it, by the address it is looked at', async () => {
  await using proxy = await startSubPathProxy(stage.product.address, '/our/music/');
  await using watched = await openPage(stage.browser);
  const { page } = watched;
  await signInAt(page, proxy.address);
  await go(page, '#/settings/apps');
  await main(page).getByRole('link', { name: 'Try what an app will meet' }).click();
  expect(await page.getByLabel('Address').inputValue()).toBe(proxy.address.replace(/\/$/, ''));
  await page.getByLabel('App', { exact: true }).selectOption('Strawberry');
  await button(main(page), 'Try').click();
  const found = main(page).getByRole('list', { name: 'What was found' });
  await found.getByText('means “this machine” to every machine', { exact: false }).waitFor();
  await found.getByText('The server does not know this name', { exact: false }).waitFor();
  // What this proxy, the smallest there is, cannot do.
  await found.getByText('Addresses with two slashes in a row are refused', { exact: false }).waitFor();
  await found.getByText('Long addresses are refused', { exact: false }).waitFor();
  expect(await found.getByRole('listitem').count()).toBe(4);
  await main(page)
    .getByText(/^By the address: (\d+) of \1 calls answered well\.$/)
    .waitFor();
  expect(watched.troubles).toEqual([]);
});

it('asks nobody but the server it came from', async () => {
  await using watched = await openPage(stage.browser);
  const { page } = watched;
  const urls = requestsOf(page);
  await signInAt(page, stage.product.address);
  for (const hash of ['#/random', '#/recent', '#/search/a', '#/settings/preferences', '#/settings/ddns']) {
    await go(page, hash);
    await main(page).getByRole('heading').first().waitFor();
  }
  const { origin } = new URL(stage.product.address);
  expect(urls.length).toBeGreaterThan(10);
  expect(urls.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  expect(watched.troubles).toEqual([]);
});
