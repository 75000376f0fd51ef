import type { AwayReason, Settings } from '@tonearm/contract';
import type Database from 'better-sqlite3';
import type { Route } from '../../http/route.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { StorageState } from '../../platform/storage-watch.ts';
import { type FirstSeenBatch, type ScanSource, writeFirstSeen } from '../scan/index.ts';
import { createAwayWatch, createWatchLink } from '../watching/index.ts';
import { withLastKnown } from './last-known.ts';
import { createScanLink, type ScanLink, type ScanLinkHandlers } from './scan-link.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { createScannerRoutes } from './scanner-routes.ts';
import { createScannerStore } from './scanner-store.ts';

export type { Scanner } from './scanner.ts';

/** What the scanner feature needs. */
export interface ScannerFeatureDeps {
  readonly dataFolder: string;
  /** The plain connection to `state.db`, for first-seen dates only. */
  readonly state: Database.Database;
  /** The connection that reads `library.db`. */
  readonly library: Database.Database;
  readonly sources: { mounted(): readonly ScanSource[] };
  readonly settings: {
    current(): Pick<Settings, 'album_art_pattern' | 'reindex_every_n_seconds'>;
  };
  /** Whether links that leave every source are followed. */
  readonly followsLinksOutside: boolean;
  readonly events: Events<AppEvents>;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether anything can be saved. */
  readonly storage: () => StorageState;
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
  /** Ends its process and threads; a running scan stops at its batch and goes on at the next start. */
  close(): Promise<void>;
}

/** Why a source is away whose folder is to be watched for coming back. */
const isComingBack: ReadonlySet<AwayReason | null> = new Set(['folder_missing', 'folder_empty'] as const);

/** How long a note waits while something else writes to `state.db`, in milliseconds. */
const retryMs = 20;

/** How long after its death the watch thread may begin again with the next scan, in milliseconds. */
const watchAgainMs = 10 * 60_000;

/** Writes notes as they come, never inside somebody else's transaction. */
const createNoteWriter = (deps: ScannerFeatureDeps) => {
  const waiting: FirstSeenBatch[] = [];
  const write = (): void => {
    for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
      if (!deps.state.open) return;
      if (deps.state.inTransaction) {
        deps.clock.schedule(retryMs, write);
        return;
      }
      try {
        writeFirstSeen(deps.state, batch);
      } catch (error) {
        // The dates stand in the library too; they are lost only if that has to be made anew.
        deps.log.warn('first-seen dates could not be noted', { error });
      }
      waiting.shift();
    }
  };
  return (batch: FirstSeenBatch): void => {
    waiting.push(batch);
    if (waiting.length === 1) write();
  };
};

/** Gives back the pages that connections keep: after a scan most are of what nobody asks for any more. */
const freePages = (databases: readonly Database.Database[]): void => {
  for (const database of databases) if (database.open) database.pragma('shrink_memory');
};

/** Builds the feature; nothing runs before `scanner.start()`. */
export const createScannerFeature = (deps: ScannerFeatureDeps): ScannerFeature => {
  const { state, library } = deps;
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
    noteFirstSeen: createNoteWriter(deps),
    onScanned: (areFoldersChanged) => {
      freePages([state, library]);
      if (deps.isWatching === false || (isWatched && !areFoldersChanged)) return;
      isWatched = true;
      watch.refresh();
    },
  });
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
    close: async () => {
      awayWatch.stop();
      await watch.close();
      await scanner.stop();
    },
  };
};
