import { library, startFakeLastfm, startProduct, tempFolder } from '@tonearm/testkit';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openPage, playingClock, sharedBrowser } from '../src/browser.ts';
import { setUpProduct, signIn, until } from '../src/journeys.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it('links an account in a popup, plays a song, and scrobbles it once', async () => {
  await using folder = await tempFolder();
  await using lastfm = await startFakeLastfm();
  const music = `${folder.path}/music`;
  await library()
    .song('Anna/Long song.mp3', {
      title: 'Long song',
      artist: 'Anna',
      album: 'Picnic',
      track: 1,
      seconds: 40,
    })
    .song('Anna/Short song.mp3', { title: 'Short song', artist: 'Anna', album: 'Picnic', track: 2 })
    .writeTo(music);
  await using product = await startProduct({
    dataFolder: `${folder.path}/data`,
    environment: {
      TONEARM_LASTFM_ROOT: lastfm.apiRoot,
      TONEARM_LASTFM_AUTHORIZE_PAGE: lastfm.authPage,
      TONEARM_LASTFM_KEY: lastfm.apiKey,
      TONEARM_LASTFM_SECRET: lastfm.secret,
    },
  });
  await setUpProduct(product, music);
  await using watched = await openPage(browser);
  const { page } = watched;
  await signIn(page, product);

  await page.goto(`${product.address}#/settings/preferences`);
  await page.getByRole('button', { name: 'Link Last.fm account' }).click();
  await page.getByText('You are scrobbling music as').waitFor();
  await page.getByRole('link', { name: 'listener' }).waitFor();

  await page.goto(`${product.address}#/browse/Music%2FAnna`);
  await page.getByText('Short song').first().dblclick();
  await until('now playing of the short song', async () =>
    lastfm.nowPlaying.some((listen) => listen.track === 'Short song'),
  );
  await page.getByText('Long song').first().dblclick();
  await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
  await until('the scrobble', async () => lastfm.scrobbles.kept.length > 0);

  expect(lastfm.scrobbles.kept).toMatchObject([
    { user: 'listener', artist: 'Anna', track: 'Long song', album: 'Picnic', trackNumber: '1' },
  ]);
  expect(lastfm.scrobbles.duplicates).toEqual([]);

  await page.goto(`${product.address}#/settings/preferences`);
  await page.getByRole('button', { name: 'Unlink Last.fm account' }).click();
  await page.getByRole('button', { name: 'Link Last.fm account' }).waitFor();
  expect(watched.troubles).toEqual([]);
});
