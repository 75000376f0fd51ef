import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { themes } from '@tonearm/contract';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What a page is given to look for violations. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Left out: the product has no frames, and no rule of these looks into style sheets that were loaded. */
const frugal: RunOptions = { resultTypes: ['violations'], iframes: false, preload: false };
/** Success criteria of WCAG 2.0 to 2.2, levels A and AA, and best practice. */
const everyRule: RunOptions = {
  ...frugal,
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};
/** Rules whose answer depends on colours: the others say the same in every base. */
const colourRules: RunOptions = {
  ...frugal,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Bases of themes. */
export const bases = Object.keys(themes);
/** The default accent, those that are hardest to read on some base, and two between. */
export const accents = ['#44c8f1', '#000000', '#ffffff', '#ffff00', '#808080', '#d81b60'] as const;

/** A theme as the page paints it. */
export interface Painted {
  readonly name: string;
  /** Custom properties of the root element. */
  readonly css: string;
}

/** How a page is checked. One checker serves all screens of a walk. */
export interface AccessibilityChecker {
  /**
   * Checks what the page shows now by every rule, and its colours in other bases too.
   * @param place words that name the screen
   * @returns the violations, a line each; none is the goal
   */
  check(page: Page, place: string): Promise<string[]>;
}

/** Has the page paint a theme as if another tab had chosen it: nothing is saved or loaded. */
export const painted = (page: Page, base: string, accent: string): Promise<Painted> =>
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

/** Has the page show a theme that was painted before, once it has come to rest. */
export const wear = (page: Page, { css }: Painted): Promise<void> =>
  page.evaluate(async (text) => {
    document.documentElement.style.cssText = text;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  }, css);

/** What stands beside every screen: the queue and the player. */
const beside = 'aside';

/** What stands beside the screen now, but for numbers, which run on while music plays; empty for nothing. */
const besideNow = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const parts = [...document.querySelectorAll(selector)].map((part) => part.outerHTML);
    return parts.join('').replaceAll(/\d+/g, '');
  }, beside);

/** @returns a line for each kind of violation: rule, what is wrong, and the first elements */
const violations = (page: Page, options: RunOptions, without: string | null): Promise<string[]> =>
  page.evaluate(
    async ({ runOptions, excluded }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(on: ElementContext, how: RunOptions): Promise<AxeResults> };
      };
      const context = excluded === null ? document : { include: [document], exclude: [excluded] };
      const results = await axe.run(context, runOptions);
      return results.violations.map(({ id, nodes }) => {
        const [first] = nodes;
        const why = [...(first?.any ?? []), ...(first?.all ?? []), ...(first?.none ?? [])][0]?.message ?? '';
        return `${id} ×${nodes.length}: ${first?.target.join(' ')} — ${why}`;
      });
    },
    { runOptions: options, excluded: without },
  );

/** Below this many CSS pixels a window is a narrow one. */
const narrowBelow = 768;

/**
 * Learns every theme from a page with somebody signed in. Each screen is then checked in half of the bases, in the
 * other half where the window is narrow, each with one accent: the accents take turns, so that all of them meet every
 * base on many screens. With `TONEARM_EVERY_THEME=1` (`npm run accessibility -- --every-theme`) each screen is checked with every accent
 * on every base in every window.
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
  /** What stood beside screens in some look, and was found good. */
  const seen = new Set<string>();
  /** Looks at the screen, and at what stands beside it unless that was looked at already, just as it is. */
  const look = async (page: Page, options: RunOptions, name: string): Promise<string[]> => {
    const key = JSON.stringify([name, page.viewportSize(), await besideNow(page)]);
    const found = await violations(page, options, !isEveryTheme && seen.has(key) ? beside : null);
    if (found.length === 0) seen.add(key);
    return found;
  };
  /** Themes for a screen now: those of its other window are the rest. */
  const worn = (page: Page, place: string): Painted[] => {
    if (isEveryTheme) return looks.flat();
    const half = (place.length + Number((page.viewportSize()?.width ?? 0) < narrowBelow)) % 2;
    return looks.flatMap((ofBase, base) =>
      base % 2 === half ? (ofBase[(turn + base) % ofBase.length] ?? []) : [],
    );
  };
  return {
    async check(page, place) {
      turn += 1;
      const before = await page.evaluate(() => document.documentElement.style.cssText);
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
      const lines: string[] = [];
      // A run reads the page before it looks for anything: all rules look at the first base, colours at the others.
      for (const [at, theme] of worn(page, place).entries()) {
        await wear(page, theme);
        const found =
          at === 0
            ? await look(page, everyRule, `every rule, ${theme.name}`)
            : await look(page, colourRules, theme.name);
        lines.push(...found.map((line) => `${place}, ${theme.name}: ${line}`));
      }
      await wear(page, { name: '', css: before });
      return lines;
    },
  };
};
