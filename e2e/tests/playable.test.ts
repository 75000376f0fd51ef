import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, otherName, playingClock, routedElements } from '../src/browser.ts';
import { signIn } from '../src/journeys.ts';
import {
  browseRoute,
  button,
  currentTitle,
  go,
  main,
  player,
  queue,
  queueRow,
  songIn,
} from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

/** What Chromium plays, of the formats that testkit writes. */
const playable = ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'm4b', 'wav', 'aac'] as const;

let stage: Stage;
beforeAll(async () => {
  const everyFormat = playable.reduce(
    (library, format) =>
      library.song(`Formats/${format}.${format}`, { title: `Heard as ${format}`, artist: 'Dee', format }),
    picnicLibrary(),
  );
  stage = await openStage(
    everyFormat
      // A format that is indexed and that no browser plays.
      .song('Cleo/Mixed/1.ape', { title: 'Unheard', artist: 'Cleo', album: 'Mixed', track: 1 })
      .song('Cleo/Mixed/2.mp3', { title: 'Heard', artist: 'Cleo', album: 'Mixed', track: 2, seconds: 60 })
      .song('Silent/1.ape', { title: 'Nothing 1', artist: 'Cleo' })
      .song('Silent/2.ape', { title: 'Nothing 2', artist: 'Cleo' }),
    // Else they would play converted.
    { environment: { TONEARM_FFMPEG: 'no' } },
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

const expectCurrent = (page: Page, title: string) => expect.poll(() => currentTitle(page)).toBe(title);
const expectPlaying = (page: Page) => expect.poll(() => playingClock(page)).toBeGreaterThan(0);
const choose = (page: Page, order: string) => queue(page).getByLabel('Order').selectOption({ label: order });

/** Keeps desktop notifications instead of showing them. */
const keepNotifications = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept: string[] = [];
    class KeptNotification {
      static permission = 'granted';
      constructor(title: string, { body }: { body: string }) {
        kept.push(`${title}: ${body}`);
      }
    }
    Object.assign(globalThis, { Notification: KeptNotification, keptNotifications: kept });
  });
const notifications = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { keptNotifications: string[] }).keptNotifications);

/** Tells the page what the browser would, whatever network the machine of the test has. */
const setOnline = (page: Page, isOnline: boolean): Promise<void> =>
  page.evaluate((onLine) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });
    globalThis.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  }, isOnline);

describe('the player', () => {
  it('notifies why a track could not be played, and goes on', () =>
    stage.play(
      async (page) => {
        await keepNotifications(page);
        await button(main(page), 'Queue All').click();
        await queueRow(page, 'Unheard').click();
        await expectCurrent(page, 'Heard');
        await expectPlaying(page);
        expect(await notifications(page)).toEqual([
          'Playback Error: Cleo - Unheard could not be played because it is not a suitable source of audio.',
        ]);
      },
      { at: browseRoute('Music/Cleo/Mixed') },
    ));

  it('says in the page what it may not notify, and stops when nothing can be played', () =>
    stage.play(
      async (page) => {
        await choose(page, 'Repeat All');
        await button(main(page), 'Queue All').click();
        await expect
          .poll(() => said(page))
          .toEqual(
            expect.arrayContaining([
              'Cleo - Nothing 1 could not be played because it is not a suitable source of audio.',
              'None of these songs could be played.',
            ]),
          );
        await button(player(page), 'Play').waitFor();
      },
      { at: browseRoute('Music/Silent') },
    ));

  it.each([
    { engine: 'decoded seams', isTouched: false, routed: 2 },
    { engine: 'two elements alone, as under a finger', isTouched: true, routed: 0 },
  ])(
    'tells once of a list in which nothing plays, and stops after one lap, with $engine',
    ({ isTouched, routed }) =>
      stage.play(
        async (page) => {
          await keepNotifications(page);
          await choose(page, 'Repeat All');
          await button(main(page), 'Queue All').click();
          await expect.poll(() => said(page)).toContain('None of these songs could be played.');
          await button(player(page), 'Play').waitFor();
          expect(await notifications(page)).toEqual([
            'Playback Error: Cleo - Nothing 1 could not be played because it is not a suitable source of audio.',
          ]);
          await expect.poll(() => routedElements(page)).toBe(routed);
        },
        { at: browseRoute('Music/Silent'), isTouched },
      ),
  );

  it('tells the network from the file', async () => {
    // A name of another machine: on its own machine a browser always reaches the server.
    const { port } = new URL(stage.product.address);
    await using watched = await openPage(stage.browser, { allowed: [/ERR_INTERNET_DISCONNECTED/] });
    const { page } = watched;
    await signIn(page, { address: `http://${otherName}:${port}/` });
    await keepNotifications(page);
    await setOnline(page, true);
    await go(page, browseRoute('Music/Anna/Picnic'));
    await button(main(page), 'Queue All').click();
    await expectPlaying(page);
    const notice = main(page).getByText('You are offline. What is loaded keeps playing.');
    await notice.waitFor({ state: 'hidden' });

    await page.route('**/api/audio/**', (route) => route.abort('internetdisconnected'));
    await setOnline(page, false);
    await notice.waitFor();
    await queueRow(page, 'Picnic 4').click();
    await player(page).getByText('Waiting for the server…').waitFor();

    await page.unroute('**/api/audio/**');
    await setOnline(page, true);
    await notice.waitFor({ state: 'hidden' });
    await expectPlaying(page);
    await expectCurrent(page, 'Picnic 4');
    expect(await notifications(page)).toEqual([]);
    expect(watched.troubles).toEqual([]);
  });

  it('plays every format that the browser knows', () =>
    stage.play(
      async (page) => {
        for (const format of playable) {
          await songIn(page, `Heard as ${format}`).dblclick();
          await expectCurrent(page, `Heard as ${format}`);
          await expectPlaying(page);
        }
      },
      { at: browseRoute('Music/Formats') },
    ));
});
