import { startProduct, tempFolder } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../src/browser.ts';
import { anna, callApi } from '../src/journeys.ts';
import { button, go, main, queue, queuedTitles } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('signing in', () => {
  it('says when the credentials are wrong, and goes to the collection when they are right', () =>
    stage.play(
      async (page) => {
        await page.waitForURL(/#\/auth$/);
        await expect.poll(() => page.title()).toBe('Sign in · Tonearm');
        await page.getByRole('heading', { name: 'Tonearm' }).waitFor();
        await page.getByLabel('Username').fill(anna.username);
        await page.getByLabel('Password').fill('not this one');
        await page.keyboard.press('Enter');
        await page.getByText('Incorrect credentials, please try again.').waitFor();
        expect(page.url()).toMatch(/#\/auth$/);
        await page.getByLabel('Password').fill(anna.password);
        await button(page, 'Login').click();
        await page.waitForURL(/#\/browse$/);
        await main(page).getByRole('heading', { name: 'Music Collection' }).waitFor();
        const stored = await page.evaluate(() => ({ ...localStorage }));
        expect(stored).toMatchObject({ username: 'anna', isAdmin: 'true' });
      },
      { at: '', as: null, allowed: [/401/] },
    ));

  it('comes before every screen', () =>
    stage.play(
      async (page) => {
        for (const hash of ['#/random', '#/settings/users', '#/playlist/x', '#/welcome', '#/nowhere']) {
          await go(page, hash);
          await page.waitForURL(/#\/auth$/);
        }
        await button(page, 'Login').waitFor();
      },
      { at: '#/browse/Music', as: null },
    ));

  it('is behind whoever is in; so is setup', () =>
    stage.play(
      async (page) => {
        for (const hash of ['#/auth', '#/welcome', '#/']) {
          await go(page, hash);
          await page.waitForURL(/#\/browse$/);
        }
        await main(page).getByRole('heading', { name: 'All Music' }).waitFor();
      },
      { at: '' },
    ));

  it('ends in every tab at once, and begins in every tab at once', () =>
    stage.play(
      async (page, { context }) => {
        const other = await context.newPage();
        await other.goto(`${stage.product.address}#/random`);
        await main(other).getByRole('heading', { name: 'Random' }).waitFor();
        await button(page, 'Log out').click();
        await page.waitForURL(/#\/auth$/);
        await other.waitForURL(/#\/auth$/);
        await button(other, 'Login').waitFor();
        await other.getByLabel('Username').fill(anna.username);
        await other.getByLabel('Password').fill(anna.password);
        await button(other, 'Login').click();
        await other.waitForURL(/#\/browse$/);
        await page.waitForURL(/#\/browse$/);
        await main(page).getByRole('heading', { name: 'All Music' }).waitFor();
      },
      { at: '#/recent', hasOwnSession: true, allowed: [/401/] },
    ));

  it('leaves nothing of one person for the next', async () => {
    const body = { name: 'bo', password: 'another good one', admin: false };
    await callApi(stage.product, 'user', { method: 'POST', body, token: stage.token });
    await stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
        await button(page, 'Log out').click();
        await page.getByLabel('Username').fill('bo');
        await page.getByLabel('Password').fill('another good one');
        await button(page, 'Login').click();
        await page.waitForURL(/#\/browse$/);
        await queue(page)
          .getByText('Make a playlist by dragging music from your collection to here.')
          .waitFor();
        expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(11);
        await button(page, 'Log out').click();
        await page.getByLabel('Username').fill(anna.username);
        await page.getByLabel('Password').fill(anna.password);
        await button(page, 'Login').click();
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
      },
      { at: '#/browse/Music/Anna/Picnic', hasOwnSession: true, allowed: [/401/] },
    );
  });
});

describe('other addresses', () => {
  it('lead to a screen that says so', () =>
    stage.play(
      async (page) => {
        await main(page).getByText('This page could not be found.').waitFor();
        await main(page).getByRole('link', { name: 'Go to the collection' }).click();
        await page.waitForURL(/#\/browse$/);
      },
      { at: '#/nowhere/at/all' },
    ));
});

describe('a machine without anything on it', () => {
  it('leads to setup from everywhere', async () => {
    await using folder = await tempFolder();
    await using product = await startProduct({ dataFolder: folder.path });
    await using watched = await openPage(stage.browser);
    const { page } = watched;
    for (const hash of ['', '#/auth', '#/browse/Music', '#/settings']) {
      await page.goto(`${product.address}${hash}`);
      await page.waitForURL(/#\/welcome$/);
    }
    await button(page, 'Sounds good').click();
    const next = button(page, 'Next');
    expect(await next.isDisabled()).toBe(true);
    await page.getByLabel('Location').fill(stage.music);
    await expect.poll(() => page.getByLabel('Name').inputValue()).not.toBe('');
    expect(await next.isDisabled()).toBe(false);
    await page.getByLabel('Name').fill('');
    expect(await next.isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Music');
    expect(await next.isDisabled()).toBe(false);
    await go(page, '#/browse');
    await page.waitForURL(/#\/welcome$/);
    expect(watched.troubles).toEqual([]);
  });
});
