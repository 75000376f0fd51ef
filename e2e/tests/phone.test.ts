import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import { browseRoute, button, main, player, queue, queuedTitles, queueRow } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const phone = { viewport: viewports.phone, isTouched: true } as const;
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Opens the queue, however the player of a phone leads there. */
const openQueue = async (page: Page): Promise<void> => {
  await player(page)
    .getByRole('button', { name: /Open the playlist/ })
    .tap();
  await queue(page).waitFor();
};

describe('on a phone', () => {
  it('five tabs with words lead everywhere, and tell where one is', () =>
    stage.play(
      async (page) => {
        const bar = tabs(page);
        await bar.getByText('Library').waitFor();
        expect(await bar.getByRole('link').allInnerTexts()).toEqual([
          'Library',
          'Search',
          'Playlists',
          'Recent',
        ]);
        for (const tab of await bar.getByRole('link').all()) {
          const box = await tab.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        }
        for (const [name, hash] of [
          ['Search', 'search'],
          ['Playlists', 'playlists'],
          ['Recent', 'recent'],
          ['Library', 'browse'],
        ] as const) {
          await bar.getByRole('link', { name }).tap();
          await page.waitForURL(new RegExp(`#/${hash}`));
          await expect.poll(() => bar.locator('[aria-current=page]').innerText()).toBe(name);
        }
        for (const name of ['Random', 'Settings']) {
          await button(bar, 'More').tap();
          await page.getByRole('menuitem', { name }).tap();
          await main(page).getByRole('heading', { level: 1, name }).waitFor();
        }
      },
      { ...phone, at: '#/browse' },
    ));

  it('a sheet that comes up under the finger marks nothing that was not touched', () =>
    stage.play(
      async (page) => {
        await button(tabs(page), 'More').tap();
        const lines = page.getByRole('menuitem');
        await lines.first().waitFor();
        const grounds = await lines.evaluateAll((all) =>
          all.map((it) => getComputedStyle(it).backgroundColor),
        );
        expect(new Set(grounds).size).toBe(1);
      },
      { ...phone, at: '#/browse' },
    ));

  it('logging out stands under More, and asks while music plays', () =>
    stage.play(
      async (page) => {
        expect(await tabs(page).getByText('Log out').count()).toBe(0);
        await button(main(page), 'Queue All').tap();
        await button(player(page), 'Pause').waitFor();
        await button(tabs(page), 'More').tap();
        await page.getByRole('menuitem', { name: 'Log out' }).tap();
        const question = page.getByRole('dialog', { name: 'Log out' });
        await question.getByText('Music is playing.', { exact: false }).waitFor();
        await button(question, 'Cancel').tap();
        await button(player(page), 'Pause').tap();
        // The server need not be there for anybody to leave.
        await stage.stopServer();
        await button(tabs(page), 'More').tap();
        await page.getByRole('menuitem', { name: 'Log out' }).tap();
        await page.waitForURL(/#\/auth$/);
        await stage.startServer();
        await page.reload();
        await button(page, 'Login').waitFor();
      },
      {
        ...phone,
        at: browseRoute('Music/Anna/Picnic'),
        hasOwnSession: true,
        allowed: [/ERR_|503|unreachable|could not be/],
      },
    ));

  it('the queue is put in order and emptied without dragging, and its help fits a finger', () =>
    stage.play(
      async (page) => {
        await openQueue(page);
        await queue(page)
          .getByText(/tapping music in your collection/)
          .waitFor();
        await button(page, 'Hide the playlist').tap();
        await button(main(page), 'Queue All').tap();
        await openQueue(page);
        await queueRow(page, 'Picnic 3').waitFor();
        const choose = async (title: string, name: string): Promise<void> => {
          // What a long press asks for.
          await queueRow(page, title).dispatchEvent('contextmenu');
          await page.getByRole('menuitem', { name, exact: true }).tap();
        };
        await choose('Picnic 3', 'Move up');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 3', 'Picnic 2', 'Picnic 4']);
        await choose('Picnic 3', 'Move down');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 2', 'Picnic 3', 'Picnic 4']);
        await choose('Picnic 2', 'Remove');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 3', 'Picnic 4']);
      },
      { ...phone, at: browseRoute('Music/Anna/Picnic') },
    ));
});
