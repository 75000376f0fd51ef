import { setImmediate as turn } from 'node:timers/promises';
import type { AppReading, PageOf } from '../../../library/read/apps/app-reading.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import type { Child } from '../../../platform/child/child.ts';
import { startProcess } from '../../../platform/child/start-process.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Events } from '../../../platform/events.ts';
import type { Log } from '../../../platform/log.ts';
import { createQuietPass } from '../../../platform/quiet-pass.ts';
import type { KeptPages } from './kept-pages.ts';
import type { WalkedOrder, WalkPage } from './page-making.ts';
import type { PageReport } from './pages-ahead-messages.ts';

/** Entries of a page, as apps that keep the whole collection mostly ask for them. */
const pageLength = 500;

/** Smaller collections are walked through in a few pages: nothing is made ahead of them. */
const fewestSongs = 5_000;

/** How long the library is left alone after it changed, in milliseconds: a scan tidies up two seconds after its end. */
const quietMs = 4_000;

/** How soon it is looked again whether a scan has ended, in milliseconds. */
const scanMs = 2_000;

/** How soon after the library changed meanwhile it is tried again, twice as long each time, in milliseconds. */
const againMs = 6_000;
const longestAgainMs = 20_000;

/** How soon after they were made it is looked whether they are still of what is there, twice as long each time, in milliseconds. */
const lookMs = 10_000;
const longestLookMs = 5 * 60_000;

const orders: readonly WalkedOrder[] = [{ by: 'name' }, { by: 'row' }, { by: 'newest' }, { by: 'artist' }];

const nodeFlags = [
  '--max-old-space-size=192',
  '--max-semi-space-size=2',
  '--single-threaded-gc',
  '--v8-pool-size=0',
];

type Maker = Pick<Child<WalkPage>, 'send' | 'ended' | 'release' | 'kill'>;

const startMaker = (dataFolder: string, onMessage: (report: PageReport) => void): Maker =>
  startProcess(new URL('./pages-ahead-process.ts', import.meta.url), {
    onMessage,
    argv: [dataFolder],
    nodeFlags,
    environment: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' },
    niceness: 19,
    isSilent: true,
  });

interface PagesAheadDeps {
  readonly dataFolder: string;
  readonly apps: Pick<AppReading, 'state' | 'songs'>;
  readonly kept: Pick<KeptPages, 'put'>;
  /** Whether apps are let in. */
  readonly isOn: () => boolean;
  readonly isScanning: () => boolean;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Pick<Log, 'debug'>;
  /** Songs that a collection has at least of which they are made; 5,000 unless told. */
  readonly fewestSongs?: number;
  /** Starts who makes the pages. */
  readonly start?: typeof startMaker;
}

/** Whoever makes pages, asked for one at a time. */
const openMaker = (deps: Pick<PagesAheadDeps, 'dataFolder' | 'start'>) => {
  let heard = (_report: PageReport | null): void => {};
  let hasEnded = false;
  const maker = (deps.start ?? startMaker)(deps.dataFolder, (report) => heard(report));
  const ended = maker.ended.then(() => {
    hasEnded = true;
    heard(null);
  });
  return {
    /** Null when it has ended. Whoever waits for its end with each page would keep every page until then. */
    page: (wanted: WalkPage): Promise<PageReport | null> =>
      new Promise((resolve) => {
        if (hasEnded) {
          resolve(null);
          return;
        }
        heard = resolve;
        maker.send(wanted);
      }),
    kill: async (): Promise<void> => {
      maker.kill();
      await ended;
    },
  };
};

/** Makes every page of every walk, one after the other. */
const createMaking = (
  deps: Pick<PagesAheadDeps, 'dataFolder' | 'start' | 'apps' | 'kept'>,
  isStopped: () => boolean,
) => {
  type By = ReturnType<typeof openMaker>;
  let maker: By | null = null;

  const makeWalk = async (state: number, wanted: (page: PageOf) => WalkPage, by: By): Promise<boolean> => {
    for (let offset = 0; ; offset += pageLength) {
      const report = await by.page(wanted({ source: null, offset, limit: pageLength }));
      // It was made of the state that is there now: nothing was written since before it was begun.
      if (report === null || isStopped() || deps.apps.state() !== state) return false;
      for (const each of report.packed) deps.kept.put({ state, ...each });
      if (report.count < pageLength) return true;
      // Answers go before.
      await turn();
    }
  };

  return {
    /** @returns false where the library was changed meanwhile, or it was stopped */
    makeAll: async (state: number): Promise<boolean> => {
      const by = openMaker(deps);
      maker = by;
      try {
        for (const order of orders)
          if (!(await makeWalk(state, (page) => ({ of: 'albums', order, page }), by))) return false;
        return await makeWalk(state, (page) => ({ of: 'songs', page }), by);
      } finally {
        maker = null;
        await by.kill();
      }
    },
    stop: async (): Promise<void> => maker?.kill(),
  };
};

