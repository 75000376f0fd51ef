import { ffmpegHere } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AccessibilityChecker, createAccessibilityChecker } from '../src/axe.ts';
import { drawFinger, middleOf, playingClock, viewports } from '../src/browser.ts';
import { browseRoute, button, currentTitle, leadingTo, main, player, queue, queueRow } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

const program = ffmpegHere();

let stage: Stage;
let checker: AccessibilityChecker;
beforeAll(async () => {
  stage = await openStage(picnicLibrary(), { environment: { TONEARM_FFMPEG: program ?? 'no' } });
  await using watched = await stage.open();
  await main(watched.page).waitFor();
  checker = await createAccessibilityChecker(watched.page);
});
afterAll(() => stage[Symbol.asyncDispose]());
afterEach(() => stage.startServer());

const picnic = { at: browseRoute('Music/Anna/Picnic') };
const onPhone = { ...picnic, viewport: viewports.phone, isTouched: true };
const view = (page: Page) => page.getByRole('dialog', { name: 'Now playing' });
const cover = (page: Page) => view(page).getByRole('img', { name: 'Cover of Picnic' });
const title = (page: Page) => view(page).getByRole('heading', { level: 2 }).first();
const play = async (page: Page): Promise<void> => {
  await button(main(page), 'Queue All').click();
  await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
};
const openView = async (page: Page): Promise<void> => {
  await player(page)
    .getByRole('button', { name: /Show what plays/ })
    .click();
  await cover(page).waitFor();
};

