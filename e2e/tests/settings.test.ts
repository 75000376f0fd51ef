import { library } from '@tonearm/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../src/journeys.ts';
import { button, go, linkIn, main } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary().brokenFile('Loose/broken.mp3'));
  const bo = { name: 'bo', password: 'another good one', admin: false };
  await callApi(stage.product, 'user', { method: 'POST', body: bo, token: stage.token });
});
afterAll(() => stage[Symbol.asyncDispose]());

const settings = async <T>(path: string): Promise<T> =>
  (await (await callApi(stage.product, path, { token: stage.token })).json()) as T;

/** Writes of the page to the server from now on, as `PUT path`. */
const writesOf = (page: Page): string[] => {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
};
const fillAndLeave = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text);
  await field.blur();
};

describe('the settings', () => {
  it('scroll in their pane, and the page around them stays', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'About' }).waitFor();
        const heights = await page.evaluate(() => [
          document.documentElement.scrollHeight,
          window.innerHeight,
        ]);
        expect(heights[0]).toBe(heights[1]);
        expect(await main(page).evaluate((pane) => pane.scrollHeight > pane.clientHeight)).toBe(true);
      },
      { at: '#/settings/preferences', viewport: { width: 1440, height: 600 } },
    ));

  it('mark the open tab also where the system chooses the colours', () =>
    stage.play(
      async (page) => {
        await page.emulateMedia({ forcedColors: 'active' });
        const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
        await tabs.first().waitFor();
        const lines = await tabs.evaluateAll((links) =>
          links.map((link) => getComputedStyle(link).borderBottomColor),
        );
        await page.emulateMedia({ forcedColors: 'none' });
        const canvas = 'rgb(255, 255, 255)';
        expect(lines.map((line) => line === canvas)).toEqual(lines.map((_, place) => place > 0));
      },
      { at: '#/settings/preferences' },
    ));

  it('have seven tabs for administrators, and three for everybody else', () =>
    stage.play(
      async (page) => {
        const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
        await tabs.first().waitFor();
        expect(await tabs.allTextContents()).toEqual([
          'Preferences',
          'Account',
          'Apps',
          'Collection',
          'Users',
          'Dynamic DNS',
          'Server',
        ]);
        for (const [name, hash] of [
          ['Account', 'account'],
          ['Apps', 'apps'],
          ['Collection', 'collection'],
          ['Users', 'users'],
          ['Dynamic DNS', 'ddns'],
          ['Server', 'server'],
          ['Preferences', 'preferences'],
        ] as const) {
          await tabs.filter({ hasText: name }).click();
          await page.waitForURL(new RegExp(`#/settings/${hash}$`));
          // The address is there before the tab says so.
          await expect.poll(() => tabs.filter({ hasText: name }).getAttribute('aria-current')).toBe('page');
        }
        await go(page, '#/settings/anything/else');
        await main(page).getByLabel('Mode').waitFor();

        await stage.play(
          async (others) => {
            await main(others).getByLabel('Mode').waitFor();
            expect(await others.getByRole('navigation', { name: 'Settings' }).getByRole('link').count()).toBe(
              3,
            );
          },
          { at: '#/settings/users', as: { username: 'bo', password: 'another good one' } },
        );
      },
      { at: '#/settings' },
    ));

  it('save the album art pattern only when it is a regular expression', () =>
    stage.play(
      async (page) => {
        const writes = writesOf(page);
        const pattern = main(page).getByLabel('Album art pattern');
        expect(await pattern.getAttribute('placeholder')).toBe('Folder.(jpg|png)');
        await main(page).getByText('The regular expression used to detect album art files.').waitFor();
        await fillAndLeave(pattern, 'Folder.(jpg');
        await main(page).getByText('Please enter a valid regular expression.').waitFor();
        await pattern.press('Enter');
        expect(writes).toEqual([]);
        await fillAndLeave(pattern, 'Folder.(jpg|jpeg|png)');
        await expect
          .poll(() => settings<object>('settings'))
          .toMatchObject({ album_art_pattern: 'Folder.(jpg|jpeg|png)' });
        await main(page).getByText('Please enter a valid regular expression.').waitFor({ state: 'hidden' });
        expect(writes).toEqual(['PUT /api/settings']);
      },
      { at: '#/settings/collection' },
    ));

  it('keep the scan period in seconds, and ignore what is none', () =>
    stage.play(
      async (page) => {
        const period = main(page).getByLabel('Scan collection every … minutes');
        await main(page).getByText('Scan collection every', { exact: true }).waitFor();
        await fillAndLeave(period, '45');
        await expect
          .poll(() => settings<object>('settings'))
          .toMatchObject({ reindex_every_n_seconds: 2_700 });
        await fillAndLeave(period, '-5');
        expect(await period.inputValue()).toBe('45');
        await page.reload();
        await expect.poll(() => period.inputValue()).toBe('45');
      },
      { at: '#/settings/collection' },
    ));

  it('scan now: hold on, on it, and what came of it', () =>
    stage.play(
      async (page) => {
        let release = (): void => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/api/trigger_index', async (route) => {
          await held;
          await route.continue();
        });
        await button(main(page), 'Scan now').click();
        expect(await button(main(page), 'Hold on…').isDisabled()).toBe(true);
        release();
        await button(main(page), 'On it!').waitFor();
        await button(main(page), 'Scan now').waitFor();
        await main(page)
          .getByText(/^Last scan:/)
          .waitFor();
        await main(page).getByText('1 file could not be read').waitFor();

        await page.unroute('**/api/trigger_index');
        await page.route('**/api/trigger_index', (route) => route.fulfill({ status: 503 }));
        await button(main(page), 'Scan now').click();
        await button(main(page), 'Error :(').waitFor();
        await button(main(page), 'Scan now').waitFor();
      },
      { at: '#/settings/collection', allowed: [/503/, /The scan was not started/] },
    ));

  it('take a music source from the folder picker, and let it go again', async () => {
    const more = `${stage.music}/../more`;
    await library().album('Tide', 2, { artist: 'Eva', format: 'mp3' }).writeTo(more);
    await stage.play(
      async (page) => {
        const writes = writesOf(page);
        await button(main(page), 'Add more').click();
        const location = main(page).getByLabel('Location of source 2');
        await location.fill(stage.music);
        await main(page).getByRole('row').nth(2).getByRole('button', { name: 'Choose a folder' }).click();
        const picker = page.getByRole('dialog', { name: 'Choose a folder' });
        await picker.getByRole('button', { name: 'One folder up' }).click();
        await picker.getByRole('button', { name: 'more', exact: true }).click();
        await button(picker, 'Use this folder').click();
        await expect.poll(() => location.inputValue()).toMatch(/more$/);
        await main(page).getByText('The server found music here.').waitFor();
        await fillAndLeave(main(page).getByLabel('Name of source 2'), 'More music');
        await expect
          .poll(() => settings<{ name: string }[]>('mount_dirs'))
          .toMatchObject([{ name: 'Music' }, { name: 'More music' }]);
        await go(page, '#/browse');
        await linkIn(page, 'More music').waitFor();

        await go(page, '#/settings/collection');
        await button(main(page), 'Remove More music').click();
        await expect.poll(() => settings<{ name: string }[]>('mount_dirs')).toHaveLength(1);
        expect(new Set(writes)).toEqual(new Set(['PUT /api/mount_dirs']));
      },
      { at: '#/settings/collection' },
    );
  });

  it('say what is wrong with a location', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Add more').click();
        await main(page).getByLabel('Location of source 2').fill('/there/is/nothing/here');
        await main(page).getByText('This folder does not exist on the server.').waitFor();
        await main(page).getByText('Fill in both to use this source.').waitFor();
        await button(main(page), 'Remove this source').click();
        await expect.poll(() => settings<unknown[]>('mount_dirs')).toHaveLength(1);
      },
      { at: '#/settings/collection' },
    ));

  it('keep the dynamic DNS account, field by field', () =>
    stage.play(
      async (page) => {
        await main(page).getByText('You can broadcast the IP address of your computer').waitFor();
        const link = main(page).getByRole('link', { name: 'YDNS' });
        expect(await link.getAttribute('href')).toBe('https://ydns.io');
        expect(await main(page).getByLabel('Password').getAttribute('type')).toBe('password');
        expect(await main(page).getByLabel('Hostname').getAttribute('placeholder')).toBe('yourname.ydns.eu');
        await main(page).getByText('The URL pointing to your Tonearm server.').waitFor();
        await main(page).getByText('Nothing is sent while hostname or username is empty.').waitFor();
        await fillAndLeave(main(page).getByLabel('Hostname'), 'anna.ydns.eu');
        await expect
          .poll(() => settings<object>('ddns'))
          .toMatchObject({ host: 'anna.ydns.eu', username: '' });
        await fillAndLeave(main(page).getByLabel('Password'), 'secret');
        await expect
          .poll(() => settings<object>('ddns'))
          .toMatchObject({ host: 'anna.ydns.eu', username: '', password: 'secret' });
        await page.reload();
        await expect.poll(() => main(page).getByLabel('Hostname').inputValue()).toBe('anna.ydns.eu');
      },
      { at: '#/settings/ddns' },
    ));
});
