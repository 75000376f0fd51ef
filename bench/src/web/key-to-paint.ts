import type { Page } from 'playwright-core';

/** Something on a page: a field by its value, all else by its text. */
export interface Shown {
  readonly selector: string;
  /** What its value or text ends with. Default: it only has to be there. */
  readonly ending?: string;
}

interface PaintWindow {
  benchPainted: Promise<number>;
}

/**
 * Presses a key and waits until all that it leads to is painted.
 * @returns milliseconds from the key (its event's own time) to the paint
 */
export const keyToPaintMs = async (page: Page, key: string, shown: readonly Shown[]): Promise<number> => {
  await page.evaluate((expected) => {
    const isThere = ({ selector, ending = '' }: Shown): boolean => {
      const element = document.querySelector(selector);
      const text = element instanceof HTMLInputElement ? element.value : element?.textContent;
      return text?.endsWith(ending) === true;
    };
    const painted = new Promise<number>((resolve) => {
      const begin = ({ timeStamp }: Event): void => {
        const look = (): void => {
          if (!expected.every(isThere)) return void requestAnimationFrame(look);
          // What the frame shows is on screen when the next task begins.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', begin, { capture: true, once: true });
    });
    Object.assign(globalThis, { benchPainted: painted });
  }, shown);
  await page.keyboard.press(key);
  return page.evaluate(() => (globalThis as unknown as PaintWindow).benchPainted);
};
