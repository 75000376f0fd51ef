import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, loudestSample, playingClock } from '../src/browser.ts';
import { browseRoute, button } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

const explanation = 'The browser wants a click before it plays anything.';

let browser: Browser;
let stage: Stage;
beforeAll(async () => {
  browser = await launchBrowser({ soundsByItself: false });
  stage = await openStage(picnicLibrary(), { browser });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser.close();
});

/** Runs in the page: presses a button as a script does, and waits for words. */
const pressAndWait = async (name: string, words: string): Promise<void> => {
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise(requestAnimationFrame);
  };
  const found = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('main button')].find(
      ({ textContent }) => textContent.trim() === name,
    );
  await until(() => found() !== undefined);
  found()?.click();
  await until(() => document.body.textContent.includes(words));
};

/** Whatever is asked of a page through its locators counts as a press of somebody; this does not. */
const pressByScript = async (page: Page, name: string, words: string): Promise<void> => {
  const protocol = await page.context().newCDPSession(page);
  const expression = `(${pressAndWait.toString()})(${JSON.stringify(name)}, ${JSON.stringify(words)})`;
  await protocol.send('Runtime.evaluate', { expression, awaitPromise: true, userGesture: false });
  await protocol.detach();
};

describe('a browser that lets nothing sound before somebody has pressed something', () => {
  it('is explained with one button, which plays', () =>
    stage.play(
      async (page) => {
        await pressByScript(page, 'Play', explanation);
        const words = page.getByText(explanation);
        expect(await words.count()).toBe(1);
        expect(await playingClock(page)).toBe(-1);
        await button(page.getByRole('status').filter({ has: words }), 'Play').click();
        await expect.poll(() => playingClock(page)).toBeGreaterThan(0);
        expect(await loudestSample(page, 300)).toBeGreaterThan(0.01);
        await words.waitFor({ state: 'detached' });
      },
      { at: browseRoute('Music/Bo/Night bus') },
    ));
});
