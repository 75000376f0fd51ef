import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import type { ServedLibrary } from '../served-library.ts';

const megabyte = 1_000_000;

/** A browser whose pages are measured. */
export interface BenchBrowser extends AsyncDisposable {
  /**
   * A page of its own, with the administrator of the library signed in or with nobody. One that is
   * listened to runs without its content policy, so that its sound can be led past a recorder.
   */
  open(options?: { isSignedIn?: boolean; isListenedTo?: boolean }): Promise<BenchPage>;
}

/** A page that is measured. Whoever opens it disposes it. */
export interface BenchPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Memory that scripts hold after garbage was collected, in MB. */
  heapMegabytes(): Promise<number>;
  /** Throttles the network (slow 4G, as Lighthouse has it: 150 ms, 1.6 Mbit/s) and the processor (a quarter). */
  throttle(): Promise<void>;
  /** Throttles the processor alone. */
  throttleProcessor(): Promise<void>;
}

/** Remembers every audio element that ever played, and when sound began, on the clock of the page. */
const watchSound = (): void => {
  const elements = new Set<HTMLMediaElement>();
  const soundingAtMs: number[] = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function playAndWatch(this: HTMLMediaElement) {
    if (!elements.has(this)) {
      elements.add(this);
      this.addEventListener('playing', () => soundingAtMs.push(performance.now()));
    }
    return play.call(this);
  };
  Object.assign(globalThis, { benchSound: { elements, soundingAtMs } });
};

/** What {@link watchSound} leaves in the page. */
export interface SoundWindow {
  readonly benchSound: { readonly elements: Set<HTMLMediaElement>; readonly soundingAtMs: number[] };
}

const throttled = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const processorShare = 4;

const benchPageOf = async (context: BrowserContext): Promise<BenchPage> => {
  await context.addInitScript(watchSound);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const throttleProcessor = async (): Promise<void> => {
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: processorShare });
  };
  return {
    page,
    context,
    async heapMegabytes() {
      await protocol.send('HeapProfiler.enable');
      await protocol.send('HeapProfiler.collectGarbage');
      const { usedSize } = await protocol.send('Runtime.getHeapUsage');
      return usedSize / megabyte;
    },
    async throttle() {
      await protocol.send('Network.enable');
      await protocol.send('Network.emulateNetworkConditions', throttled);
      await throttleProcessor();
    },
    throttleProcessor,
    [Symbol.asyncDispose]: () => context.close(),
  };
};

/** What the storage of a page holds where the administrator of the library is signed in. */
export const sessionItems = async (served: ServedLibrary): Promise<Record<string, string>> => {
  const media = await served.client.json<{ token: string }>('media_token', { method: 'POST' });
  return {
    username: served.username,
    authToken: served.token,
    isAdmin: 'true',
    mediaToken: media.token,
  };
};

const sessionOf = async (served: ServedLibrary) => {
  const localStorage = Object.entries(await sessionItems(served)).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: new URL(served.apiRoot).origin, localStorage }] };
};

/** Starts the Chromium that the browser tests use too, without a window. @throws Error when there is none */
export const openBenchBrowser = async (served: ServedLibrary): Promise<BenchBrowser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium: set TONEARM_CHROMIUM');
  const browser: Browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--no-first-run', '--autoplay-policy=no-user-gesture-required'],
  });
  const session = await sessionOf(served);
  return {
    async open({ isSignedIn = true, isListenedTo = false } = {}) {
      const options = { viewport: { width: 1440, height: 900 }, bypassCSP: isListenedTo };
      const context = await browser.newContext(isSignedIn ? { ...options, storageState: session } : options);
      return await benchPageOf(context);
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
};

/** The page has no mouse, as on phones: it gets the base engine. */
export const withoutMouse = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.includes('pointer: fine') ? 'not all' : query);
  });
