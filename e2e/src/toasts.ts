import type { Page } from 'playwright-core';

/** Where something stands in the window, in pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface ToastWindow {
  tonearmToasts: Map<string, Box>;
}

/**
 * Runs in a page before anything else does. Keeps what toasts say, and where each stood when it came: they go after
 * seconds, and a busy machine may look later.
 */
export const keepToasts = (): void => {
  const kept: ToastWindow['tonearmToasts'] = new Map();
  const look = (): void => {
    for (const line of document.querySelectorAll('[role=status] p')) {
      const words = line.textContent;
      const { x, y, width, height } = (line.parentElement ?? line).getBoundingClientRect();
      if (words !== '' && !kept.has(words)) kept.set(words, { x, y, width, height });
    }
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  Object.assign(globalThis, { tonearmToasts: kept });
};

/** What toasts have said since the page was loaded, in the order in which it was first said. */
export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as ToastWindow).tonearmToasts.keys()]);

/** Where a toast with these words stood when it came. @returns undefined while none has come */
export const toastBox = (page: Page, words: string): Promise<Box | undefined> =>
  page.evaluate((wanted) => (globalThis as unknown as ToastWindow).tonearmToasts.get(wanted), words);
