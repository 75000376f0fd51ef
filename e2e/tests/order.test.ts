import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { playingClock, viewports } from '../src/browser.ts';
import { browseRoute, button, currentTitle, main, player, queue, queuedTitles } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());
afterEach(() => stage.startServer());

const ripples = { at: browseRoute('Music/Anna/Ripples') };
const order = (page: Page) => queue(page).getByLabel('Order');
const expectOrder = (page: Page, value: string) => expect.poll(() => order(page).inputValue()).toBe(value);
const isPressed = (page: Page, name: string) => button(player(page), name).getAttribute('aria-pressed');
const listed = ['Ripples 1', 'Ripples 2', 'Ripples 3', 'Ripples 4', 'Ripples 5', 'Ripples 6'];

describe('the order of playing', () => {
  it('is two switches and a choice of four, which are one thing', () =>
    stage.play(async (page) => {
      await button(main(page), 'Queue All').click();
      await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
      expect(await isPressed(page, 'Shuffle')).toBe('false');
      await button(player(page), 'Shuffle').click();
      await expectOrder(page, 'random');
      expect(await isPressed(page, 'Shuffle')).toBe('true');
      await button(player(page), 'Next song').click();
      await button(player(page), 'Shuffle').click();
      await expectOrder(page, 'default');
      expect(await queuedTitles(page)).toEqual(listed);
      const here = listed.indexOf(await currentTitle(page));
      await button(player(page), 'Next song').click();
      await expect.poll(() => currentTitle(page)).toBe(listed[Math.min(here + 1, 5)]);

      await button(player(page), 'Repeat: off').click();
      await expectOrder(page, 'repeat-all');
      await button(player(page), 'Repeat: all').click();
      await expectOrder(page, 'repeat-track');
      await button(player(page), 'Repeat: this song').click();
      await expectOrder(page, 'default');

      await order(page).selectOption('random');
      expect(await isPressed(page, 'Shuffle')).toBe('true');
      expect(await isPressed(page, 'Repeat: all')).toBe('true');
    }, ripples));

  it('is switched by S, read out, and kept through a reload and a server that was away', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await main(page).focus();
        await page.keyboard.press('s');
        await page.getByText('Shuffle is on').first().waitFor({ state: 'attached' });
        await stage.stopServer();
        await button(player(page), 'Repeat: off').click();
        await button(player(page), 'Repeat: all').click();
        await expectOrder(page, 'repeat-track');
        await stage.startServer();
        await page.reload();
        await button(player(page), 'Repeat: this song').waitFor();
        expect(await isPressed(page, 'Shuffle')).toBe('true');
        await expectOrder(page, 'repeat-track');
        expect(await queuedTitles(page)).toEqual(listed);
      },
      { ...ripples, allowed: [/ERR_/, /503/, /Could not report/, /could not be loaded ahead/] },
    ));

  it('still moves the entries themselves with Shuffle playlist, which can be undone', () =>
    stage.play(async (page) => {
      await button(main(page), 'Queue All').click();
      await button(queue(page), 'Shuffle playlist').click();
      await expect.poll(() => said(page)).toContain('Playlist shuffled');
      await expectOrder(page, 'default');
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await expect.poll(() => queuedTitles(page)).toEqual(listed);
    }, ripples));

  it('is told by signs where a phone has no room for switches', () =>
    stage.play(
      async (page) => {
        // Keys of the player are heard from when it is there.
        await player(page).getByRole('button').first().waitFor();
        await page.keyboard.press('s');
        await player(page).getByRole('img', { name: 'Shuffle is on' }).waitFor();
      },
      { ...ripples, viewport: viewports.phone },
    ));
});
