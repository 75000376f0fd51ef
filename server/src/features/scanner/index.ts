import type { AwayReason, Settings } from '@tonearm/contract';
import { freePages } from '../../db/sqlite.ts';
import type { Route } from '../../http/route.ts';
import type { LibraryConnection } from '../../library/connection.ts';
import type { ScanRelay } from '../../library/feed/who-scans/scan-relay.ts';
import { noteFirstSeen } from '../../state/first-seen.ts';
import type { ScanCopy } from '../../state/scan-copy.ts';
import type { StateAccess } from '../../state/state-access.ts';
import type { FirstSeenBatch, ScanSource } from '../scan/index.ts';
import { createAwayWatch, createWatchLink, type WatchState } from '../watching/index.ts';
import { withLastKnown } from './last-known.ts';
import { createMovedIds } from './moved-ids-store.ts';
import { createProblemRetries } from './problem-retries.ts';
import type { ScannerDeps } from './scan-course.ts';
import { createScanLink, type ScanLink, type ScanLinkHandlers } from './scan-link.ts';
import { checkKnown, createScanner, type Scanner } from './scanner.ts';
import { createScannerRoutes } from './scanner-routes.ts';
import { createScannerStore, type ScannerStore } from './scanner-store.ts';
import { createSharedScanner, type SharedScanner } from './sharing/shared-scanner.ts';

export { createScanLink } from './scan-link.ts';
export type { Scanner } from './scanner.ts';
export type { SharedScanner } from './sharing/shared-scanner.ts';

/** What the scanner feature needs. */
export interface ScannerFeatureDeps
  extends Omit<
    ScannerDeps,
    'link' | 'store' | 'sources' | 'settings' | 'noteFirstSeen' | 'onScanned' | 'onIdle'
  > {
  readonly dataFolder: string;
  /** `state.db`, for first-seen dates and ids of songs. */
  readonly state: Pick<StateAccess, 'query' | 'writeLazily' | 'freePages'>;
  /** What the scan process reads of it. */
  readonly scanCopy?: Pick<ScanCopy, 'fileName' | 'access'>;
  /** The connection that reads `library.db`. */
  readonly library: LibraryConnection;
  readonly sources: { mounted(): readonly ScanSource[] };
  readonly settings: {
    current(): Pick<Settings, 'album_art_pattern' | 'reindex_every_n_seconds'>;
  };
  /** Threads that read tags; one by default, which keeps the thread that writes busy. */
  readonly readerCount?: number;
  /** Whether folders are watched; true by default. */
  readonly isWatching?: boolean;
  /** Where processes share the library: what they tell one another of scans. */
  readonly relay?: ScanRelay;
  /** Runs scans elsewhere than in a process of their own. */
  readonly createLink?: (handlers: ScanLinkHandlers) => ScanLink;
}

/** Scanning: the controller and its calls. */
export interface ScannerFeature {
  readonly scanner: Scanner;
  /** Where processes share the library: how this one becomes the one that scans. */
  readonly shared: SharedScanner | null;
  readonly routes: readonly Route[];
  /** How folders are watched now. */
  watchState(): WatchState;
  /** Ends its process and threads; a running scan stops at its batch and goes on at the next start. */
  close(): Promise<void>;
}

/** After a start the first answers come before the first scan's process, in milliseconds. */
const firstAfterMs = 100;

/** Why a source is away whose folder is to be watched for coming back. */
const isComingBack: ReadonlySet<AwayReason | null> = new Set(['folder_missing', 'folder_empty'] as const);

/** How long after its death the watch thread may begin again with the next scan, in milliseconds. */
const watchAgainMs = 10 * 60_000;

/** Writes notes in the order in which they come. */
const createNoteWriter = (deps: Pick<ScannerFeatureDeps, 'state' | 'scanCopy' | 'log'>) => {
  const copy = deps.scanCopy?.access ?? null;
  let written = Promise.resolve();
  const write = async (batch: FirstSeenBatch): Promise<void> => {
    try {
      await noteFirstSeen(deps.state, batch);
      if (copy !== null) await noteFirstSeen(copy, batch);
    } catch (error) {
      // The dates stand in the library too; they are lost only if that has to be made anew.
      deps.log.warn('first-seen dates could not be noted', { error });
    }
  };
  return {
    note: (batch: FirstSeenBatch): void => {
      written = written.then(() => write(batch));
    },
    /** Resolves when all that came is written. */
    settled: (): Promise<void> => written,
  };
};

