import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { launchFirefox } from '../../../e2e/src/firefox/launch-firefox.ts';
import { type SoundCard, startSoundCard } from '../../../e2e/src/sound-card.ts';
import { findBrowser } from '../../../scripts/lib/browsers.mjs';
import type { ServedLibrary } from '../served-library.ts';
import { openBenchBrowser, sessionItems, withoutMouse } from './bench-browser.ts';
import { recordPage, takeRecording } from './sound-recorder.ts';

/** Frames a second of every recording. */
export const recordedRate = 44_100;

/** A page that is signed in, and all that is heard of it. Whoever opens it disposes it. */
export interface HeardPage extends AsyncDisposable {
  readonly page: Page;
  /** What was heard since the last call, one side. */
  takeRecording(): Promise<Float32Array>;
}

/** How a page is listened to. */
interface HearingOptions {
  /** The page has no mouse, and so the engine of two elements. */
  readonly hasBaseEngine: boolean;
  /** The page's thread has a quarter of the processor; in Chromium only. */
  readonly isThrottled: boolean;
}

/** A browser whose sound is recorded. */
export interface HeardBrowser extends AsyncDisposable {
  open(options: HearingOptions): Promise<HeardPage>;
}

/** Chromium: what the page leads to its speakers is recorded within the page. */
export const openHeardChromium = async (served: ServedLibrary): Promise<HeardBrowser> => {
  const browser = await openBenchBrowser(served);
  return {
    async open({ hasBaseEngine, isThrottled }) {
      const bench = await browser.open({ isListenedTo: true });
      const { page } = bench;
      if (hasBaseEngine) await withoutMouse(page);
      await recordPage(page, hasBaseEngine);
      if (isThrottled) await bench.throttleProcessor();
      return {
        page,
        takeRecording: async () => (await takeRecording(page)).samples,
        [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
      };
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
};

/** How long a sound card may take to be there, in milliseconds. */
const cardPatienceMs = 10_000;

/** Records what a sound card is given. @throws Error when nothing comes */
const recordCard = async ({ environment }: SoundCard) => {
  const pieces: Buffer[] = [];
  const argv = ['--raw', '--device=@DEFAULT_MONITOR@', '--format=float32le', '--channels=2'];
  const until = performance.now() + cardPatienceMs;
  const listen = async (): Promise<ReturnType<typeof spawn>> => {
    const child = spawn('parec', [...argv, `--rate=${recordedRate}`, '--latency-msec=50'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    const hasBegun = await Promise.race([
      once(child.stdout, 'data').then(() => true),
      once(child, 'close').then(() => false),
    ]);
    if (hasBegun) return child;
    // The card is not there yet.
    if (performance.now() > until) throw new Error('parec hears no sound card (package pulseaudio-utils)');
    await new Promise((resolve) => setTimeout(resolve, 100));
    return listen();
  };
  const child = await listen();
  return {
    /** Takes what was heard, the left side. Frames that are cut in two stay for the next time. */
    take(): Float32Array {
      const bytes = Buffer.concat(pieces.splice(0));
      const whole = bytes.length - (bytes.length % 8);
      if (whole < bytes.length) pieces.push(bytes.subarray(whole));
      return Float32Array.from({ length: whole / 8 }, (_, frame) => bytes.readFloatLE(frame * 8));
    },
    stop: () => child.kill(),
  };
};

/** Signs a page in. Through BiDi it cannot be born with a storage. */
const signPageIn = async (page: Page, served: ServedLibrary): Promise<void> => {
  await page.goto(served.product.address);
  const items = await sessionItems(served);
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(items));
  // What is opened next begins anew, whatever its address.
  await page.goto('about:blank');
};

/** Firefox: its sound card is recorded, so that the page plays as it does for everybody. @throws Error when there is none */
export const openHeardFirefox = async (served: ServedLibrary): Promise<HeardBrowser> => {
  const program = findBrowser('firefox');
  if (program === undefined) throw new Error('there is no Firefox');
  const card = startSoundCard();
  const recording = await recordCard(card);
  const environment = { ...process.env, FIREFOX: program };
  const browser: Browser = await launchFirefox(environment, 'music.test', card);
  return {
    async open({ hasBaseEngine }) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      if (hasBaseEngine) await withoutMouse(page);
      await signPageIn(page, served);
      return {
        page,
        takeRecording: () => Promise.resolve(recording.take()),
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    async [Symbol.asyncDispose]() {
      recording.stop();
      await browser.close();
      await card.end();
    },
  };
};
