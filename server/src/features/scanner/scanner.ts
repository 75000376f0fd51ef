import type { CollectionStatus, ScanStatus, SourceState } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import { type ColorNotes, createColorNotes } from './color-notes.ts';
import {
  beginNext,
  createScanCourse,
  endDead,
  type ScanCourse,
  type ScannerDeps,
  statusOf,
  tellRevision,
  tellStatus,
  triggerWhole,
} from './scan-course.ts';
import type { ScannerStore } from './scanner-store.ts';
import { statesOf } from './scanner-wire.ts';

/** Runs scans one at a time: at start, every period, on demand, and when something changed. */
export interface Scanner {
  /** Scans now and from now on by itself. */
  start(): void;
  stop(): Promise<void>;
  /** Scans no more until it is started again: a scan that runs ends where it is. Resolves when nothing is written. */
  standDown(): Promise<void>;
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
  /** Tells that the library was changed by another process. */
  changedElsewhere(): void;
  /** Tries what stands in the scan report under these paths again, now; all of it for null. */
  retryProblems(paths: readonly string[] | null): void;
  /** Other processes have what was written, up to this batch of the feed. */
  published(sequence: number): void;
  /** Notes the average colour (`#rrggbb`) of a folder's picture. */
  setArtworkColor(directoryId: number, color: string): void;
}

/** What changed elsewhere and asks for a scan. @returns ends that */
const listen = (course: ScanCourse): (() => void) => {
  const { deps, wishes, periods } = course;
  const unsubscribe = [
    deps.events.on('sources-changed', () => {
      if (!course.isStopped) triggerWhole(course);
    }),
    deps.events.on('storage-changed', ({ code }) => {
      if (!course.isStopped && code === 'ok' && periods.hasFailed()) triggerWhole(course);
      tellStatus(course);
    }),
    deps.events.on('settings-changed', ({ needsScan }) => {
      if (course.isStopped) return;
      periods.arm();
      if (needsScan) triggerWhole(course);
    }),
    deps.events.on('music-rules-changed', () => {
      if (course.isStopped) return;
      wishes.settle();
      beginNext(course);
      tellStatus(course);
    }),
  ];
  return () => {
    for (const leave of unsubscribe) leave();
  };
};

/** What may be known of scans, and of what they found. */
const answersOf = (course: ScanCourse) => {
  const { deps, listeners } = course;
  const { store } = deps;
  return {
    status: () => statusOf(course),
    onStatus: (listener: (status: ScanStatus) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    collectionStatus: () => ({
      is_scanning: course.isRunning,
      is_first_scan: !store.isScanned(),
      song_count: store.songCount(),
      revision: course.revision,
      away_sources: store.awayNames(),
    }),
    sourceStates: () => statesOf(deps.sources(), store),
  };
};

/** @throws AppError source_not_found */
export const checkKnown = (store: ScannerStore, name: string): void => {
  if (store.sources().some((source) => source.name === name)) return;
  throw new AppError('source_not_found', 'There is no music source of this name.');
};

/** What is done while the library is made anew, and after. */
const libraryOf = (course: ScanCourse, colors: Pick<ColorNotes, 'stop'>) => ({
  letGo: async () => {
    course.isHeld = true;
    colors.stop();
    await course.link.abandon();
    endDead(course);
  },
  beginAnew: () => {
    course.isHeld = false;
    tellRevision(course, course.deps.store.revision());
    if (!course.isStopped) triggerWhole(course);
  },
  changedElsewhere: () => tellRevision(course, course.deps.store.revision()),
  standDown: async () => {
    course.isStopped = true;
    course.periods.stop();
    colors.stop();
    await course.link.abandon();
    endDead(course);
  },
});

/** Makes the controller; nothing runs before `start`. */
export const createScanner = (deps: ScannerDeps): Scanner => {
  const { clock, store } = deps;
  const course = createScanCourse(deps);
  const { link, periods, wishes } = course;
  const colors = createColorNotes({ clock, handOn: (noted) => link.send({ kind: 'colors', colors: noted }) });
  const leave = listen(course);
  const trigger = (): void => triggerWhole(course);

  return {
    start: () => {
      course.isStopped = false;
      periods.start();
      trigger();
    },
    stop: async () => {
      course.isStopped = true;
      periods.stop();
      colors.stop();
      leave();
      await link.close();
    },
    ...libraryOf(course, colors),
    trigger,
    triggerFolders: (paths) => {
      wishes.folders(paths);
      beginNext(course);
    },
    cancel: () => {
      wishes.clear();
      if (course.isRunning) link.cancel();
    },
    ...answersOf(course),
    forget: (name) => {
      checkKnown(store, name);
      wishes.forget(name);
      beginNext(course);
    },
    keep: (name) => {
      checkKnown(store, name);
      link.send({ kind: 'keep', source: name });
    },
    published: link.published,
    retryProblems: (paths) => {
      wishes.retry(paths);
      beginNext(course);
      tellStatus(course);
    },
    setArtworkColor: (directoryId, color) => {
      if (!course.isStopped && !course.isHeld) colors.add(directoryId, color);
    },
  };
};
