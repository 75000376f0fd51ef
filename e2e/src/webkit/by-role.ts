import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { error, type WebDriver, type WebElement } from 'selenium-webdriver';
import { until } from '../journeys.ts';

const queries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** What somebody looks for on a page. */
export interface Sought {
  readonly role: string;
  readonly name?: string;
  /** Only within the first of these. */
  readonly within?: Sought;
}

interface QueriesWindow {
  readonly TestingLibraryDom?: {
    queryAllByRole(within: Element, role: string, options: { name?: string }): Element[];
  };
}

const findInPage = (sought: Sought): Element | null => {
  const { TestingLibraryDom: library } = globalThis as unknown as QueriesWindow;
  const find = ({ role, name, within }: Sought): Element | null => {
    const part = within === undefined ? document.body : find(within);
    return part === null
      ? null
      : (library?.queryAllByRole(part, role, name === undefined ? {} : { name })[0] ?? null);
  };
  return find(sought);
};

/** The element, or null. */
export const findByRole = async (driver: WebDriver, sought: Sought): Promise<WebElement | null> => {
  const isThere = await driver.executeScript<boolean>('return globalThis.TestingLibraryDom !== undefined');
  if (!isThere) await driver.executeScript(queries);
  return driver.executeScript<WebElement | null>(findInPage, sought);
};

/** Waits for the element. @throws Error naming what did not come */
export const byRole = async (driver: WebDriver, sought: Sought): Promise<WebElement> => {
  let found: WebElement | null = null;
  await until(JSON.stringify(sought), async () => {
    found = await findByRole(driver, sought);
    return found !== null;
  });
  return found as unknown as WebElement;
};

/** Clicks it as soon as it is there and can be hit. */
export const click = async (driver: WebDriver, sought: Sought): Promise<void> =>
  until(`a click on ${JSON.stringify(sought)}`, async () => {
    try {
      await (await byRole(driver, sought)).click();
      return true;
    } catch (fault) {
      if (fault instanceof error.WebDriverError) return false;
      throw fault;
    }
  });
