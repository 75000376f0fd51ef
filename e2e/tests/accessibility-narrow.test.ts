import { startProduct, tempFolder } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccessibilityStage, playSomething, walk, wholeWalkMs } from '../src/accessibility-walk.ts';
import type { AccessibilityChecker } from '../src/axe.ts';
import { openPage, viewports } from '../src/browser.ts';
import { button, player, queue } from '../src/parts.ts';
import type { Stage } from '../src/stage.ts';

let stage: Stage;
let checker: AccessibilityChecker;
beforeAll(async () => {
  ({ stage, checker } = await openAccessibilityStage());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('every screen is free of violations, in all themes', () => {
  it(
    '320 pixels wide',
    () =>
      stage.play(
        async (page) => {
          await playSomething(page);
          const lines = await walk(page, checker);
          await player(page)
            .getByRole('button', { name: /Open the playlist/ })
            .click();
          await queue(page).getByRole('row').first().waitFor();
          lines.push(...(await checker.check(page, 'queue sheet')));
          await page.keyboard.press('Escape');
          await player(page)
            .getByRole('button', { name: /Show what plays/ })
            .click();
          await page.getByRole('dialog', { name: 'Now playing' }).waitFor();
          lines.push(...(await checker.check(page, 'now playing')));
          expect(lines).toEqual([]);
        },
        { viewport: viewports.narrow, allowed: [/404/] },
      ),
    wholeWalkMs,
  );

  it(
    'before anybody is signed in',
    async () => {
      const lines: string[] = [];
      await using folder = await tempFolder();
      await using product = await startProduct({ dataFolder: folder.path });
      for (const viewport of [viewports.desktop, viewports.narrow]) {
        await stage.play(
          async (page) => {
            await page.getByLabel('Username').fill('anna');
            await button(page, 'Login').click();
            await page.getByText('Incorrect credentials, please try again.').waitFor();
            lines.push(...(await checker.check(page, 'sign-in')));
          },
          { as: null, viewport, allowed: [/401/] },
        );
        await using watched = await openPage(stage.browser, { viewport });
        const { page } = watched;
        await page.goto(product.address);
        await button(page, 'Sounds good').waitFor();
        lines.push(...(await checker.check(page, 'welcome')));
        await button(page, 'Sounds good').click();
        await page.getByLabel('Location').fill('/nowhere');
        await page.getByText('This folder does not exist on the server.').waitFor();
        lines.push(...(await checker.check(page, 'music sources')));
        expect(watched.troubles).toEqual([]);
      }
      expect(lines).toEqual([]);
    },
    wholeWalkMs,
  );
});
