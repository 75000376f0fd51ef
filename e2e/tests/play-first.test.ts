import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawFinger, middleOf, playingClock, viewports } from '../src/browser.ts';
import {
  browseRoute,
  button,
  currentTitle,
  linkIn,
  main,
  player,
  queue,
  queuedTitles,
  songIn,
} from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const picnic = browseRoute('Music/Anna/Picnic');
const all = [1, 2, 3, 4].map((number) => `Picnic ${number}`);
const phone = { viewport: viewports.phone, isTouched: true } as const;

describe('playing comes first', () => {
  it('on the header of an album: play, shuffle, queue all', () =>
    stage.play(
      async (page) => {
        const buttons = main(page).locator('header').getByRole('button');
        await buttons.first().waitFor();
        expect((await buttons.allTextContents()).slice(0, 3)).toEqual(['Play', 'Shuffle', 'Queue All']);
        // What is there goes: into an empty queue, adding would play too.
        await button(main(page), 'Queue All').click();
        await button(main(page), 'Queue All').click();
        await expect.poll(() => queuedTitles(page)).toEqual([...all, ...all]);
        await button(main(page), 'Play').click();
        await expect.poll(() => queuedTitles(page)).toEqual(all);
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
        await button(main(page), 'Shuffle').click();
        await expect.poll(() => said(page)).toContain('Playlist replaced');
        await expect.poll(async () => (await queuedTitles(page)).sort()).toEqual(all);
        await button(page, 'Undo').click();
        await expect.poll(() => queuedTitles(page)).toEqual(all);
      },
      { at: picnic },
    ));

  const lineOf = async (page: Page, name: string) =>
    Math.round((await middleOf(button(main(page).locator('header'), name))).y);
  const linesOfVerbs = async (page: Page) => {
    await linkIn(page, 'Picnic').click();
    await button(main(page), 'Favourite').waitFor();
    const names = ['Play', 'Shuffle', 'Queue All', 'Actions for Picnic'];
    return [...new Set(await Promise.all(names.map((name) => lineOf(page, name))))];
  };

  it('in one line with the heart, where a queue stands beside', () =>
    stage.play(
      async (page) => {
        expect(await linesOfVerbs(page)).toEqual([await lineOf(page, 'Favourite')]);
      },
      { at: '#/albums' },
    ));

  it('in one line on the narrowest phone, with what else there is in the menu', () =>
    stage.play(
      async (page) => {
        const lines = await linesOfVerbs(page);
        expect(lines).toHaveLength(1);
        expect(await lineOf(page, 'Favourite')).toBeGreaterThan(lines[0] ?? 0);
        expect(await button(main(page), 'Filter and sort').count()).toBe(0);
        await button(main(page), 'Actions for Picnic').click();
        await page.getByRole('menuitemcheckbox', { name: 'Filter and sort' }).click();
        await main(page).getByRole('searchbox', { name: 'Filter this list' }).waitFor();
      },
      { at: '#/albums', viewport: viewports.narrow, isTouched: true },
    ));

  it('on the header of a folder and of a search', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Play').click();
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(10);
        await page.goto(`${stage.product.address}#/search/night`);
        await button(main(page), 'Play').click();
        await expect.poll(() => queuedTitles(page)).toEqual(['Night bus 1', 'Night bus 2', 'Night bus 3']);
      },
      { at: browseRoute('Music/Anna') },
    ));

  it('in the place of the number of a row, and on cards', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 3').hover();
        await button(main(page), 'Play Picnic 3 now').click();
        await expect.poll(() => queuedTitles(page)).toEqual(all);
        await expect.poll(() => currentTitle(page)).toBe('Picnic 3');
        await page.goto(`${stage.product.address}${browseRoute('Music/Anna')}`);
        await linkIn(page, 'Ripples').hover();
        await button(main(page), 'Play Ripples now').click();
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(6);
        expect(page.url()).toContain(browseRoute('Music/Anna'));
      },
      { at: picnic },
    ));

  it('and what was added by a slip of the hand is taken back', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').click();
        await button(main(page), 'Queue All').click();
        await expect.poll(() => said(page)).toContain('4 songs added');
        await button(page, 'Undo').click();
        await expect.poll(() => queuedTitles(page)).toEqual(['Picnic 1']);
        expect(await button(page, 'Undo').count()).toBe(0);
      },
      { at: picnic },
    ));
});

describe('a finger', () => {
  it('plays the list from the song it taps, or adds it, as people chose', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 2').tap();
        await player(page).getByText('Picnic 2').waitFor();
        await page.goto(`${stage.product.address}#/settings/preferences`);
        await main(page).getByLabel('A tap on a song').selectOption('add');
        await page.goto(`${stage.product.address}${picnic}`);
        await songIn(page, 'Picnic 4').tap();
        await expect.poll(() => said(page)).toContain('1 song added');
        await player(page).getByRole('button', { name: 'Open the playlist' }).tap();
        await expect.poll(() => queuedTitles(page)).toEqual([...all, 'Picnic 4']);
        await expect.poll(() => currentTitle(page)).toBe('Picnic 2');
      },
      { at: picnic, ...phone },
    ));

  it('adds what it draws to the right, plays next what it draws to the left, and scrolls up and down', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 2').tap();
        const draw = async (title: string, across: number, down: number) => {
          const { x, y } = await middleOf(songIn(page, title));
          await drawFinger(page, { x, y }, { x: x + across, y: y + down });
        };
        await draw('Picnic 1', 110, 2);
        await expect.poll(() => said(page)).toContain('1 song added');
        await draw('Picnic 4', -110, 2);
        await draw('Picnic 3', 30, 0);
        await draw('Picnic 3', 20, -90);
        await player(page).getByRole('button', { name: 'Open the playlist' }).tap();
        const expected = ['Picnic 1', 'Picnic 2', 'Picnic 4', 'Picnic 3', 'Picnic 4', 'Picnic 1'];
        await expect.poll(() => queuedTitles(page)).toEqual(expected);
        await queue(page).waitFor();
      },
      { at: picnic, ...phone },
    ));
});
