import type { Browser, BrowserContext, Page } from 'playwright-core';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** What pages find in the browser's storage, by origin. */
export type StorageState = Exclude<NonNullable<ContextOptions['storageState']>, string>;

/** What journeys that follow one another in a page leave to those after them: what was fetched and compiled. */
export interface PageMemory {
  /** Before a journey: the page finds in its storage what is given, and nothing else. */
  begin(page: Page, state: StorageState): Promise<void>;
  /** After it, while the page is still where the journey left it. */
  end(page: Page): Promise<void>;
}

/** Kept between journeys by origins: everything but what answers said may be kept. */
const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems';

/** What a page begins with. `used`: origins of which something may be left of journeys before. */
interface Beginning {
  readonly state: StorageState;
  readonly journey: string;
  readonly used: readonly string[];
}

/**
 * Empties and fills the storage of the first document of a tab that has the origin; the journey's own changes stay.
 * The page empties it itself: what the browser is told to remove goes some time later on a busy machine, and may take
 * along what was filled in.
 */
const fill = ({ state, journey, used }: Beginning): void => {
  const { origin } = globalThis.location;
  const given = state.origins.find((each) => each.origin === origin);
  if (given === undefined && !used.includes(origin)) return;
  if (sessionStorage.getItem('journey') === journey) return;
  sessionStorage.setItem('journey', journey);
  localStorage.clear();
  for (const { name, value } of given?.localStorage ?? []) localStorage.setItem(name, value);
};

/** Playwright's own way, for browsers other than Chromium, empties the cache and opens another page for it. */
const createThoroughMemory = (context: BrowserContext): PageMemory => ({
  begin: (_, state) => context.setStorageState(state),
  end: () => Promise.resolve(),
});

/** Makes the memory of a context that has only one page between journeys. */
export const createMemory = (context: BrowserContext): PageMemory => {
  if (context.browser()?.browserType().name() !== 'chromium') return createThoroughMemory(context);
  const origins = new Set<string>();
  let last: string | null = null;
  let journeys = 0;
  let script: { dispose(): Promise<void> } | undefined;
  return {
    begin: async (page, state) => {
      // Of this page: a journey may have closed the one before.
      const protocol = await context.newCDPSession(page);
      await context.clearCookies();
      // Those before were emptied when the journey after them began.
      if (last !== null) await protocol.send('Storage.clearDataForOrigin', { origin: last, storageTypes });
      await protocol.detach();
      journeys += 1;
      script = await page.addInitScript(fill, { state, journey: String(journeys), used: [...origins] });
    },
    end: async (page) => {
      await script?.dispose();
      const { origin } = new URL(page.url());
      if (origin === 'null') return;
      origins.add(origin);
      last = origin;
    },
  };
};
