import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { launchFirefox } from './firefox/launch-firefox.ts';
import { fontEnvironment } from './fonts.ts';
import { createMemory, type PageMemory, type StorageState } from './page-memory.ts';
import { keepToasts } from './toasts.ts';

/** Sizes that every screen is looked at in. */
export const viewports = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
} as const;

/** Journeys run in Firefox when this names one; else in Chromium. */
const firefoxProgram = process.env['TONEARM_FIREFOX'];

/** What a page is waited for may take this long on a slow machine; half of what a journey has. */
const stepTimeoutMs = Number(process.env['TONEARM_PATIENCE_MS'] ?? 60_000);

/** A name under which the browser finds this machine without knowing that it is this one. */
export const otherName = 'music.test';

/** What the browser says and draws by itself is the same whatever the machine speaks and has installed. */
const environment = () => ({
  ...process.env,
  ...fontEnvironment(),
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'en',
});

/**
 * Parts of Chromium that are not wanted. A list replaces the one before: those of Playwright come first (look at
 * `disabledFeatures` there when it is updated), which lead elsewhere or bring about surprises. The last are pages of the browser's own that wait in each of its windows for
 * somebody to type an address there: more than half of the work of opening one.
 */
const unwantedParts = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** What a browser is started with. */
interface LaunchOptions {
  /** Whether pages may sound before anybody has pressed anything. Default: yes. Firefox always lets them. */
  readonly soundsByItself?: boolean;
}

/** Starts the Chromium that the test command found, or the Firefox that it named. */
export const launchBrowser = ({ soundsByItself = true }: LaunchOptions = {}): Promise<Browser> => {
  if (firefoxProgram !== undefined)
    return launchFirefox({ ...environment(), FIREFOX: firefoxProgram }, otherName);
  return chromium.launch({
    executablePath: process.env['TONEARM_CHROMIUM'] ?? '/usr/bin/chromium',
    env: environment(),
    args: [
      '--lang=en-US',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
      '--no-sandbox',
      '--disable-gpu',
      `--host-resolver-rules=MAP ${otherName} 127.0.0.1`,
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unwantedParts.join(',')}`,
      `--autoplay-policy=${soundsByItself ? 'no-' : ''}user-gesture-required`,
    ],
  });
};

let shared: Promise<Browser> | undefined;

/**
 * One browser for all journeys of a process: starting one costs more than many a journey. It ends with the
 * process. Whoever opens contexts in it closes them; pages that journeys leave to one another stay.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const browser = await shared;
  if (browser?.isConnected() === true) return browser;
  shared = launchBrowser();
  return shared;
};

/** A browser page that remembers everything that went wrong in it. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors and policy violations so far. */
  readonly troubles: readonly string[];
}

/** How a page is opened. */
export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** Whether fingers point, and nothing else. */
  readonly isTouched?: boolean;
  /** Device pixels for one of CSS, as zooming in makes them more. Default 1. */
  readonly scale?: number;
  /** Console errors that the journey provokes on purpose: the browser prints refused requests as errors. */
  readonly allowed?: readonly RegExp[];
  /** What the page finds in the browser's storage, by origin. */
  readonly storageState?: StorageState;
}

/** Requests to anything but this machine: the product needs nothing from elsewhere. */
const isElsewhere = (url: string): boolean =>
  /^(https?|wss?):/.test(url) && !['127.0.0.1', 'localhost', otherName].includes(new URL(url).hostname);

/** A context of the browser, and who is told what goes wrong in its pages. */
interface WatchedContext {
  readonly context: BrowserContext;
  /** Told of console errors, uncaught errors and policy violations from now on. */
  tell: (text: string) => void;
}

/** One that journeys follow one another in. */
interface PooledContext extends WatchedContext {
  readonly memory: PageMemory;
}

const openContext = async (browser: Browser, options: PageOptions): Promise<WatchedContext> => {
  const context = await browser.newContext({
    viewport: options.viewport ?? viewports.desktop,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    hasTouch: options.isTouched ?? false,
    deviceScaleFactor: options.scale ?? 1,
    isMobile: options.isTouched ?? false,
  });
  context.setDefaultTimeout(stepTimeoutMs);
  const watched: WatchedContext = { context, tell: () => {} };
  context.on('weberror', (error) => watched.tell(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') watched.tell(`${message.text()} (${message.location().url})`);
  });
  context.on('dialog', (dialog) => {
    watched.tell(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (isElsewhere(request.url())) watched.tell(`left the machine: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
    const played: HTMLMediaElement[] = [];
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function playAndRemember(this: HTMLMediaElement) {
      if (!played.includes(this)) played.push(this);
      return play.call(this);
    };
    const routes = new Map<HTMLMediaElement, MediaElementAudioSourceNode>();
    const route = AudioContext.prototype.createMediaElementSource;
    AudioContext.prototype.createMediaElementSource = function routeAndRemember(element) {
      const source = route.call(this, element);
      routes.set(element, source);
      return source;
    };
    Object.assign(globalThis, { tonearmPlayed: played, tonearmRoutes: routes });
  });
  await context.addInitScript(keepToasts);
  return watched;
};

