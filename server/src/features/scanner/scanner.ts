import type { CollectionStatus, CorrectionRule, ScanStatus, SourceState } from '@tonearm/contract';
import type { ModelSettings } from '../../library/model/model-settings.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { WriteTrouble } from '../../platform/storage-trouble.ts';
import type { StorageState } from '../../platform/storage-watch.ts';
import type { FirstSeenBatch, FromScanProcess, ScanProgress, ScanResult, ScanSource } from '../scan/index.ts';
import { createColorNotes } from './color-notes.ts';
import type { ScanLink, ScanLinkHandlers } from './scan-link.ts';
import { createScanPeriods } from './scan-periods.ts';
import { createScanWishes, type ScanWish } from './scan-wishes.ts';
import type { ScannerStore } from './scanner-store.ts';
import { rebuiltLately, statesOf, storageToWire } from './scanner-wire.ts';

/** What the controller of scans needs. */
export interface ScannerDeps {
  readonly link: (handlers: ScanLinkHandlers) => ScanLink;
  readonly store: ScannerStore;
  /** Sources in saved order. */
  readonly sources: () => readonly ScanSource[];
  readonly settings: () => { readonly albumArtPattern: string; readonly reindexEverySeconds: number };
  /** How songs are taken into albums, artists and genres. */
  readonly model: () => ModelSettings;
  /** What administrators corrected, the oldest first. */
  readonly corrections: () => readonly CorrectionRule[];
  readonly followsLinksOutside: boolean;
  readonly events: Events<AppEvents>;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes first-seen dates where they outlive the library. */
  readonly noteFirstSeen: (batch: FirstSeenBatch) => void;
  /** Whether anything can be saved. */
  readonly storage: () => StorageState;
  /** Told when a scan could not write. */
  readonly onTrouble: (trouble: WriteTrouble) => void;
  /** Told when the scan process met damage in the library. */
  readonly onDamaged: (error: string) => void;
  /** Told after each scan that completed; `areFoldersChanged` when folders came or went since the last one. */
  readonly onScanned: (areFoldersChanged: boolean) => void;
  /** Told when a scan ended, however it did, and no other follows at once. */
  readonly onIdle: () => void;
}

/** Runs scans one at a time: at start, every period, on demand, and when something changed. */
export interface Scanner {
  /** Scans now and from now on by itself. */
  start(): void;
  stop(): Promise<void>;
  /** Asks for a scan of everything; one more follows when one is running. */
  trigger(): void;
  /** Asks for a look into some folders, by virtual path. */
  triggerFolders(paths: readonly string[]): void;
  /** Stops the running scan and forgets those asked for. */
  cancel(): void;
  status(): ScanStatus;
  /** Called after the status changed, several times a second in a scan. */
  onStatus(listener: (status: ScanStatus) => void): () => void;
  collectionStatus(): CollectionStatus;
  sourceStates(): SourceState[];
  /** Drops the missing songs of a source. @throws AppError source_not_found */
  forget(name: string): void;
  /** Keeps the songs of a source that is away. @throws AppError source_not_found */
  keep(name: string): void;
  /** Lets go of the library while it is made anew: a scan that runs ends where it is. */
  letGo(): Promise<void>;
  /** Scans the library that was made anew. */
  beginAnew(): void;
  /** Tries what stands in the scan report under these paths again, now; all of it for null. */
  retryProblems(paths: readonly string[] | null): void;
  /** Notes the average colour (`#rrggbb`) of a folder's picture. */
  setArtworkColor(directoryId: number, color: string): void;
}

/** The scan that runs, or the last one. */
interface Run {
  readonly startedAtMs: number;
  readonly startedMonotonicMs: number;
  progress: ScanProgress | null;
}

/** How a scan ended, as its process said. */
type ScanEnd = Pick<FromScanProcess & { kind: 'ended' }, 'result' | 'areFoldersChanged'>;

const nothingYet = { filesFound: 0, filesToRead: 0, filesRead: 0, currentFolder: null };