/** Folders that are watched between scans: those of the library, and those of sources that may come back. */
const createWatching = (deps: ScannerFeatureDeps, scanner: Scanner) => {
  const { clock, isWatching = true } = deps;
  let isWatched = false;
  const folders = createWatchLink({
    dataFolder: deps.dataFolder,
    clock,
    log: deps.log,
    onDirty: scanner.triggerFolders,
    onAnything: scanner.trigger,
    // Not at once: what it died of may be there still, and each beginning means a scan of everything.
    onLost: () => {
      clock.schedule(watchAgainMs, () => {
        isWatched = false;
      });
    },
  });
  const away = createAwayWatch({
    clock,
    awayFolders: () =>
      scanner
        .sourceStates()
        .filter(({ state, reason_code }) => state === 'away' && isComingBack.has(reason_code))
        .map(({ source }) => source),
    onBack: scanner.trigger,
  });
  return {
    state: folders.state,
    start: (): void => {
      if (isWatching) away.start();
    },
    scanned: (areFoldersChanged: boolean): void => {
      if (!isWatching || (isWatched && !areFoldersChanged)) return;
      isWatched = true;
      folders.refresh();
    },
    /** Watches nothing until it is started again. */
    rest: (): Promise<void> => {
      away.stop();
      isWatched = false;
      return folders.rest();
    },
    close: (): Promise<void> => {
      away.stop();
      return folders.close();
    },
  };
};

/** The scanner as one of several processes has it; null where there is only this one. */
const shareScanner = (
  { relay, clock, log }: ScannerFeatureDeps,
  scanner: Scanner,
  store: ScannerStore,
): SharedScanner | null =>
  relay === undefined
    ? null
    : createSharedScanner({ scanner, relay, clock, log, checkKnown: (name) => checkKnown(store, name) });

/** How it is configured now. */
const settingsOf = (deps: ScannerFeatureDeps) => {
  const { album_art_pattern, reindex_every_n_seconds } = deps.settings.current();
  return { albumArtPattern: album_art_pattern, reindexEverySeconds: reindex_every_n_seconds };
};

/** Ids of songs go with those that moved. */
const followMovedIds = ({ scanCopy, state, events }: ScannerFeatureDeps): void => {
  const copy = scanCopy?.access ?? null;
  // First the copy: what the original has followed is not told again.
  if (copy !== null) events.on('songs-moved', createMovedIds(copy));
  events.on('songs-moved', createMovedIds(state));
};

/** Builds the feature; nothing runs before `scanner.start()`. */
export const createScannerFeature = (deps: ScannerFeatureDeps): ScannerFeature => {
  const { state, library } = deps;
  const notes = createNoteWriter(deps);
  const store = withLastKnown(createScannerStore(library));
  const retries = createProblemRetries({
    clock: deps.clock,
    givenUp: store.givenUp,
    tryFolders: (folders) => scanner.triggerFolders(folders),
  });
  const scanner = createScanner({
    ...deps,
    link: (handlers) =>
      deps.createLink?.(handlers) ??
      createScanLink({
        dataFolder: deps.dataFolder,
        stateFile: deps.scanCopy?.fileName ?? 'state.db',
        readerCount: deps.readerCount ?? 1,
        isFollowed: deps.relay !== undefined,
        firstAfterMs,
        clock: deps.clock,
        ...handlers,
      }),
    store,
    sources: deps.sources.mounted,
    settings: () => settingsOf(deps),
    noteFirstSeen: notes.note,
    onScanned: (areFoldersChanged) => {
      // After a scan most pages that connections keep are of what nobody asks for any more.
      state.freePages();
      freePages([library]);
      watching.scanned(areFoldersChanged);
    },
    onIdle: retries.arm,
  });
  const watching = createWatching(deps, scanner);
  followMovedIds(deps);
  const own: Scanner = {
    ...scanner,
    start: () => {
      scanner.start();
      watching.start();
    },
    standDown: async () => void (await Promise.all([scanner.standDown(), watching.rest()])),
  };
  const shared = shareScanner(deps, own, store);
  return {
    scanner: shared ?? own,
    shared,
    routes: createScannerRoutes({ scanner: shared ?? own, store }),
    watchState: watching.state,
    close: async () => {
      retries.stop();
      await watching.close();
      await (shared ?? own).stop();
      await notes.settled();
    },
  };
};
