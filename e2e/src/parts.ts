import type { Locator, Page } from 'playwright-core';

/** The content pane. */
export const main = (page: Page): Locator => page.getByRole('main');

/** The current playlist. */
export const queue = (page: Page): Locator => page.getByRole('region', { name: 'Current playlist' });

/** The player beside it. */
export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

/** A button of the player or the queue by its whole name. */
export const button = (part: Page | Locator, name: string): Locator =>
  part.getByRole('button', { name, exact: true });

/** Goes to a hash route as a link would, without loading the page again. */
export const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    globalThis.location.hash = to;
  }, hash);

/**
 * Waits until all that was closed has taken its step out of the history, which browsers do a moment later: faster than
 * that only a script goes on.
 */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => ((history.state ?? {}) as { layer?: number }).layer === undefined);
};

/**
 * The link of those that already leads to `hash` or below: until it is known where a song leads, its links lead to
 * folders.
 */
export const leadingTo = (links: Locator, hash: string): Locator =>
  links.and(links.page().locator(`a[href^="${hash}"]`));

/** Opens the corrections of what a screen is about, from the menu of its head, which is the first. */
export const openCorrections = async (page: Page): Promise<void> => {
  await main(page)
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Correct…' }).click();
};

/** The hash route of a folder. */
export const browseRoute = (path: string): string =>
  `#/browse/${path.split('/').map(encodeURIComponent).join('/')}`;

/** A song in the content, to click on; the first whose text holds the title. */
export const songIn = (page: Page, title: string): Locator =>
  main(page).getByRole('grid').getByRole('button').filter({ hasText: title }).first();

/** A folder, album or playlist in the content, to click on. */
export const linkIn = (page: Page, name: string): Locator =>
  main(page).getByRole('grid').getByRole('link').filter({ hasText: name }).first();

/** A row of the queue. */
export const queueRow = (page: Page, title: string): Locator =>
  queue(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Remove ${title}`, exact: true }) });

/** Titles in the queue, in order. Only rows in sight are counted. */
export const queuedTitles = async (page: Page): Promise<string[]> => {
  const rows = await queue(page)
    .getByRole('row')
    .evaluateAll((elements) =>
      elements.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        name: row.querySelector('button')?.getAttribute('aria-label') ?? '',
      })),
    );
  return rows.sort((a, b) => a.index - b.index).map(({ name }) => name.replace(/^Remove /, ''));
};

/** Title of the row that is marked as playing; empty for none. */
export const currentTitle = async (page: Page): Promise<string> => {
  const row = queue(page).locator('[role=row][aria-current]');
  if ((await row.count()) === 0) return '';
  const name = await row.getByRole('button').first().getAttribute('aria-label');
  return (name ?? '').replace(/^Remove /, '');
};
