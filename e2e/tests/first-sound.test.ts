import { library, startProduct, tempFolder } from '@tonearm/testkit';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loudestSample, openPage, playingClock, sharedBrowser } from '../src/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const answerWizard = async (page: Page, musicFolder: string): Promise<void> => {
  await page.getByRole('button', { name: 'Sounds good' }).click();
  await page.getByText('Please indicate which directories Tonearm should scan').waitFor();
  await page.getByLabel('Location').fill(musicFolder);
  await page.getByLabel('Name').fill('Music');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Please choose a username and a password').waitFor();
  await page.getByLabel('Username').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByLabel('Confirm password').fill('a different one');
  await page.getByText('The passwords do not match.').waitFor();
  await page.getByLabel('Confirm password').fill('a good password');
  await page.getByRole('button', { name: 'Next' }).click();
};

const browseTo = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names)
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click();
};

it('goes from an empty machine to music in the browser', async () => {
  await using folder = await tempFolder();
  const music = `${folder.path}/music`;
  await library()
    .album('Picnic', 4, { artist: 'Anna', year: 2016, format: 'mp3', cover: 'Folder.jpg' })
    .album('Été #1 50% off?', 2, { artist: 'Anna', year: 2018, format: 'flac', embedded: true })
    .writeTo(music);
  await using product = await startProduct({ dataFolder: `${folder.path}/data` });
  await using watched = await openPage(browser);
  const { page } = watched;

  await page.goto(product.address);
  await page.waitForURL(/#\/welcome$/);
  await answerWizard(page, music);
  await page.waitForURL(/#\/browse/);

  await browseTo(page, 'Music', 'Anna');
  await browseTo(page, 'Picnic');
  await page.getByRole('heading', { name: 'Picnic' }).waitFor();
  await page.getByRole('button', { name: 'Queue All' }).click();

  const queue = page.getByRole('region', { name: 'Current playlist' });
  await expect.poll(() => queue.getByRole('row').count()).toBe(4);
  await queue.getByRole('row').nth(1).dblclick();
  await expect.poll(() => playingClock(page)).toBeGreaterThan(0.1);
  const before = await playingClock(page);
  expect(await loudestSample(page)).toBeGreaterThan(0.01);
  await expect.poll(() => playingClock(page)).not.toBe(before);

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.reload();
  await expect
    .poll(() => page.getByRole('region', { name: 'Current playlist' }).getByRole('row').count())
    .toBe(4);
  expect(await playingClock(page)).toBe(-1);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/#\/auth$/);
  await page.getByLabel('Username').fill('anna');
  await page.getByLabel('Password').fill('a good password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/#\/browse/);
  expect(watched.troubles).toEqual([]);
});
