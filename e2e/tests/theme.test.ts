import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../src/journeys.ts';
import { button, go, main } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const saved = async () =>
  (await (await callApi(stage.product, 'preferences', { token: stage.token })).json()) as object;
const token = (page: Page, name: string) =>
  page.evaluate((it) => document.documentElement.style.getPropertyValue(it).toLowerCase(), name);
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.replaceAll(' ', ''));

const bases = [
  ['Blue', 'rgb(23,26,34)'],
  ['Brown', 'rgb(34,29,28)'],
  ['Dark', 'rgb(34,34,34)'],
  ['Light', 'rgb(255,255,255)'],
] as const;

describe('the theme', () => {
  it('is chosen from four bases, in the order of their names, and stays', () =>
    stage.play(
      async (page) => {
        const mode = main(page).getByLabel('Mode');
        await mode.waitFor();
        const labels = await mode.getByRole('option').allTextContents();
        expect(labels).toEqual(expect.arrayContaining(['Blue', 'Brown', 'Dark', 'Light']));
        expect(await mode.inputValue()).toBe('light');
        for (const [label, colour] of bases) {
          await mode.selectOption({ label });
          await expect.poll(() => background(page)).toBe(colour);
          await expect.poll(saved).toMatchObject({ web_theme_base: label.toLowerCase() });
        }
        await mode.selectOption({ label: 'Brown' });
        await expect.poll(saved).toMatchObject({ web_theme_base: 'brown' });
        await page.reload();
        await expect.poll(() => background(page)).toBe('rgb(34,29,28)');
      },
      { at: '#/settings/preferences' },
    ));

  it('previews an accent without saving it, and saves the one that is chosen', () =>
    stage.play(
      async (page) => {
        await main(page).getByLabel('Mode').waitFor();
        const before = await saved();
        const swatch = main(page).getByRole('button', { name: 'Color #9b7bff' });
        await swatch.hover();
        await expect.poll(() => token(page, '--accent')).toBe('#9b7bff');
        await main(page).getByRole('heading', { name: 'Settings' }).hover();
        await expect.poll(() => token(page, '--accent')).toBe('#44c8f1');
        await swatch.hover();
        await go(page, '#/random');
        await expect.poll(() => token(page, '--accent')).toBe('#44c8f1');
        expect(await saved()).toEqual(before);

        await go(page, '#/settings/preferences');
        await swatch.click();
        await expect.poll(saved).toMatchObject({ web_theme_accent: '#9b7bff' });
        await page.reload();
        await expect.poll(() => token(page, '--accent')).toBe('#9b7bff');

        const custom = main(page).getByLabel('Color', { exact: true });
        await custom.evaluate((input: HTMLInputElement) => {
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
          set?.call(input, '#00ff80');
          input.dispatchEvent(new Event('input', { bubbles: true }));
        });
        await expect.poll(() => token(page, '--accent')).toBe('#00ff80');
        expect(await saved()).toMatchObject({ web_theme_accent: '#9b7bff' });
        await custom.evaluate((input) => input.dispatchEvent(new Event('change', { bubbles: true })));
        await expect.poll(saved).toMatchObject({ web_theme_accent: '#00ff80' });
      },
      { at: '#/settings/preferences' },
    ));

  it('goes back to the default', () =>
    stage.play(
      async (page) => {
        await main(page).getByLabel('Mode').selectOption({ label: 'Dark' });
        await expect.poll(saved).toMatchObject({ web_theme_base: 'dark' });
        await button(main(page), 'Reset the theme').click();
        await expect.poll(() => background(page)).toBe('rgb(255,255,255)');
        await expect.poll(() => token(page, '--accent')).toBe('#44c8f1');
        await expect.poll(saved).toMatchObject({ web_theme_base: 'light' });
        await expect.poll(() => main(page).getByLabel('Mode').inputValue()).toBe('light');
      },
      { at: '#/settings/preferences' },
    ));

  it('follows the system when asked, in this browser only', () =>
    stage.play(
      async (page) => {
        const before = await saved();
        await main(page).getByLabel('Mode').selectOption({ label: 'Follow the system (light or dark)' });
        await expect.poll(() => background(page)).toBe('rgb(255,255,255)');
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect.poll(() => background(page)).toBe('rgb(34,34,34)');
        expect(await saved()).toEqual(before);
      },
      { at: '#/settings/preferences' },
    ));

  it('is followed by other tabs', () =>
    stage.play(
      async (page, { context }) => {
        await main(page).getByLabel('Mode').waitFor();
        const other = await context.newPage();
        await other.goto(`${stage.product.address}#/random`);
        await main(other).getByRole('heading', { name: 'Random' }).waitFor();
        await main(page).getByLabel('Mode').selectOption({ label: 'Blue' });
        await expect.poll(() => background(other)).toBe('rgb(23,26,34)');
      },
      { at: '#/settings/preferences' },
    ));
});
