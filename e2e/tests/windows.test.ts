import { library } from '@tonearm/testkit';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, button, go, main, player, queue, queueRow, songIn } from '../src/parts.ts';
import { openStage, type Stage } from '../src/stage.ts';

/** Enough albums to fill every row of a wide grid. */
const albums = Array.from({ length: 24 }, (_, index) => `Day ${String(index + 1).padStart(2, '0')}`);

let stage: Stage;
beforeAll(async () => {
  const music = albums.reduce(
    (built, name) =>
      built.album(name, 2, { artist: 'Anna', seconds: 60, format: 'mp3', cover: 'Folder.jpg' }),
    library(),
  );
  stage = await openStage(music);
});
afterAll(() => stage[Symbol.asyncDispose]());

const widthOf = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())?.width ?? 0);
const divider = (page: Page) => page.getByRole('separator', { name: 'Width of the playlist' });
const pane = (page: Page) => page.getByRole('complementary', { name: 'Playlist and player' });

/** Whether something can only be reached by scrolling the whole page, or sideways. */
const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > window.innerWidth || scrollHeight > window.innerHeight;
  });

describe('a window', () => {
  it('of 2,560 pixels is filled, up to 1,900 for the content', () =>
    stage.play(
      async (page) => {
        const cards = main(page).getByRole('grid').getByRole('row');
        await cards.first().waitFor();
        const right = await main(page)
          .getByRole('grid')
          .getByRole('link')
          .evaluateAll((links) => Math.max(...links.map((link) => link.getBoundingClientRect().right)));
        const box = await main(page).boundingBox();
        const blank = (box?.x ?? 0) + (box?.width ?? 0) - right;
        expect(blank / 2560).toBeLessThan(0.12);
        expect(await widthOf(main(page).getByRole('grid'))).toBeLessThanOrEqual(1900);
      },
      { at: '#/recent', viewport: { width: 2560, height: 1300 } },
    ));

  it('of a desk has a queue that is resized by pointer and keys, hidden, and remembered', () =>
    stage.play(
      async (page) => {
        await divider(page).focus();
        await page.keyboard.press('Home');
        await expect.poll(() => widthOf(pane(page))).toBe(320);
        await page.keyboard.press('ArrowLeft');
        await expect.poll(() => widthOf(pane(page))).toBe(336);
        expect(await divider(page).getAttribute('aria-valuenow')).toBe('336');
        await page.keyboard.press('End');
        await expect.poll(() => widthOf(pane(page))).toBe(640);
        const box = await divider(page).boundingBox();
        const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, 300];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 100, y, { steps: 4 });
        await page.mouse.up();
        await expect.poll(() => widthOf(pane(page))).toBe(540);
        await stage.stopServer();
        await stage.startServer();
        await page.reload();
        await expect.poll(() => widthOf(pane(page))).toBe(540);
        await button(queue(page), 'Hide the playlist').click();
        await expect.poll(() => queue(page).count()).toBe(0);
        await button(player(page), 'Play').waitFor();
        await page.reload();
        await button(page, 'Show the playlist').waitFor();
        expect(await queue(page).count()).toBe(0);
        await page.keyboard.press('q');
        await queue(page).waitFor();
        await expect.poll(() => widthOf(pane(page))).toBe(540);
      },
      { viewport: { width: 1440, height: 900 }, allowed: [/ERR_|503|unreachable|could not be/] },
    ));

  it.each([
    [768, 1024],
    [1024, 768],
    [1199, 700],
  ])('of %d × %d has the whole player, and the queue as a drawer to drag to', (width, height) =>
    stage.play(
      async (page) => {
        await songIn(page, 'Day 01 1').waitFor();
        for (const name of ['Previous song', 'Play', 'Next song', 'Mute'])
          await button(player(page), name).waitFor();
        await player(page).getByRole('slider', { name: 'Position' }).waitFor();
        expect(await queue(page).count()).toBe(0);
        await button(page, 'Show the playlist').click();
        await queue(page).waitFor();
        await songIn(page, 'Day 01 2').dragTo(queue(page), { sourcePosition: { x: 30, y: 12 } });
        await queueRow(page, 'Day 01 2').waitFor();
        await queue(page).getByRole('grid').focus();
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect.poll(() => queue(page).count()).toBe(0);
        expect(await overflows(page)).toBe(false);
      },
      { at: browseRoute('Music/Anna/Day 01'), viewport: { width, height } },
    ),
  );

  it.each([
    ['a phone on its side', 844, 390],
    ['a low window', 1440, 460],
    ['1,280 pixels at 400 %', 320, 256],
  ])('that is low (%s) keeps one bar of 48 pixels, and everything within reach', (_, width, height) =>
    stage.play(
      async (page) => {
        await songIn(page, 'Day 01 1').waitFor();
        const content = await main(page).boundingBox();
        expect(height - (content?.height ?? 0)).toBeLessThanOrEqual(50);
        await button(main(page), 'Queue All').click();
        await button(player(page), 'Pause').click();
        await page.keyboard.press('n');
        const view = page.getByRole('dialog', { name: 'Now playing' });
        await view.getByRole('slider', { name: 'Position' }).waitFor();
        const beyond = await view.getByRole('button').evaluateAll((all) =>
          all.flatMap((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < 0 || right > globalThis.innerWidth ? element.getAttribute('aria-label') : [];
          }),
        );
        expect(beyond).toEqual([]);
        await page.keyboard.press('Escape');
        await view.waitFor({ state: 'hidden' });
        await player(page)
          .getByRole('button', { name: /Open the playlist/ })
          .click();
        // Nothing lies over it.
        await queueRow(page, 'Day 01 2').click({ trial: true });
        await button(page, 'Hide the playlist').click();
        await button(page.getByRole('navigation', { name: 'Main' }), 'More').click();
        await page.getByRole('menuitem', { name: 'Settings' }).click();
        await main(page).getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
        for (const hash of ['#/search', '#/recent', '#/playlists', '#/settings/users']) {
          await go(page, hash);
          await main(page).getByRole('heading', { level: 1 }).waitFor();
          expect([hash, await overflows(page)]).toEqual([hash, false]);
          const pans = await main(page).evaluate((content) => content.scrollWidth > content.clientWidth);
          expect([hash, pans]).toEqual([hash, false]);
        }
      },
      { at: browseRoute('Music/Anna/Day 01'), viewport: { width, height } },
    ),
  );

  it('at 400 % shows the words of a song, and scrolls by keys where nothing can be pressed', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { level: 1, name: 'Playlists' }).waitFor();
        expect(await main(page).getByRole('link').or(main(page).getByRole('button')).count()).toBe(0);
        const isThere = () => main(page).evaluate((content) => content === document.activeElement);
        for (let stops = 0; stops < 10 && !(await isThere()); stops += 1) await page.keyboard.press('Tab');
        await page.keyboard.press('End');
        await expect.poll(() => main(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
        await go(page, browseRoute('Music/Anna/Day 01'));
        await button(main(page), 'Queue All').click();
        await button(player(page), 'Pause').click();
        await page.keyboard.press('n');
        const view = page.getByRole('dialog', { name: 'Now playing' });
        await button(view, 'Lyrics').click();
        // Offers lie over the words, and stay as long as somebody points at them, or rests where they come.
        await page.mouse.move(1, 1);
        await view.getByText('No words of this song are known.').click({ trial: true });
        const words = view.getByRole('region', { name: 'Lyrics' });
        await words.focus();
        expect(await words.evaluate((region) => region === document.activeElement)).toBe(true);
      },
      { at: '#/playlists', viewport: { width: 320, height: 256 } },
    ));
});
