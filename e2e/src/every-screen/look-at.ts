import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { accents, axeSource, bases, type Painted, painted, wear } from '../axe.ts';

/**
 * Rules that are left out, each with its reason. All others of axe's are looked for: WCAG 2.0 to 2.2 at levels A and AA,
 * best practice, and what axe calls experimental.
 */
const leftOut: Readonly<Record<string, string>> = {
  'color-contrast-enhanced': 'level AAA: 7 to 1 cannot be had with the colours that existing users know',
  'identical-links-same-purpose': 'level AAA',
  'meta-refresh-no-exceptions': 'level AAA, and no page refreshes itself',
};

/** Elements that a rule is wrong about, each with its reason. */
const mistaken: Readonly<Record<string, string>> = {
  // WAI-ARIA: a separator that takes the focus and has a value is a widget. axe counts every one as structure.
  'focus-order-semantics': '[role=separator][tabindex][aria-valuenow]',
};

const tags = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
  'experimental',
  'wcag2a-obsolete',
];
/** The product has no frames, and no rule of these looks into style sheets that were loaded. */
const frugal: RunOptions = { resultTypes: ['violations'], iframes: false, preload: false };
const colourNames = ['color-contrast', 'link-in-text-block'];
const everyRule: RunOptions = {
  ...frugal,
  runOnly: { type: 'tag', values: tags },
  rules: Object.fromEntries(
    [...Object.keys(leftOut), ...colourNames].map((rule) => [rule, { enabled: false }]),
  ),
};
const colourRules: RunOptions = { ...frugal, runOnly: { type: 'rule', values: colourNames } };

/** @returns a line for each kind of violation: rule, how many, the first element, what is wrong with it */
const violations = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(
    async ({ runOptions, exempt }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(on: Document, how: RunOptions): Promise<AxeResults> };
      };
      const results = await axe.run(document, runOptions);
      return results.violations.flatMap(({ id, nodes: all }) => {
        const nodes = all.filter(({ target }) => {
          const element = document.querySelector(String(target[0]));
          return exempt[id] === undefined || element?.matches(exempt[id]) !== true;
        });
        const [first] = nodes;
        if (first === undefined) return [];
        const why = [...first.any, ...first.all, ...first.none][0]?.message ?? '';
        return [`${id} ×${nodes.length}: ${first.target.join(' ')} — ${why}`];
      });
    },
    { runOptions: options, exempt: mistaken },
  );

/** @returns a line for each large part that has to be moved sideways to see all of it, and each heading that is cut off */
const lostSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('html, main, dialog[open], aside')];
    const moved = parts.flatMap((part) => {
      const beyond = part.scrollWidth - part.clientWidth;
      return beyond > 1
        ? [`reflow: ${beyond} pixels of ${part.tagName.toLowerCase()} lie beyond its edge`]
        : [];
    });
    const edge = document.querySelector('main')?.getBoundingClientRect().right ?? window.innerWidth;
    const cut = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')].filter(
      (heading) => heading.getBoundingClientRect().right > edge + 1,
    );
    return [...moved, ...cut.map(({ textContent }) => `reflow: a heading is cut off: ${textContent}`)];
  });

/** Waits until pictures are there and nothing moves. */
export const comeToRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const deadline = new Promise((resolve) => setTimeout(resolve, 3_000));
    const pictures = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete);
    const come = pictures.map((picture) => picture.decode().catch(() => {}));
    const ended = document.getAnimations().map((animation) => animation.finished.catch(() => {}));
    await Promise.race([Promise.all([...come, ...ended]), deadline]);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** Every base in every accent, in the order of both. */
export type Looks = readonly (readonly Painted[])[];

/** Learns every theme from a page with somebody signed in, whose preferences are there. */
export const learnLooks = async (signedIn: Page): Promise<Looks> => {
  const looks: Painted[][] = [];
  for (const base of bases) {
    const ofBase: Painted[] = [];
    for (const accent of accents) ofBase.push(await painted(signedIn, base, accent));
    looks.push(ofBase);
  }
  return looks;
};

/** Has the page show a base with the first accent. */
export const wearBase = async (page: Page, looks: Looks, base: string): Promise<void> => {
  const look = looks[bases.indexOf(base)]?.[0];
  if (look === undefined) throw new Error(`there is no base ${base}`);
  await wear(page, look);
};

/**
 * Looks for violations in what the page shows: every rule once, colours on every base. Accents take turns, so that in
 * six turns every accent meets every base.
 * @returns the violations, a line each
 */
export const lookAt = async (page: Page, looks: Looks, turn: number): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const lines = [...(await lostSideways(page)), ...(await violations(page, everyRule))];
  for (const [index, ofBase] of looks.entries()) {
    const look = ofBase[(turn + index) % ofBase.length];
    if (look === undefined) continue;
    await wear(page, look);
    const found = await violations(page, colourRules);
    lines.push(...found.map((line) => `${look.name}: ${line}`));
  }
  return lines;
};
