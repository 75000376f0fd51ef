import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LibraryBuilder, type Product, startProduct, tempFolder } from '@tonearm/testkit';
import type { Browser, Page } from 'playwright-core';
import { type PageOptions, pagePoolOf, sharedBrowser, type WatchedPage } from './browser.ts';
import { anna, callApi, type SignedIn, setUpProduct } from './journeys.ts';
import { printedWhileAway, restartBetweenActs, restartSeed } from './restarts.ts';

/** Somebody who may sign in. */
interface Account {
  readonly username: string;
  readonly password: string;
}

/** How a journey begins. */
interface JourneyOptions extends PageOptions {
  /** The hash route it begins at. Default: the collection. */
  readonly at?: string;
  /** Who is signed in already; null for nobody. Default: anna, the administrator. */
  readonly as?: Account | null;
  /** Signs in anew, for journeys that sign out: that ends the session everywhere. */
  readonly hasOwnSession?: boolean;
}

/** The product with music in it, and a browser: what the journeys of one file share. */
export interface Stage extends AsyncDisposable {
  readonly product: Product;
  readonly browser: Browser;
  /** Folder of the music source. */
  readonly music: string;
  /** A token of anna's, for calls beside the browser. */
  readonly token: string;
  /** Ends the server in the middle of a journey; `startServer` brings it back at the same address. */
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  /** Opens a page of its own at a route; whoever opens it disposes it. */
  open(options?: JourneyOptions): Promise<WatchedPage>;
  /**
   * Plays a journey on a page of its own. Fails when the journey does, or when the browser printed an
   * error, ran into its content security policy or asked another machine; a picture of the page is kept then.
   * With `TONEARM_RESTARTS` (`npm run journeys -- --restarts`) the server ends and starts again between its acts.
   */
  play(journey: (page: Page, watched: WatchedPage) => Promise<void>, options?: JourneyOptions): Promise<void>;
}

/** Pictures of journeys that failed. */
const failureFolder = join(import.meta.dirname, '..', '..', '.cache', 'e2e');

/** What the browser's storage of the product holds of somebody who is signed in. */
const storageOf = (product: Product, signedIn: SignedIn): PageOptions['storageState'] => {
  const { username, token, is_admin, media_token } = signedIn;
  const items = { username, authToken: token, isAdmin: String(is_admin), mediaToken: media_token };
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: new URL(product.address).origin, localStorage }] };
};

/** Signs somebody in without a browser. */
const signInAs = async (product: Product, account: Account): Promise<SignedIn> => {
  const answer = await callApi(product, 'auth', { method: 'POST', body: account });
  return (await answer.json()) as SignedIn;
};

/** A server that can be ended and started again at the same address. */
const createServer = async (settings: Parameters<typeof startProduct>[0]) => {
  let product = await startProduct(settings);
  let isStopped = false;
  return {
    product: (): Product => product,
    isStopped: (): boolean => isStopped,
    stop: async (): Promise<void> => {
      isStopped = true;
      await product.stop();
    },
    start: async (): Promise<void> => {
      if (!isStopped) return;
      const { port } = new URL(product.address);
      product = await startProduct({ ...settings, argv: ['--port', port] });
      isStopped = false;
    },
  };
};

/** Sets the product up; one that cannot be is ended, for nobody else would. @returns anna, signed in */
const setUpOrEnd = async (product: Product, music: string): Promise<SignedIn> => {
  try {
    return await setUpProduct(product, music);
  } catch (error) {
    await product.stop();
    throw error;
  }
};

/** What a stage is opened with. */
interface StageOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** One of its own, which whoever started it ends. Default: the one that all share. */
  readonly browser?: Browser;
}

/** Plays journeys on pages that `open` opens, with the server going away between their acts where that was asked for. */
const createPlay = (server: Awaited<ReturnType<typeof createServer>>, open: Stage['open']): Stage['play'] => {
  const seed = restartSeed();
  const restart = async (): Promise<void> => {
    if (server.isStopped()) return;
    await server.stop();
    await server.start();
  };
  return async (journey, { allowed = [], ...options } = {}) => {
    const allowedNow = seed === null ? allowed : [...allowed, ...printedWhileAway];
    await using watched = await open({ ...options, allowed: allowedNow });
    const { page, troubles } = watched;
    using restarts =
      seed === null ? undefined : restartBetweenActs(page, { seed, name: journey.toString(), restart });
    try {
      await journey(page, watched);
      if (troubles.length > 0) throw new Error('something went wrong in the browser');
    } catch (error) {
      mkdirSync(failureFolder, { recursive: true });
      const path = join(failureFolder, `${Date.now()}.png`);
      await page.screenshot({ path }).catch(() => {});
      const shown = await page.evaluate(() => document.body.innerText).catch(() => '');
      const facts = [
        `at ${page.url()}, see ${path}`,
        `the page shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 500)}`,
        ...(restarts === undefined
          ? []
          : [`the server was started anew before: ${restarts.moments.join(', ')}`]),
        ...troubles,
        ...server.product().lines.slice(-5),
      ];
      throw new Error(`${(error as Error).message}\n${facts.join('\n')}`, { cause: error });
    }
  };
};

/** Starts the product on a library that has been scanned, and a browser beside it. */
export const openStage = async (
  music: LibraryBuilder,
  { browser: ownBrowser, ...options }: StageOptions = {},
): Promise<Stage> => {
  const folder = await tempFolder();
  const musicFolder = folder.join('music');
  await music.writeTo(musicFolder);
  const settings = { dataFolder: folder.join('data'), ...options };
  const [server, browser] = await Promise.all([createServer(settings), ownBrowser ?? sharedBrowser()]);
  const signedIn = await setUpOrEnd(server.product(), musicFolder);

  // One session of each person is enough; passwords are made slow to check.
  const sessions = new Map([[anna.username as string, Promise.resolve(signedIn)]]);
  const sessionOf = (account: Account): Promise<SignedIn> => {
    const session = sessions.get(account.username) ?? signInAs(server.product(), account);
    sessions.set(account.username, session);
    return session;
  };

  const pages = pagePoolOf(browser);
  const open: Stage['open'] = async ({ at = '#/browse', as = anna, ...rest } = {}) => {
    const signIn = rest.hasOwnSession === true ? signInAs.bind(null, server.product()) : sessionOf;
    const storageState = as === null ? undefined : storageOf(server.product(), await signIn(as));
    const watched = await pages.open(storageState === undefined ? rest : { ...rest, storageState });
    await watched.page.goto(`${server.product().address}${at}`);
    return watched;
  };

  return {
    get product() {
      return server.product();
    },
    browser,
    music: musicFolder,
    token: signedIn.token,
    open,
    play: createPlay(server, open),
    stopServer: server.stop,
    startServer: server.start,
    [Symbol.asyncDispose]: async () => {
      await server.product().stop();
      await folder[Symbol.asyncDispose]();
    },
  };
};
