import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playingClock } from '../src/browser.ts';
import { anna } from '../src/journeys.ts';
import { button, currentTitle, main, player, queue, queuedTitles, settled } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

/** More stops than any screen has. */
const mostStops = 60;

/** Name of what has the keyboard, as a screen reader would say it. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
    return (element.ariaLabel ?? labels?.[0]?.textContent ?? element.innerText)
      .replaceAll(/\s+/g, ' ')
      .trim();
  });

/** Whether nothing has the keyboard any more, so that Tab begins anew. */
const isFocusLost = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

/** Whether one can see what has the keyboard: an outline on it, in it, or on the row that it stands for. */
const hasFocusRing = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return false;
    const active = element.getAttribute('aria-activedescendant');
    const standIn = active === null ? null : document.getElementById(active);
    const parts = [element, ...element.querySelectorAll('*'), ...(standIn === null ? [] : [standIn])];
    return parts.some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
  });

/** Presses Tab until something of that name has the keyboard, and looks that one can see where it is. */
const tabTo = async (page: Page, name: RegExp, key = 'Tab'): Promise<void> => {
  const seen: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (name.test(focused)) {
      expect(await hasFocusRing(page), `${focused} shows that it has the focus`).toBe(true);
      return;
    }
    seen.push(focused);
  }
  throw new Error(`no ${name} among: ${seen.join(' | ')}`);
};
const press = (page: Page, ...keys: string[]) =>
  keys.reduce<Promise<void>>((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

describe('without a mouse, one can', () => {
  it('sign in, browse to an album, queue it, play, skip, seek and sign out', () =>
    stage.play(
      async (page) => {
        await page.waitForURL(/#\/auth$/);
        await expect.poll(() => focusedName(page)).toBe('Username');
        await page.keyboard.type(anna.username);
        await press(page, 'Tab');
        await page.keyboard.type(anna.password);
        await press(page, 'Enter');
        await page.waitForURL(/#\/browse$/);

        await main(page).getByRole('link', { name: 'Music' }).waitFor();
        await tabTo(page, /^Music 4 albums/);
        await press(page, 'Enter');
        await main(page).getByRole('grid', { name: 'Contents of Music' }).waitFor();
        await tabTo(page, /^Anna/);
        await press(page, 'Enter');
        await main(page).getByRole('grid', { name: 'Albums of Anna' }).waitFor();
        await tabTo(page, /^Picnic/);
        await press(page, 'ArrowRight');
        await expect.poll(() => focusedName(page)).toMatch(/^Ripples/);
        await press(page, 'ArrowLeft', 'Enter');
        await main(page).getByRole('grid', { name: 'Songs of Picnic' }).waitFor();
        await tabTo(page, /^Queue All$/);
        await press(page, 'Enter');
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);

        await tabTo(page, /^Next song$/);
        await press(page, 'Enter');
        await expect.poll(() => currentTitle(page)).toBe('Picnic 2');
        await tabTo(page, /^Position$/, 'Shift+Tab');
        await press(page, 'PageUp');
        await expect.poll(() => playingClock(page)).toBeGreaterThan(10);
        await tabTo(page, /^Pause$/);
        await press(page, 'Space');
        await button(player(page), 'Play').waitFor();

        await tabTo(page, /^Volume$/);
        await press(page, 'ArrowLeft');
        await expect
          .poll(() => player(page).getByRole('slider', { name: 'Volume' }).inputValue())
          .toBe('0.99');

        await tabTo(page, /^Log out$/, 'Shift+Tab');
        await press(page, 'Enter');
        await page.waitForURL(/#\/auth$/);
        await expect.poll(() => focusedName(page)).toBe('Username');
      },
      { at: '', as: null, allowed: [/401/] },
    ));

  it('play a song, put it next, order the queue and take songs out', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('grid').waitFor();
        await tabTo(page, /Picnic 1/);
        await press(page, 'Enter');
        await expect.poll(() => currentTitle(page)).toBe('Picnic 1');
        await press(page, 'ArrowDown', 'Space', 'ArrowDown', 'Shift+F10');
        await page.getByRole('menu', { name: 'Actions for Picnic 3' }).waitFor();
        await press(page, 'ArrowDown', 'Enter');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 3', 'Picnic 2']);
        await expect.poll(() => focusedName(page)).toMatch(/Picnic 3/);

        await press(page, 'q', 'End', 'Alt+ArrowUp');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 2', 'Picnic 3']);
        await press(page, 'Enter');
        await expect.poll(() => currentTitle(page)).toBe('Picnic 2');
        await press(page, 'ArrowDown', 'Delete');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 2']);
        await press(page, 'Control+a', 'Delete');
        await queue(page).getByText('Make a playlist by dragging', { exact: false }).waitFor();
        expect(await isFocusLost(page)).toBe(false);
        await tabTo(page, /^Undo$/);
        await press(page, 'Enter');
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1', 'Picnic 2']);
      },
      { at: '#/browse/Music/Anna/Picnic' },
    ));

  it('save a playlist, open it, play it and delete it', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('grid').waitFor();
        await tabTo(page, /^Queue All$/);
        await press(page, 'Enter');
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
        await tabTo(page, /^Save playlist$/);
        await press(page, 'Enter');
        await expect.poll(() => focusedName(page)).toBe('Playlist name:');
        await page.keyboard.type('By hand');
        await press(page, 'Enter');
        const dialog = page.getByRole('dialog', { name: 'Save playlist' });
        await dialog.waitFor({ state: 'hidden' });
        await expect.poll(() => focusedName(page)).toBe('Save playlist');

        await tabTo(page, /^Playlists$/, 'Shift+Tab');
        await press(page, 'Enter');
        await main(page).getByRole('link', { name: 'By hand' }).waitFor();
        await tabTo(page, /^By hand/);
        await press(page, 'Enter');
        await button(main(page), 'Play').waitFor();
        await tabTo(page, /^Play$/);
        await press(page, 'Enter');
        await expect.poll(() => currentTitle(page)).toBe('Picnic 1');
        await tabTo(page, /^Delete$/);
        await press(page, 'Enter');
        await page.waitForURL(/#\/playlists$/);
        await main(page).getByText('You have no playlists yet.', { exact: false }).waitFor();
      },
      { at: '#/browse/Music/Anna/Picnic' },
    ));

  it('search and open what was found', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Random' }).waitFor();
        await press(page, '/');
        await expect.poll(() => focusedName(page)).toBe('Search the collection');
        await page.keyboard.type('ripples');
        await main(page).getByRole('heading', { name: "7 results found for 'ripples'" }).waitFor();
        await tabTo(page, /^Ripples/);
        await press(page, 'Enter');
        await main(page).getByRole('heading', { name: 'Disc 2' }).waitFor();
        await tabTo(page, /^Actions for Disc 2$/);
        await press(page, 'Enter');
        await page.getByRole('menu', { name: 'Actions for Disc 2' }).waitFor();
        await press(page, 'Escape');
        await expect.poll(() => focusedName(page)).toBe('Actions for Disc 2');
        await settled(page);
        await page.goBack();
        await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('ripples');
      },
      { at: '#/random' },
    ));

  it('change the theme, a user and the scan', () =>
    stage.play(
      async (page) => {
        await main(page).getByLabel('Mode').waitFor();
        await tabTo(page, /^Mode$/);
        await press(page, 'b', 'Enter');
        await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('blue');
        await tabTo(page, /^Reset the theme$/);
        await press(page, 'Enter');
        await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
        await tabTo(page, /^Users$/, 'Shift+Tab');
        await press(page, 'Enter');
        await button(main(page), 'Create user').waitFor();
        await tabTo(page, /^Create user$/);
        await press(page, 'Enter');
        await expect.poll(() => focusedName(page)).toBe('Username');
        await page.keyboard.type('bo');
        await press(page, 'Tab');
        await page.keyboard.type('bo bo bo bo');
        await press(page, 'Tab', 'Enter');
        await button(main(page), 'Delete bo').waitFor();
        await expect.poll(() => focusedName(page)).toBe('Create user');
        await tabTo(page, /^Delete bo$/, 'Shift+Tab');
        await press(page, 'Enter');
        await expect.poll(() => focusedName(page)).toBe('Cancel');
        await press(page, 'Tab', 'Enter');
        await main(page).getByText('bo', { exact: true }).waitFor({ state: 'hidden' });
        await expect.poll(() => focusedName(page)).toBe('Create user');
        await tabTo(page, /^Collection$/, 'Shift+Tab');
        await press(page, 'Enter');
        await button(main(page), 'Scan now').waitFor();
        await tabTo(page, /^Scan now$/);
        await press(page, 'Enter');
        await button(main(page), 'On it!').waitFor();
      },
      { at: '#/settings/preferences' },
    ));

  it('skip to the content, and come to everything by Tab in the order it is read', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('grid').waitFor();
        await press(page, 'Tab');
        expect(await focusedName(page)).toBe('Skip to content');
        await press(page, 'Enter');
        expect(await focusedName(page)).toBe('Content');
        await press(page, 'Tab');
        expect(await focusedName(page)).toBe('All Music');
      },
      { at: '#/browse/Music' },
    ));
});
