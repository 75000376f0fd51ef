import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccessibilityStage, playSomething, walk, wholeWalkMs } from '../src/accessibility-walk.ts';
import type { AccessibilityChecker } from '../src/axe.ts';
import { button, linkIn, queue } from '../src/parts.ts';
import type { Stage } from '../src/stage.ts';

let stage: Stage;
let checker: AccessibilityChecker;
beforeAll(async () => {
  ({ stage, checker } = await openAccessibilityStage());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('every screen is free of violations, in all themes', () => {
  it('or else this walk would tell', () =>
    stage.play(async (page) => {
      await linkIn(page, 'Music').waitFor();
      await page.evaluate(() => {
        document.querySelector('h1')?.style.setProperty('color', 'var(--border-muted)');
        document.querySelector('main')?.append(document.createElement('img'));
      });
      const lines = await checker.check(page, 'all music');
      expect(lines.filter((line) => line.includes('image-alt'))).toHaveLength(1);
      expect(lines.filter((line) => line.includes('color-contrast')).length).toBeGreaterThanOrEqual(2);
    }));

  it(
    'on a desktop',
    () =>
      stage.play(
        async (page) => {
          await playSomething(page);
          const lines = await walk(page, checker);
          await button(queue(page), 'Save playlist').click();
          await page.getByRole('dialog', { name: 'Save playlist' }).waitFor();
          lines.push(...(await checker.check(page, 'save popup')));
          await page.keyboard.press('Escape');
          await button(queue(page), 'Clear playlist').click();
          await button(page, 'Undo').waitFor();
          lines.push(...(await checker.check(page, 'empty queue')));
          expect(lines).toEqual([]);
        },
        { allowed: [/404/] },
      ),
    wholeWalkMs,
  );
});