const openPooledContext = async (browser: Browser, options: PageOptions): Promise<PooledContext> => {
  const watched = await openContext(browser, options);
  return Object.assign(watched, { memory: createMemory(watched.context) });
};

/** Opens pages, each with an empty storage or the one it is given. */
export interface PagePool {
  /** Whoever opens a page disposes it. */
  open(options?: PageOptions): Promise<WatchedPage>;
}

/** Makes a context ready for the next journey: one page, which is nowhere. */
const leaveAsFound = async ({ context, memory }: PooledContext, page: Page): Promise<void> => {
  const [first, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  await first?.unrouteAll({ behavior: 'ignoreErrors' });
  await first?.removeAllListeners('request', { behavior: 'ignoreErrors' });
  await memory.end(page);
  await first?.goto('about:blank');
};

/**
 * Journeys of the same kind follow one another in one page: its process and what it has fetched and compiled
 * are still there, which more than halves the work of a journey. What the one before stored, opened or routed
 * is gone.
 */
const createPagePool = (browser: Browser): PagePool => {
  const free = new Map<string, PooledContext[]>();
  return {
    open: async (options = {}) => {
      const colorScheme = options.colorScheme ?? 'light';
      const { viewport = viewports.desktop, isTouched = false, scale = 1 } = options;
      const kind = JSON.stringify([viewport, colorScheme, isTouched, scale]);
      const ofKind = free.get(kind) ?? [];
      free.set(kind, ofKind);
      const watched = ofKind.pop() ?? (await openPooledContext(browser, options));
      const { context, memory } = watched;
      const page = context.pages()[0] ?? (await context.newPage());
      await memory.begin(page, options.storageState ?? { cookies: [], origins: [] });
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const troubles: string[] = [];
      watched.tell = (text) => {
        if (!options.allowed?.some((pattern) => pattern.test(text))) troubles.push(text);
      };
      return {
        page,
        context,
        troubles,
        [Symbol.asyncDispose]: async () => {
          watched.tell = () => {};
          await leaveAsFound(watched, page).then(
            () => ofKind.push(watched),
            // Of a page that is broken nothing is left to the next journey.
            () => context.close(),
          );
        },
      };
    },
  };
};

const pools = new WeakMap<Browser, PagePool>();

/** The pages of a browser that journeys leave to one another, also those of one file to those of the next. */
export const pagePoolOf = (browser: Browser): PagePool => {
  const pool = pools.get(browser) ?? createPagePool(browser);
  pools.set(browser, pool);
  return pool;
};

/** Opens a page in a context of its own; other pages of the context are watched as well. */
export const openPage = async (browser: Browser, options: PageOptions = {}): Promise<WatchedPage> => {
  const watched = await createPagePool(browser).open(options);
  return { ...watched, [Symbol.asyncDispose]: () => watched.context.close() };
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Puts a finger down, draws it to another point of the window, and takes it away. */
export const drawFinger = async (page: Page, start: Point, end: Point): Promise<void> => {
  const protocol = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    protocol.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', [
      { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part },
    ]);
  }
  await touch('touchEnd', []);
  await protocol.detach();
};

/** The middle of an element, in pixels of the window. */
export const middleOf = async (element: Locator): Promise<Point> => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('nothing is there to be touched');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Puts a finger on one element, moves it to the middle of another, and takes it away. */
export const dragByFinger = async (from: Locator, to: Locator): Promise<void> =>
  drawFinger(from.page(), await middleOf(from), await middleOf(to));

interface PlayedWindow {
  tonearmPlayed: HTMLMediaElement[];
  /** Elements that are led through Web Audio: none can be led there twice. */
  tonearmRoutes: Map<HTMLMediaElement, MediaElementAudioSourceNode>;
}

/** The clock of the audio element that plays now, in seconds; -1 when none does. */
export const playingClock = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { tonearmPlayed } = globalThis as unknown as PlayedWindow;
    return tonearmPlayed.find((element) => !element.paused)?.currentTime ?? -1;
  });

/** How many audio elements are led through Web Audio, as the engine of decoded seams does. */
export const routedElements = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as PlayedWindow).tonearmRoutes.size);

/**
 * The loudest sample heard while listening to the playing element for a while; 0 is silence, 1 full scale.
 */
export const loudestSample = (page: Page, milliseconds = 600): Promise<number> =>
  page.evaluate(async (listenMs) => {
    const { tonearmPlayed, tonearmRoutes } = globalThis as unknown as PlayedWindow;
    const element = tonearmPlayed.find((candidate) => !candidate.paused);
    if (element === undefined) return 0;
    const known = tonearmRoutes.get(element);
    const context = known === undefined ? new AudioContext() : (known.context as AudioContext);
    await context.resume();
    const source = known ?? context.createMediaElementSource(element);
    const analyser = context.createAnalyser();
    source.connect(analyser).connect(context.destination);
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    const until = performance.now() + listenMs;
    while (performance.now() < until) {
      analyser.getFloatTimeDomainData(samples);
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return loudest;
  }, milliseconds);
