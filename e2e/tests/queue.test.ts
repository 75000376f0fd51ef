import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dragByFinger, viewports } from '../src/browser.ts';
import {
  browseRoute,
  button,
  currentTitle,
  linkIn,
  main,
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
const expectTitles = (page: Page, ...numbers: readonly number[]) =>
  expect.poll(() => queuedTitles(page)).toEqual(numbers.map((number) => `Picnic ${number}`));
const queueAll = async (page: Page): Promise<void> => {
  await button(main(page), 'Queue All').click();
  await expectTitles(page, 1, 2, 3, 4);
};
const undo = (page: Page) => button(page, 'Undo').click();
const selectedCount = (page: Page) => queue(page).getByRole('row', { selected: true }).count();

describe('the queue', () => {
  it('takes a song on a click, and plays it now on a double click', () =>
    stage.play(async (page) => {
      await songIn(page, 'Picnic 2').click();
      await expectTitles(page, 2);
      await songIn(page, 'Picnic 1').click();
      await expectTitles(page, 2, 1);
      expect(await currentTitle(page)).toBe('Picnic 2');
      await songIn(page, 'Picnic 4').dblclick();
      await expectTitles(page, 2, 4, 1);
      await expect.poll(() => currentTitle(page)).toBe('Picnic 4');
    }, picnic));

  it('takes songs, albums and folders where they are dropped', () =>
    stage.play(async (page) => {
      await songIn(page, 'Picnic 1').dragTo(queue(page));
      await expectTitles(page, 1);
      await songIn(page, 'Picnic 2').dragTo(queueRow(page, 'Picnic 1'), { targetPosition: { x: 90, y: 3 } });
      await expectTitles(page, 2, 1);
      await songIn(page, 'Picnic 3').dragTo(queueRow(page, 'Picnic 1'), { targetPosition: { x: 90, y: 3 } });
      await expectTitles(page, 2, 3, 1);
      await main(page).getByRole('navigation').getByRole('link', { name: 'Anna' }).click();
      await linkIn(page, 'Picnic').dragTo(queueRow(page, 'Picnic 3'), { targetPosition: { x: 90, y: 27 } });
      await expectTitles(page, 2, 3, 1, 2, 3, 4, 1);
    }, picnic));

  it('is ordered by dragging and by Alt and arrows', () =>
    stage.play(async (page) => {
      await queueAll(page);
      await queueRow(page, 'Picnic 4').dragTo(queueRow(page, 'Picnic 1'), {
        targetPosition: { x: 90, y: 3 },
      });
      await expectTitles(page, 4, 1, 2, 3);
      await queue(page).getByRole('grid').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Alt+ArrowDown');
      await expectTitles(page, 1, 4, 2, 3);
      await page.keyboard.press('Alt+ArrowDown');
      await page.keyboard.press('Alt+ArrowDown');
      await expectTitles(page, 1, 2, 3, 4);
      await page.keyboard.press('Alt+ArrowUp');
      await expectTitles(page, 1, 2, 4, 3);
      await page.getByText('Picnic 4 moved to position 3').waitFor({ state: 'attached' });
    }, picnic));

  it('gives back what was removed, cleared or shuffled', () =>
    stage.play(async (page) => {
      await queueAll(page);
      await button(queue(page), 'Remove Picnic 2').click();
      await expectTitles(page, 1, 3, 4);
      await undo(page);
      await expectTitles(page, 1, 2, 3, 4);
      await button(queue(page), 'Clear playlist').click();
      await queue(page)
        .getByText('Make a playlist by dragging music from your collection to here.')
        .waitFor();
      await undo(page);
      await expectTitles(page, 1, 2, 3, 4);
      await button(queue(page), 'Shuffle playlist').click();
      await button(page, 'Undo').waitFor();
      expect((await queuedTitles(page)).sort()).toEqual(['Picnic 1', 'Picnic 2', 'Picnic 3', 'Picnic 4']);
      await undo(page);
      await expectTitles(page, 1, 2, 3, 4);
    }, picnic));

  it('lets one choose several and work on them together', () =>
    stage.play(async (page) => {
      await queueAll(page);
      await queueRow(page, 'Picnic 2').click();
      await queueRow(page, 'Picnic 3').click({ modifiers: ['Shift'] });
      expect(await selectedCount(page)).toBe(2);
      await queueRow(page, 'Picnic 2').dragTo(queueRow(page, 'Picnic 1'), {
        targetPosition: { x: 90, y: 3 },
      });
      await expectTitles(page, 2, 3, 1, 4);
      await queueRow(page, 'Picnic 4').click({ modifiers: ['ControlOrMeta'] });
      expect(await selectedCount(page)).toBe(3);
      await queue(page).getByRole('grid').focus();
      await page.keyboard.press('Delete');
      await expectTitles(page, 1);
      await undo(page);
      await expectTitles(page, 2, 3, 1, 4);
      await queue(page).getByRole('grid').focus();
      await page.keyboard.press('ControlOrMeta+a');
      expect(await selectedCount(page)).toBe(4);
    }, picnic));

  it('has the three verbs and Remove for every entry', () =>
    stage.play(async (page) => {
      await queueAll(page);
      await queueRow(page, 'Picnic 4').click({ button: 'right' });
      const menu = page.getByRole('menu', { name: 'Song actions' });
      await menu.waitFor();
      expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
        'Play now',
        'Play next',
        'Add to queue',
        'Add to playlist…',
        'Add to favourites',
        'Rate…',
        'Go to album',
        'Go to artist',
        'Show in folder',
        'Details',
        'Download',
        'Correct…',
        'Move up',
        'Move down',
        'Remove',
      ]);
      await menu.getByRole('menuitem', { name: 'Play next' }).click();
      await expectTitles(page, 1, 4, 2, 3);
      await queueRow(page, 'Picnic 3').click({ button: 'right' });
      await menu.getByRole('menuitem', { name: 'Add to queue' }).click();
      await expectTitles(page, 1, 4, 2, 3, 3);
    }, picnic));

  it('is a sheet on a phone', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').click();
        await songIn(page, 'Picnic 2').click();
        await page
          .getByRole('region', { name: 'Player' })
          .getByRole('button', { name: /Open the playlist/ })
          .click();
        await expectTitles(page, 1, 2);
        await queueRow(page, 'Picnic 2').click();
        await expect.poll(() => currentTitle(page)).toBe('Picnic 2');
        await button(page, 'Hide the playlist').click();
        await queue(page).waitFor({ state: 'hidden' });
      },
      { ...picnic, viewport: viewports.phone },
    ));

  it('is ordered by a finger on the grip of a row, and played by one on its title', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').tap();
        await page
          .getByRole('region', { name: 'Player' })
          .getByRole('button', { name: /Open the playlist/ })
          .tap();
        await expectTitles(page, 1, 2, 3, 4);
        await queueRow(page, 'Picnic 3').tap();
        await expect.poll(() => currentTitle(page)).toBe('Picnic 3');
        const grip = queueRow(page, 'Picnic 1').locator('[data-grip]');
        await dragByFinger(grip, queueRow(page, 'Picnic 4'));
        await expectTitles(page, 2, 3, 4, 1);
        expect(await currentTitle(page)).toBe('Picnic 3');
      },
      { ...picnic, viewport: viewports.phone, isTouched: true },
    ));
});
