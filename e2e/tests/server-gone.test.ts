import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { playingClock } from '../src/browser.ts';
import {
  browseRoute,
  button,
  currentTitle,
  go,
  linkIn,
  main,
  player,
  queue,
  queuedTitles,
  queueRow,
  songIn,
} from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(
    picnicLibrary()
      // A format that is indexed and that no browser plays.
      .song('Cleo/Mixed/1.ape', { title: 'Unheard', artist: 'Cleo', album: 'Mixed', track: 1 })
      .song('Cleo/Mixed/2.mp3', { title: 'Heard', artist: 'Cleo', album: 'Mixed', track: 2, seconds: 60 }),
    // Else it would play converted.
    { environment: { TONEARM_FFMPEG: 'no' } },
  );
});
afterAll(() => stage[Symbol.asyncDispose]());
// Whatever became of a journey, the next one finds a server.
afterEach(() => stage.startServer());

/** What the browser and the client print about a server that is not there. */
const allowed = [
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  /ERR_FAILED/,
  // Covers are looked for in what the browser keeps while they cannot be had.
  /ERR_CACHE_MISS/,
  /503 \(Service Unavailable\)/,
  /ERR_EMPTY_RESPONSE/,
  /ERR_INCOMPLETE_CHUNKED_ENCODING/,
  /dynamically imported module/,
  /preload CSS/,
  /unreachable/,
  /part of the page could not be loaded/i,
  /Could not report/,
];
const ripples = { at: browseRoute('Music/Anna/Ripples'), allowed };

const banner = (page: Page) => main(page).getByText('The server is away.');
const waiting = (page: Page) => player(page).getByText('Waiting for the server…');
const expectCurrent = (page: Page, title: string) => expect.poll(() => currentTitle(page)).toBe(title);
const playRipples = async (page: Page): Promise<void> => {
  await button(main(page), 'Queue All').click();
  await expectCurrent(page, 'Ripples 1');
  await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
};

describe('a server that goes away and comes back', () => {
  it('costs the queue nothing: what is chosen waits, and sounds by itself', () =>
    stage.play(async (page) => {
      await playRipples(page);
      const queued = await queuedTitles(page);
      expect(queued).toHaveLength(6);
      await stage.stopServer();
      for (const title of ['Ripples 2', 'Ripples 3', 'Ripples 4']) {
        await button(player(page), 'Next song').click();
        await expectCurrent(page, title);
      }
      await waiting(page).waitFor();
      await banner(page).waitFor();
      await button(player(page), 'Pause').waitFor();
      expect(await currentTitle(page)).toBe('Ripples 4');
      await button(player(page), 'Previous song').click();
      await expectCurrent(page, 'Ripples 3');
      await waiting(page).waitFor();
      expect(await queuedTitles(page)).toEqual(queued);
      expect((await said(page)).filter((words) => words.includes('could not be played'))).toEqual([]);

      await stage.startServer();
      await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
      expect(await currentTitle(page)).toBe('Ripples 3');
      expect(await queuedTitles(page)).toEqual(queued);
      await banner(page).waitFor({ state: 'hidden' });
      await waiting(page).waitFor({ state: 'hidden' });
    }, ripples));

  it('is asked at once when somebody comes back to the page', () =>
    stage.play(async (page) => {
      await playRipples(page);
      await stage.stopServer();
      await button(player(page), 'Next song').click();
      await button(player(page), 'Next song').click();
      await waiting(page).waitFor();
      await stage.startServer();
      await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
      await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
      await expectCurrent(page, 'Ripples 3');
    }, ripples));

  it('takes screens, lists and covers away that come back by themselves', () =>
    stage.play(
      async (page) => {
        await linkIn(page, 'Picnic').waitFor();
        const covers = main(page).locator('img');
        await stage.stopServer();
        await banner(page).waitFor();
        // A list that was never asked for, and a screen whose code was not.
        await go(page, browseRoute('Music/Bo'));
        await main(page).getByText('The server cannot be reached.').waitFor();
        await stage.startServer();
        await linkIn(page, 'Night bus').waitFor();
        await expect
          .poll(() =>
            covers.evaluateAll((all) => all.filter((it) => (it as HTMLImageElement).naturalWidth > 0).length),
          )
          .toBeGreaterThan(0);

        await stage.stopServer();
        await banner(page).waitFor();
        await go(page, '#/settings');
        await main(page).getByText('The server cannot be reached.').waitFor();
        await stage.startServer();
        await main(page).getByRole('heading', { name: 'Theme' }).waitFor();
        expect(await page.getByText('This screen stopped working').count()).toBe(0);
      },
      { at: browseRoute('Music/Anna'), allowed },
    ));

  it('leaves covers that failed meanwhile nothing to remember', () =>
    stage.play(
      async (page) => {
        await page.route('**/api/thumbnail/**', (route) => route.abort('connectionrefused'));
        await go(page, browseRoute('Music/Anna'));
        await linkIn(page, 'Picnic').waitFor();
        await expect.poll(() => main(page).locator('img').count()).toBe(0);
        await stage.stopServer();
        await banner(page).waitFor();
        await page.unroute('**/api/thumbnail/**');
        await stage.startServer();
        await expect.poll(() => main(page).locator('img').count()).toBe(2);
      },
      { at: browseRoute('Music/Bo'), allowed },
    ));

  it('dims what needs it, and says why', () =>
    stage.play(async (page) => {
      await playRipples(page);
      const save = button(queue(page), 'Save playlist');
      await stage.stopServer();
      await banner(page).waitFor();
      await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
      await expect.poll(() => save.getAttribute('title')).toContain('the server is back');
      await save.click({ force: true });
      expect(await page.getByRole('dialog').count()).toBe(0);
      await stage.startServer();
      await expect.poll(() => save.getAttribute('aria-disabled')).toBeNull();
      await save.click();
      await page.getByRole('dialog').waitFor();
    }, ripples));
});

