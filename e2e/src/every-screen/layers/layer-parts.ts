import type { Locator, Page } from 'playwright-core';
import { browseRoute, button, main, player, queue, queueRow } from '../../parts.ts';
import { hasPane, hasTabs, type Size } from '../state.ts';

/** The folder that most states are shown in. */
export const picnic = browseRoute('Music/Anna/Picnic');

/** The dialog that is open, by its name where that matters. */
export const dialog = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name });

/** Opens the menu of what is pointed at. */
export const menuOf = async (page: Page, subject: Locator): Promise<Locator> => {
  await subject.click({ button: 'right' });
  return page.getByRole('menu');
};

/** Opens it, and chooses a line. */
export const fromMenuOf = async (page: Page, subject: Locator, line: string): Promise<void> => {
  await menuOf(page, subject);
  await page.getByRole('menuitem', { name: line, exact: true }).click();
};

/** Opens the filter of the list that is shown. */
export const openFilter = async (page: Page): Promise<Locator> => {
  await main(page).getByRole('grid').waitFor();
  await page.keyboard.press('f');
  return main(page).getByRole('searchbox', { name: 'Filter this list' });
};

/** Opens the queue where it does not stand open. */
export const openQueue = async (page: Page, size: Size): Promise<Locator> => {
  if (!hasPane(size)) {
    const opener = hasTabs(size)
      ? player(page).getByRole('button', { name: /Open the playlist/ })
      : button(page, 'Show the playlist');
    await opener.click();
  } else {
    // One that was hidden stays so.
    const opener = button(page, 'Show the playlist');
    await queue(page).or(opener).first().waitFor();
    if (await opener.isVisible()) await opener.click();
  }
  await queueRow(page, 'Picnic 2').first().waitFor();
  return queue(page);
};