/** When they are made: of each state once, of one that stays for a while. */
const createCourse = (
  deps: PagesAheadDeps,
  making: Pick<ReturnType<typeof createMaking>, 'makeAll'>,
  {
    passes,
    plan,
  }: { passes: Pick<ReturnType<typeof createQuietPass>, 'isStopped' | 'rest'>; plan: () => void },
) => {
  const { apps } = deps;
  let madeOf: number | null = null;
  let failures = 0;
  let isSettled = false;
  let cancelLook = (): void => {};

  /** Colours of pictures are written long after a scan, and nobody tells of them. */
  const lookIn = (ms: number): void => {
    cancelLook = deps.clock.schedule(ms, () => {
      isSettled ||= apps.state() === madeOf;
      if (apps.state() === madeOf) lookIn(Math.min(2 * ms, longestLookMs));
      else plan();
    });
  };

  const isLarge = async (): Promise<boolean> => {
    const offset = (deps.fewestSongs ?? fewestSongs) - 1;
    const { read } = await apps.songs({ source: null, offset, limit: 1 });
    return (await read()).length > 0;
  };

  const makeOf = async (state: number | null): Promise<void> => {
    cancelLook();
    if (state !== null && (await making.makeAll(state))) {
      madeOf = state;
      failures = 0;
      if (!passes.isStopped()) lookIn(lookMs);
      return;
    }
    if (passes.isStopped()) return;
    await passes.rest(Math.min(againMs * 2 ** failures, longestAgainMs));
    failures += 1;
    plan();
  };

  return {
    /** Whether they were made, and were still of what is there when that was looked at. */
    isSettled: (): boolean => isSettled,
    isMade: (): boolean => madeOf !== null && apps.state() === madeOf,
    stop: (): void => cancelLook(),
    /** The library is another, whatever its state is called. */
    forget: (): void => {
      madeOf = null;
    },
    walk: async (): Promise<void> => {
      if (!deps.isScanning()) {
        const state = apps.state();
        if ((state === null || state !== madeOf) && (await isLarge())) await makeOf(state);
        return;
      }
      while (deps.isScanning() && !passes.isStopped()) await passes.rest(scanMs);
      plan();
    },
  };
};

/** Makes the pages of the walks beside, before anybody asks for them. */
export interface PagesAhead {
  /** They are made once the library has been quiet for a while. */
  start(): void;
  /** There is somebody who may ask: from now on they are made again whenever the library is another. */
  want(): void;
  /** Somebody asked for a page that was not there. */
  noteMade(): void;
  stop(): Promise<void>;
}

/** @see PagesAhead */
export const createPagesAhead = (deps: PagesAheadDeps): PagesAhead => {
  let isWanted = false;
  let isPlanned = false;

  const passes = createQuietPass({
    mayRun: deps.isOn,
    walk: () => {
      isPlanned = false;
      return course.walk();
    },
    quietMs,
    next: 'when quiet',
    onFailure: (error) => deps.log.debug('pages for apps could not be made ahead', { error }),
    clock: deps.clock,
  });
  const plan = (): void => {
    if (!isWanted && course.isSettled()) return;
    isPlanned = true;
    passes.waitForQuiet();
  };
  const making = createMaking(deps, passes.isStopped);
  const course = createCourse(deps, making, { passes, plan });

  const leave = [
    deps.events.on('collection-changed', plan),
    deps.events.on('library-replaced', () => {
      course.forget();
      plan();
    }),
  ];

  return {
    start: plan,
    want: () => {
      isWanted = true;
      if (!isPlanned && !course.isMade()) plan();
    },
    noteMade: () => {
      if (!isPlanned && !course.isMade()) plan();
    },
    stop: async () => {
      for (const each of leave) each();
      course.stop();
      const stopped = passes.stop();
      await making.stop();
      await stopped;
    },
  };
};