describe('what plays, over the whole window', () => {
  it('opens by the cover and by N, with cover, names, transport and queue', () =>
    stage.play(async (page) => {
      await play(page);
      await openView(page);
      const box = await cover(page).boundingBox();
      expect(box?.width).toBeCloseTo(viewports.desktop.height * 0.6, -1);
      await expect.poll(() => title(page).textContent()).toBe('Picnic 1');
      await queueRow(page, 'Picnic 4').waitFor();
      // Beside the cover, not beneath its place.
      await button(view(page), 'Lyrics').click({ trial: true });
      await button(view(page), 'Next song').click();
      await expect.poll(() => title(page).textContent()).toBe('Picnic 2');
      await page.keyboard.press('Escape');
      await view(page).waitFor({ state: 'hidden' });
      await queue(page).waitFor();
      await main(page).focus();
      await page.keyboard.press('n');
      await view(page).waitFor();
      await page.keyboard.press('n');
      await view(page).waitFor({ state: 'hidden' });
    }, picnic));

  it('wears a tint of the cover that leaves everything readable, in every theme', () =>
    stage.play(async (page) => {
      await play(page);
      await openView(page);
      const tint = () => view(page).evaluate((it) => (it as HTMLElement).style.getPropertyValue('--tint'));
      await expect.poll(tint).toMatch(/^#[0-9a-f]{6}$/);
      expect(await checker.check(page, 'now playing')).toEqual([]);
    }, picnic));

  it('shows the time under the mouse, and goes there', () =>
    stage.play(async (page) => {
      await play(page);
      await openView(page);
      const bar = view(page).getByRole('slider', { name: 'Position' });
      const middle = await middleOf(bar);
      await page.mouse.move(middle.x, middle.y);
      await view(page).getByText('0:30', { exact: true }).waitFor();
      await page.mouse.click(middle.x, middle.y);
      await expect.poll(() => playingClock(page)).toBeGreaterThanOrEqual(29);
    }, picnic));

  it.skipIf(program === null /* none could be found or installed, as was said */)(
    'draws the shape of the sound behind the seek bar, unless that is off',
    () =>
      stage.play(async (page) => {
        await play(page);
        await openView(page);
        const shape = view(page).getByTestId('waveform');
        await shape.waitFor();
        const bar = view(page).getByRole('slider', { name: 'Position' });
        const [drawn, slider] = await Promise.all([shape.boundingBox(), bar.boundingBox()]);
        expect(drawn).toEqual(slider);
        await bar.focus();
        await page.keyboard.press('PageUp');
        await expect.poll(() => playingClock(page)).toBeGreaterThanOrEqual(30);
        expect(await checker.check(page, 'now playing with a waveform')).toEqual([]);
        await page.keyboard.press('Escape');
        await page.goto(page.url().replace(/#.*/, '#/settings/preferences'));
        await page.getByLabel('Seek bar').selectOption('off');
        await player(page).getByTestId('waveform').waitFor({ state: 'detached' });
        await player(page).getByRole('slider', { name: 'Position' }).waitFor();
      }, picnic),
  );

  it.each([viewports.desktop, { width: 768, height: 1024 }, { width: 1024, height: 768 }])(
    'keeps what closes it at the top, and clear of the cover: %o',
    (viewport) =>
      stage.play(
        async (page) => {
          await play(page);
          await openView(page);
          const close = await button(view(page), 'Hide what plays').boundingBox();
          expect(close?.y).toBeLessThan(16);
          const { x = 0, y = 0 } = (await cover(page).boundingBox()) ?? {};
          const isBeside = x >= (close?.x ?? 0) + (close?.width ?? 0);
          expect(isBeside || y >= (close?.y ?? 0) + (close?.height ?? 0)).toBe(true);
        },
        { ...picnic, viewport },
      ),
  );

  it('leads to the artist, and is gone there; Back closes it first', () =>
    stage.play(async (page) => {
      await play(page);
      await openView(page);
      await page.goBack();
      await view(page).waitFor({ state: 'hidden' });
      await openView(page);
      await leadingTo(view(page).getByRole('link', { name: 'Anna' }), '#/artist/').click();
      await view(page).waitFor({ state: 'hidden' });
      await main(page).getByRole('heading', { level: 1, name: 'Anna' }).waitFor();
      await page.goBack();
      await expect.poll(() => page.evaluate(() => globalThis.location.hash)).toBe(picnic.at);
      expect(await view(page).count()).toBe(0);
    }, picnic));

  it('waits for a server that went away, and goes on when it is back', () =>
    stage.play(
      async (page) => {
        await play(page);
        await openView(page);
        await stage.stopServer();
        await button(view(page), 'Next song').click();
        await button(view(page), 'Next song').click();
        await view(page).getByText('Waiting for the server…').waitFor();
        // The line takes its room from the cover, which stands within the window all the same.
        expect((await cover(page).boundingBox())?.y).toBeGreaterThanOrEqual(12);
        await stage.startServer();
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
        await expect.poll(() => title(page).textContent()).toBe('Picnic 3');
        await view(page).getByText('Waiting for the server…').waitFor({ state: 'hidden' });
      },
      { ...picnic, allowed: [/ERR_/, /503/, /Could not report/, /could not be loaded ahead/] },
    ));
});

describe('what plays, on a phone', () => {
  it('has room for a thumb, and all that the player has', () =>
    stage.play(async (page) => {
      await play(page);
      await openView(page);
      const size = await button(view(page), 'Pause').boundingBox();
      expect(size?.width).toBeGreaterThanOrEqual(64);
      expect((await cover(page).boundingBox())?.width).toBeGreaterThan(300);
      for (const name of ['Shuffle', 'Repeat: off', 'Previous song', 'Next song', 'Open the playlist']) {
        await button(view(page), name).waitFor();
      }
      await button(view(page), 'Open the playlist').tap();
      await queueRow(page, 'Picnic 2').waitFor();
      await page.goBack();
      await title(page).waitFor();
      expect(await checker.check(page, 'now playing on a phone')).toEqual([]);
    }, onPhone));

  it('changes the song by a swipe, and goes by a drag down', () =>
    stage.play(async (page) => {
      await play(page);
      await openView(page);
      const middle = await middleOf(cover(page));
      await drawFinger(page, middle, { x: middle.x - 180, y: middle.y + 10 });
      await expect.poll(() => title(page).textContent()).toBe('Picnic 2');
      await drawFinger(page, middle, { x: middle.x + 180, y: middle.y });
      await expect.poll(() => title(page).textContent()).toBe('Picnic 1');
      // Not far enough, and slowly: nothing was meant.
      await drawFinger(page, middle, { x: middle.x + 20, y: middle.y });
      expect(await title(page).textContent()).toBe('Picnic 1');
      await drawFinger(page, middle, { x: middle.x, y: middle.y + 320 });
      await view(page).waitFor({ state: 'hidden' });
      expect(await currentTitle(page)).toBe('');
      expect(await playingClock(page)).toBeGreaterThan(0);
    }, onPhone));
});
