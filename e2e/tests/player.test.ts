import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playingClock } from '../src/browser.ts';
import {
  browseRoute,
  button,
  currentTitle,
  go,
  main,
  player,
  queue,
  queuedTitles,
  queueRow,
  songIn,
} from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const picnic = { at: browseRoute('Music/Anna/Picnic') };
const position = (page: Page) => player(page).getByRole('slider', { name: 'Position' });
const volume = (page: Page) => player(page).getByRole('slider', { name: 'Volume' });
const expectCurrent = (page: Page, title: string) => expect.poll(() => currentTitle(page)).toBe(title);
const expectPlaying = (page: Page) => expect.poll(() => playingClock(page)).toBeGreaterThan(0);
const choose = (page: Page, order: string) => queue(page).getByLabel('Order').selectOption({ label: order });

/** Queues the whole album and plays one of its songs. */
const playPicnic = async (page: Page, title: string): Promise<void> => {
  await button(main(page), 'Queue All').click();
  await queueRow(page, title).click();
  await expectCurrent(page, title);
  await expectPlaying(page);
};

describe('the player', () => {
  it('stops at the ends, wraps, stays or jumps, as the order says', () =>
    stage.play(async (page) => {
      await playPicnic(page, 'Picnic 3');
      await button(player(page), 'Next song').click();
      await expectCurrent(page, 'Picnic 4');
      await button(player(page), 'Next song').click();
      expect(await currentTitle(page)).toBe('Picnic 4');

      await choose(page, 'Repeat All');
      await button(player(page), 'Next song').click();
      await expectCurrent(page, 'Picnic 1');
      await button(player(page), 'Previous song').click();
      await expectCurrent(page, 'Picnic 4');

      await choose(page, 'Repeat Track');
      await button(player(page), 'Next song').click();
      expect(await currentTitle(page)).toBe('Picnic 4');

      await choose(page, 'Random');
      await button(player(page), 'Next song').click();
      await expect.poll(() => currentTitle(page)).not.toBe('Picnic 4');
      const first = await currentTitle(page);
      await button(player(page), 'Next song').click();
      await expect.poll(() => currentTitle(page)).not.toBe(first);
      await button(player(page), 'Previous song').click();
      await expectCurrent(page, first);
      await expectPlaying(page);
    }, picnic));

  it('goes on to the next track by itself', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await queueRow(page, 'Night bus 1').click();
        await expectCurrent(page, 'Night bus 2');
        await expectCurrent(page, 'Night bus 3');
        await button(player(page), 'Play').waitFor();
        expect(await playingClock(page)).toBe(-1);
      },
      { at: browseRoute('Music/Bo/Night bus') },
    ));

  it('says what plays, in both lines and in the title of the page', () =>
    stage.play(async (page) => {
      await expect.poll(() => page.title()).toBe('Picnic · Tonearm');
      await playPicnic(page, 'Picnic 2');
      await player(page).getByText('Anna - Picnic 2', { exact: true }).waitFor();
      await player(page).getByText('Picnic (2016) #2', { exact: true }).waitFor();
      await player(page).getByRole('img', { name: 'Cover of Picnic' }).waitFor();
      await expect.poll(() => page.title()).toBe('Anna - Picnic 2');
      await page.getByText('Now playing: Anna - Picnic 2').waitFor({ state: 'attached' });
      await button(player(page), 'Pause').click();
      await expect.poll(() => page.title()).toBe('Picnic · Tonearm');
      await go(page, '#/random');
      await expect.poll(() => page.title()).toBe('Random · Tonearm');
      await button(player(page), 'Play').click();
      await expect.poll(() => page.title()).toBe('Anna - Picnic 2');
    }, picnic));

  it('mutes, and gets as loud again as it was', () =>
    stage.play(async (page) => {
      expect(await volume(page).inputValue()).toBe('1');
      await volume(page).fill('0.4');
      await button(player(page), 'Mute').click();
      expect(await volume(page).inputValue()).toBe('0');
      await button(player(page), 'Unmute').click();
      expect(await volume(page).inputValue()).toBe('0.4');
      expect(await volume(page).getAttribute('aria-valuetext')).toBe('40 percent');
      await page.keyboard.press('m');
      await button(player(page), 'Unmute').waitFor();
      await page.reload();
      await button(player(page), 'Unmute').click();
      expect(Number(await volume(page).inputValue())).toBeGreaterThan(0);
    }, picnic));

  it('seeks by slider, by pointer and by keys', () =>
    stage.play(async (page) => {
      await playPicnic(page, 'Picnic 1');
      await position(page).fill('30');
      await expect.poll(() => playingClock(page)).toBeGreaterThanOrEqual(30);
      const box = await position(page).boundingBox();
      if (box === null) throw new Error('there is no seek bar');
      await page.mouse.click(box.x + box.width / 6, box.y + box.height / 2);
      await expect.poll(() => playingClock(page)).toBeLessThan(20);
      await button(player(page), 'Pause').click();
      await position(page).focus();
      const before = Number(await position(page).inputValue());
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => Number(await position(page).inputValue())).toBeCloseTo(before + 5, 0);
      expect(await position(page).getAttribute('aria-valuetext')).toMatch(/^0:\d\d of 1:00$/);
      await player(page)
        .getByRole('button', { name: /Show the time that remains/ })
        .click();
      await player(page)
        .getByRole('button', { name: /^−0:\d\d/ })
        .waitFor();
    }, picnic));

  it('comes back where it was, silent until asked', () =>
    stage.play(async (page) => {
      await playPicnic(page, 'Picnic 3');
      await choose(page, 'Repeat All');
      await volume(page).fill('0.3');
      await position(page).fill('40');
      await expect.poll(() => playingClock(page)).toBeGreaterThanOrEqual(40);
      await page.reload();
      await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 2', 'Picnic 3', 'Picnic 4']);
      await expectCurrent(page, 'Picnic 3');
      expect(await playingClock(page)).toBe(-1);
      expect(Number(await position(page).inputValue())).toBeGreaterThanOrEqual(40);
      expect(await volume(page).inputValue()).toBe('0.3');
      expect(await queue(page).getByLabel('Order').inputValue()).toBe('repeat-all');
      await button(player(page), 'Play').click();
      await expect.poll(() => playingClock(page)).toBeGreaterThanOrEqual(40);
    }, picnic));

  it('joins songs without a seam from the first press on, also when that press came before its code', () =>
    stage.play(
      async (page) => {
        const isPressed = Promise.withResolvers<void>();
        await page.route('**/assets/after-first-screen-*.js', async (route) => {
          await isPressed.promise;
          await route.continue();
        });
        await page.reload();
        const seams = page.waitForRequest('**/assets/seam-*.js');
        await main(page).getByRole('heading').first().click();
        isPressed.resolve();
        await seams;
      },
      { at: browseRoute('Music/Anna/Ripples') },
    ));

  it('plays in one tab; the other shows it and takes over', () =>
    stage.play(async (page, { context }) => {
      await playPicnic(page, 'Picnic 1');
      const other = await context.newPage();
      await other.goto(page.url());
      await player(other).getByText('Playing in another tab').waitFor();
      await player(other).getByText('Anna - Picnic 1', { exact: true }).waitFor();
      expect(await playingClock(other)).toBe(-1);
      await button(player(other), 'Next song').click();
      await expectCurrent(page, 'Picnic 2');
      await expectCurrent(other, 'Picnic 2');
      await button(player(other), 'Pause').click();
      await button(player(page), 'Play').waitFor();
      expect(await playingClock(page)).toBe(-1);
      await songIn(other, 'Picnic 4').dblclick();
      await expect
        .poll(async () => (await playingClock(other)) + (await playingClock(page)))
        .toBeGreaterThan(-1);
    }, picnic));

  it('obeys the keys of the page, but not while one types', () =>
    stage.play(async (page) => {
      await playPicnic(page, 'Picnic 1');
      await main(page).focus();
      await page.keyboard.press('Space');
      await button(player(page), 'Play').waitFor();
      await page.keyboard.press('Control+ArrowRight');
      await expectCurrent(page, 'Picnic 2');
      await page.keyboard.press('q');
      await expect
        .poll(() =>
          queue(page)
            .getByRole('grid')
            .evaluate((it) => it === document.activeElement),
        )
        .toBe(true);
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await sheet.waitFor();
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await go(page, '#/search');
      const field = page.getByRole('searchbox');
      await field.waitFor();
      await field.pressSequentially('m s');
      expect(await field.inputValue()).toBe('m s');
      await button(player(page), 'Mute').waitFor();
    }, picnic));
});