/** Makes the controller; nothing runs before `start`. */
export const createScanner = (deps: ScannerDeps): Scanner => {
  const { clock, events, log, store } = deps;
  const wishes = createScanWishes();
  const listeners = new Set<(status: ScanStatus) => void>();
  let run: Run | null = null;
  let isRunning = false;
  /** What the running scan was asked for, or the last one. */
  let wish: ScanWish = { folders: null, forget: [], retry: [] };
  /** Why the last one failed, as far as it was said in the log. */
  let toldError: string | null = null;
  /** Folders came or went in a scan that did not complete: those who watch them have not been told. */
  let areChangesUntold = false;
  /** Songs moved and could not be followed, for want of room for instance: after the next scan they are told again. */
  let areMovesLeft = false;
  /** Whether songs that moved are being followed: a scan has not ended before that is done. */
  let isFollowing = false;
  /** What the scan process said of its end, while songs are being followed. */
  let ending: ScanEnd | null = null;
  let isStopped = true;
  let isHeld = false;
  let finishedAtMs: number | null = null;
  let lastResult: ScanResult | null = null;
  let revision = store.revision();
  const periods = createScanPeriods({
    clock,
    periodSeconds: () => deps.settings().reindexEverySeconds,
    onDue: () => trigger(),
  });

  const status = (): ScanStatus => {
    const progress = run?.progress ?? null;
    const seconds = run === null ? 0 : (clock.monotonicMs() - run.startedMonotonicMs) / 1000;
    const { filesFound, filesToRead, filesRead, currentFolder } = progress ?? nothingYet;
    return {
      phase: isRunning ? (progress?.phase ?? 'walk') : 'idle',
      is_scanning: isRunning,
      is_queued: isRunning && wishes.hasAny(),
      files_found: filesFound,
      files_to_read: filesToRead,
      files_read: filesRead,
      files_per_second: isRunning && seconds > 0 ? Math.round(filesRead / seconds) : 0,
      current_folder: isRunning ? currentFolder : null,
      problem_count: isRunning && progress !== null ? progress.problemCount : store.problemCount(),
      song_count: store.songCount(),
      started_at: run === null ? null : Math.floor(run.startedAtMs / 1000),
      finished_at: finishedAtMs === null ? null : Math.floor(finishedAtMs / 1000),
      last_result: lastResult,
      rebuilt: rebuiltLately(store.rebuilt(), clock.nowMs()),
      storage: storageToWire(deps.storage()),
    };
  };

  const tellStatus = (): void => {
    if (listeners.size === 0) return;
    const current = status();
    for (const listener of listeners) listener(current);
  };

  const begin = (): void => {
    const next = isRunning || isStopped || isHeld ? null : wishes.take();
    if (next === null) return;
    wish = next;
    isRunning = true;
    run = { startedAtMs: clock.nowMs(), startedMonotonicMs: clock.monotonicMs(), progress: null };
    link.send({
      kind: 'scan',
      request: {
        sources: deps.sources().map(({ name, realPath }) => ({ name, realPath })),
        albumArtPattern: deps.settings().albumArtPattern,
        model: deps.model(),
        corrections: deps.corrections(),
        followsLinksOutside: deps.followsLinksOutside,
        folders: wish.folders,
        forget: wish.forget,
        retry: wish.retry,
      },
    });
    tellStatus();
  };

  const end = ({ result, areFoldersChanged }: ScanEnd): void => {
    isRunning = false;
    isFollowing = false;
    ending = null;
    finishedAtMs = clock.nowMs();
    lastResult = result;
    // The answer that songs are really gone holds; who cancels takes it back.
    if (result === 'failed') wishes.giveBack(wish);
    periods.ended({ result, isWhole: wish.folders === null, areMovesLeft });
    areChangesUntold ||= areFoldersChanged;
    if (result === 'completed') {
      deps.onScanned(areChangesUntold);
      areChangesUntold = false;
    }
    tellStatus();
    begin();
    if (!isRunning && !isStopped) deps.onIdle();
  };

  /**
   * Listeners that took a part have followed durably, and the next one is told. What could not be followed (a full
   * disk) is kept, and told again after the next scan.
   */
  const followMoves = async ({ told, isLast }: FromScanProcess & { kind: 'moves' }): Promise<void> => {
    isFollowing = true;
    const isTaken = await events.settle('songs-moved', told);
    areMovesLeft = !isTaken;
    // While the library is made anew nobody has to hear of it.
    if (isStopped || isHeld) return;
    const { library: identity, moves } = told;
    const lastId = moves.at(-1)?.id ?? 0;
    if (isTaken) link.send({ kind: 'moves-followed', identity, lastId });
    if (isTaken && !isLast) return;
    isFollowing = false;
    if (ending !== null) end(ending);
  };

  /** Once: where a disk is full, each scan fails as the one before. */
  const tellFailure = (error: string | null): void => {
    if (error !== null && error !== toldError) log.error('a scan failed', { error });
    toldError = error;
  };

  const take = (message: FromScanProcess): void => {
    switch (message.kind) {
      case 'progress':
        if (run !== null) run.progress = message.progress;
        tellStatus();
        return;
      case 'changed':
        revision = message.revision;
        events.emit('collection-changed', { revision });
        return;
      case 'first-seen':
        deps.noteFirstSeen(message.batch);
        return;
      case 'damaged':
        deps.onDamaged(message.error);
        return;
      case 'moves':
        void followMoves(message);
        return;
      case 'ended':
        tellFailure(message.error);
        if (message.trouble !== null) deps.onTrouble(message.trouble);
        if (isFollowing) ending = message;
        else end(message);
    }
  };

  const link = deps.link({
    onMessage: take,
    onDeath: (error) => {
      log.error('the scan process ended', { error });
      if (isRunning) end({ result: 'failed', areFoldersChanged: true });
    },
  });

  const colors = createColorNotes({ clock, handOn: (noted) => link.send({ kind: 'colors', colors: noted }) });

  const trigger = (): void => {
    wishes.everything();
    begin();
    tellStatus();
  };

  const check = (name: string): void => {
    if (store.sources().some((source) => source.name === name)) return;
    throw new AppError('source_not_found', 'There is no music source of this name.');
  };

  const unsubscribe = [
    events.on('sources-changed', () => {
      if (!isStopped) trigger();
    }),
    events.on('storage-changed', ({ code }) => {
      if (!isStopped && code === 'ok' && periods.hasFailed()) trigger();
      tellStatus();
    }),
    events.on('settings-changed', ({ needsScan }) => {
      if (isStopped) return;
      periods.arm();
      if (needsScan) trigger();
    }),
    events.on('music-rules-changed', () => {
      if (isStopped) return;
      wishes.settle();
      begin();
      tellStatus();
    }),
  ];

  return {
    start: () => {
      isStopped = false;
      periods.start();
      trigger();
    },
    stop: async () => {
      isStopped = true;
      periods.stop();
      colors.stop();
      for (const leave of unsubscribe) leave();
      await link.close();
    },
    letGo: async () => {
      isHeld = true;
      colors.stop();
      await link.abandon();
      if (isRunning) end({ result: 'failed', areFoldersChanged: true });
    },
    beginAnew: () => {
      isHeld = false;
      revision = store.revision();
      events.emit('collection-changed', { revision });
      if (!isStopped) trigger();
    },
    trigger,
    triggerFolders: (paths) => {
      wishes.folders(paths);
      begin();
    },
    cancel: () => {
      wishes.clear();
      if (isRunning) link.cancel();
    },
    status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    collectionStatus: () => ({
      is_scanning: isRunning,
      is_first_scan: !store.isScanned(),
      song_count: store.songCount(),
      revision,
      away_sources: store.awayNames(),
    }),
    sourceStates: () => statesOf(deps.sources(), store),
    forget: (name) => {
      check(name);
      wishes.forget(name);
      begin();
    },
    keep: (name) => {
      check(name);
      link.send({ kind: 'keep', source: name });
    },
    retryProblems: (paths) => {
      wishes.retry(paths);
      begin();
      tellStatus();
    },
    setArtworkColor: (directoryId, color) => {
      if (!isStopped && !isHeld) colors.add(directoryId, color);
    },
  };
};
