import type { AwayReason, CorrectionRule, Settings } from '@tonearm/contract';
import { freePages } from '../../db/sqlite.ts';
import type { Route } from '../../http/route.ts';
import type { LibraryConnection } from '../../library/connection.ts';
import type { ModelSettings } from '../../library/model/model-settings.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { WriteTrouble } from '../../platform/storage-trouble.ts';
import type { StorageState } from '../../platform/storage-watch.ts';
import { noteFirstSeen } from '../../state/first-seen.ts';
import type { StateAccess } from '../../state/state-access.ts';
import type { FirstSeenBatch, ScanSource } from '../scan/index.ts';
import { createAwayWatch, createWatchLink, type WatchState } from '../watching/index.ts';
import { withLastKnown } from './last-known.ts';
import { createMovedIds } from './moved-ids-store.ts';
import { createProblemRetries } from './problem-retries.ts';
import { createScanLink, type ScanLink, type ScanLinkHandlers } from './scan-link.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { createScannerRoutes } from './scanner-routes.ts';
import { createScannerStore } from './scanner-store.ts';

export type { Scanner } from './scanner.ts';

/** What the scanner feature needs. */
export interface ScannerFeatureDeps {
  readonly dataFolder: string;
  /** `state.db`, for first-seen dates and ids of songs. */
  readonly state: Pick<StateAccess, 'query' | 'writeLazily' | 'freePages'>;
  /** The connection that reads `library.db`. */
  readonly library: LibraryConnection;
  readonly sources: { mounted(): readonly ScanSource[] };
  readonly settings: {
    current(): Pick<Settings, 'album_art_pattern' | 'reindex_every_n_seconds'>;
  };
  /** How songs are taken into albums, artists and genres. */
  readonly model: () => ModelSettings;
  /** What administrators corrected, the oldest first. */
  readonly corrections: () => readonly CorrectionRule[];
  /** Whether links that leave every source are followed. */
  readonly followsLinksOutside: boolean;
  readonly events: Events<AppEvents>;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether anything can be saved. */
  readonly storage: () => StorageState;
  /** Told when a scan could not write. */
  readonly onTrouble: (trouble: WriteTrouble) => void;
  /** Told when the scan process met damage in the library. */
  readonly onDamaged: (error: string) => void;
  /** Threads that read tags; one by default, which keeps the thread that writes busy. */
  readonly readerCount?: number;
  /** Whether folders are watched; true by default. */
  readonly isWatching?: boolean;
  /** Runs scans elsewhere than in a process of their own. */
  readonly createLink?: (handlers: ScanLinkHandlers) => ScanLink;
}

/** Scanning: the controller and its calls. */
export interface ScannerFeature {
  readonly scanner: Scanner;
  readonly routes: readonly Route[];
  /** How folders are watched now. */
  watchState(): WatchState;
  /** Ends its process and threads; a running scan stops at its batch and goes on at the next start. */
  close(): Promise<void>;
}

/** Why a source is away whose folder is to be watched for coming back. */
const isComingBack: ReadonlySet<AwayReason | null> = new Set(['folder_missing', 'folder_empty'] as const);

/** How long after its death the watch thread may begin again with the next scan, in milliseconds. */
const watchAgainMs = 10 * 60_000;

/** Writes notes in the order in which they come. */
const createNoteWriter = (deps: Pick<ScannerFeatureDeps, 'state' | 'log'>) => {
  let written = Promise.resolve();
  const write = async (batch: FirstSeenBatch): Promise<void> => {
    try {
      await noteFirstSeen(deps.state, batch);
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

/** Builds the feature; nothing runs before `scanner.start()`. */
export const createScannerFeature = (deps: ScannerFeatureDeps): ScannerFeature => {
  const { state, library } = deps;
  const notes = createNoteWriter(deps);
  const store = withLastKnown(createScannerStore(library));
  const watch = createWatchLink({
    dataFolder: deps.dataFolder,
    log: deps.log,
    onDirty: (folders) => scanner.triggerFolders(folders),
    onAnything: () => scanner.trigger(),
    // Not at once: what it died of may be there still, and each beginning means a scan of everything.
    onLost: () => {
      deps.clock.schedule(watchAgainMs, () => {
        isWatched = false;
      });
    },
  });
  let isWatched = false;
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
        readerCount: deps.readerCount ?? 1,
        clock: deps.clock,
        ...handlers,
      }),
    store,
    sources: deps.sources.mounted,
    settings: () => {
      const { album_art_pattern, reindex_every_n_seconds } = deps.settings.current();
      return { albumArtPattern: album_art_pattern, reindexEverySeconds: reindex_every_n_seconds };
    },
    noteFirstSeen: notes.note,
    onScanned: (areFoldersChanged) => {
      // After a scan most pages that connections keep are of what nobody asks for any more.
      state.freePages();
      freePages([library]);
      if (deps.isWatching === false || (isWatched && !areFoldersChanged)) return;
      isWatched = true;
      watch.refresh();
    },
    onIdle: retries.arm,
  });
  deps.events.on('songs-moved', createMovedIds(state));
  const awayWatch = createAwayWatch({
    clock: deps.clock,
    awayFolders: () =>
      scanner
        .sourceStates()
        .filter(({ state, reason_code }) => state === 'away' && isComingBack.has(reason_code))
        .map(({ source }) => source),
    onBack: () => scanner.trigger(),
  });
  return {
    scanner: {
      ...scanner,
      start: () => {
        scanner.start();
        if (deps.isWatching !== false) awayWatch.start();
      },
    },
    routes: createScannerRoutes({ scanner, store }),
    watchState: watch.state,
    close: async () => {
      awayWatch.stop();
      retries.stop();
      await watch.close();
      await scanner.stop();
      await notes.settled();
    },
  };
};
