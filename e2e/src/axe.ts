import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { themes } from '@tonearm/contract';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Success criteria of WCAG 2.0 to 2.2, levels A and AA. */
const everyRule: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
/** Rules whose answer depends on colours. */
const colourRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

const bases = Object.keys(themes);
/** The default accent, those that are hardest to read on some base, and two between. */
const accents = ['#44c8f1', '#000000', '#ffffff', '#ffff00', '#808080', '#d81b60'] as const;

/** A theme as the page paints it. */
interface Painted {
  readonly name: string;
  /** Custom properties of the root element. */
  readonly css: string;
}

/** How a page is checked. One checker serves all screens of a walk. */
export interface AccessibilityChecker {
  /**
   * Checks what the page shows now by every rule, then its colours in every base.
   * @param place words that name the screen
   * @returns the violations, a line each; none is the goal
   */
  check(page: Page, place: string): Promise<string[]>;
}

/** Has the page paint a theme as if another tab had chosen it: nothing is saved or loaded. */
const painted = (page: Page, base: string, accent: string): Promise<Painted> =>
  page.evaluate(
    (theme) => {
      const newValue = JSON.stringify(theme);
      globalThis.dispatchEvent(new StorageEvent('storage', { key: 'tonearm.theme', newValue }));
      const root = document.documentElement;
      if (root.dataset['theme'] !== theme.base) throw new Error(`the page did not turn ${theme.base}`);
      return { name: `${theme.base} ${theme.accent}`, css: root.style.cssText };
    },
    { base, accent },
  );

const wear = (page: Page, { css }: Painted): Promise<void> =>
  page.evaluate(async (text) => {
    document.documentElement.style.cssText = text;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  }, css);

/** @returns a line for each kind of violation: rule, what is wrong, and the first elements */
const violations = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(async (runOptions) => {
    const { axe } = globalThis as unknown as {
      axe: { run(on: Document, how: RunOptions): Promise<AxeResults> };
    };
    const results = await axe.run(document, runOptions);
    return results.violations.map(({ id, nodes }) => {
      const [first] = nodes;
      const why = [...(first?.any ?? []), ...(first?.all ?? []), ...(first?.none ?? [])][0]?.message ?? '';
      return `${id} ×${nodes.length}: ${first?.target.join(' ')} — ${why}`;
    });
  }, options);

/**
 * Learns every theme from a page with somebody signed in. Each screen is then checked in all bases, each
 * with one accent: the accents take turns, so that all of them meet every base on many screens. With
 * `TONEARM_EVERY_THEME=1` (`npm run accessibility`) each screen is checked with every accent on every base.
 */
export const createAccessibilityChecker = async (signedIn: Page): Promise<AccessibilityChecker> => {
  const looks: Painted[][] = [];
  for (const base of bases) {
    looks.push([]);
    for (const accent of accents) looks.at(-1)?.push(await painted(signedIn, base, accent));
  }
  await painted(signedIn, 'light', accents[0]);
  const isEveryTheme = process.env['TONEARM_EVERY_THEME'] === '1';
  let turn = 0;
  return {
    async check(page, place) {
      turn += 1;
      const before = await page.evaluate(() => document.documentElement.style.cssText);
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
      const lines = (await violations(page, everyRule)).map((line) => `${place}: ${line}`);
      const worn = isEveryTheme
        ? looks.flat()
        : looks.flatMap((ofBase, base) => ofBase[(turn + base) % ofBase.length] ?? []);
      for (const theme of worn) {
        await wear(page, theme);
        const found = await violations(page, colourRules);
        lines.push(...found.map((line) => `${place}, ${theme.name}: ${line}`));
      }
      await wear(page, { name: '', css: before });
      return lines;
    },
  };
};