describe('what opens over every screen', () => {
  it('opens without the server, and dims what needs it', () =>
    stage.play(async (page) => {
      const isThere = (part: string) =>
        page.waitForFunction(
          (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
          `/assets/${part}-`,
        );
      await songIn(page, 'Ripples 1').waitFor();
      await songIn(page, 'Ripples 1').dblclick();
      await expectCurrent(page, 'Ripples 1');
      // The last of what comes soon, one part after the other: one that is cut short keeps others from opening.
      const parts = ['item-menu', 'queue-menu', 'shell-layer', 'now-playing', 'arranged-items'];
      await Promise.all(parts.map(isThere));
      await page.waitForLoadState('networkidle');
      await stage.stopServer();
      await banner(page).waitFor();
      await songIn(page, 'Ripples 2').click({ button: 'right' });
      const line = (name: string) => page.getByRole('menuitem', { name });
      await expect.poll(() => line('Add to playlist').getAttribute('aria-disabled')).toBe('true');
      expect(await line('Download').getAttribute('title')).toContain('the server is back');
      expect(await line('Play next').getAttribute('aria-disabled')).toBeNull();
      await page.keyboard.press('Escape');
      const heart = button(player(page), 'Favourite');
      expect(await heart.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('dark');
      await page.getByRole('option', { name: 'Dark theme' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('n');
      await page.getByRole('dialog', { name: 'Now playing' }).waitFor();
      expect(await page.getByText('The server cannot be reached.').count()).toBe(0);
    }, ripples));
});

describe('a file that cannot be played', () => {
  it('is skipped, and stays in the queue with its reason', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await queueRow(page, 'Unheard').click();
        await expectCurrent(page, 'Heard');
        const row = queueRow(page, 'Unheard');
        await row.getByText('This is not a suitable source of audio').waitFor({ state: 'attached' });
        expect(await row.getAttribute('title')).toContain('not a suitable source of audio');
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
      },
      { at: browseRoute('Music/Cleo/Mixed') },
    ));
});
