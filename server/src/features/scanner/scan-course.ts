import type { CorrectionRule, ScanStatus } from '@tonearm/contract';
import type { ModelSettings } from '../../library/model/model-settings.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { BucketAccess } from '../../platform/bucket/bucket-client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { WriteTrouble } from '../../platform/storage-trouble.ts';
import type { StorageState } from '../../platform/storage-watch.ts';
import type { FirstSeenBatch, FromScanProcess, ScanProgress, ScanResult, ScanSource } from '../scan/index.ts';
import type { ScanLink, ScanLinkHandlers } from './scan-link.ts';
import { createScanPeriods, type ScanPeriods } from './scan-periods.ts';
import { createScanWishes, type ScanWish, type ScanWishes } from './scan-wishes.ts';
import type { ScannerStore } from './scanner-store.ts';
import { rebuiltLately, storageToWire } from './scanner-wire.ts';

/** What the controller of scans needs. */
export interface ScannerDeps {
  readonly link: (handlers: ScanLinkHandlers) => ScanLink;
  readonly store: ScannerStore;
  /** Sources in saved order. */
  readonly sources: () => readonly ScanSource[];
  /** How the buckets that sources lie in are reached. */
  readonly buckets: () => readonly BucketAccess[];
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

/** How a scan ended, as its process said. */
type ScanEnd = Pick<FromScanProcess & { kind: 'ended' }, 'result' | 'areFoldersChanged'>;

/** Before the first scan. */
const atFirst = () => ({
  isRunning: false,
  startedAtMs: null as number | null,
  startedMonotonicMs: 0,
  progress: null as ScanProgress | null,
  finishedAtMs: null as number | null,
  lastResult: null as ScanResult | null,
  /** What the running scan was asked for, or the last one. */
  wish: { folders: null, forget: [], retry: [] } as ScanWish,
  /** Why the last one failed, as far as it was said in the log. */
  toldError: null as string | null,
  /** Folders came or went in a scan that did not complete: those who watch them have not been told. */
  areChangesUntold: false,
  /** Songs moved and could not be followed, for want of room for instance: after the next scan they are told again. */
  areMovesLeft: false,
  /** Whether songs that moved are being followed: a scan has not ended before that is done. */
  isFollowing: false,
  /** What the scan process said of its end, while songs are being followed. */
  ending: null as ScanEnd | null,
  isStopped: true,
  isHeld: false,
});

/** Scans, one after the other: the one that runs, or the last one. */
export type ScanCourse = ReturnType<typeof atFirst> & {
  readonly deps: ScannerDeps;
  readonly wishes: ScanWishes;
  readonly periods: ScanPeriods;
  readonly link: ScanLink;
  readonly listeners: Set<(status: ScanStatus) => void>;
  /** Of the library. */
  revision: number;
};

const nothingYet = { filesFound: 0, filesToRead: 0, filesRead: 0, partWalked: 0, currentFolder: null };

type Amounts = Pick<ScanProgress, 'filesToRead' | 'filesRead' | 'partWalked'>;

/** What is looked into is done once its files are read. Thousandths: more says nothing, and is another status each time. */
const partDone = ({ filesToRead, filesRead, partWalked }: Amounts): number =>
  Math.round((filesToRead === 0 ? 1 : filesRead / filesToRead) * partWalked * 1000) / 1000;

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

/** How it stands with scans now. */
export const statusOf = ({ deps, wishes, isRunning, progress, ...course }: ScanCourse): ScanStatus => {
  const { clock, store } = deps;
  const seconds = (clock.monotonicMs() - course.startedMonotonicMs) / 1000;
  const { filesFound, filesToRead, filesRead, currentFolder } = progress ?? nothingYet;
  return {
    phase: isRunning ? (progress?.phase ?? 'walk') : 'idle',
    is_scanning: isRunning,
    is_queued: isRunning && wishes.hasAny(),
    files_found: filesFound,
    files_to_read: filesToRead,
    files_read: filesRead,
    part_done: isRunning && progress !== null ? partDone(progress) : 0,
    files_per_second: isRunning && seconds > 0 ? Math.round(filesRead / seconds) : 0,
    current_folder: isRunning ? currentFolder : null,
    problem_count: isRunning && progress !== null ? progress.problemCount : store.problemCount(),
    song_count: store.songCount(),
    started_at: secondsOf(course.startedAtMs),
    finished_at: secondsOf(course.finishedAtMs),
    last_result: course.lastResult,
    rebuilt: rebuiltLately(store.rebuilt(), clock.nowMs()),
    storage: storageToWire(deps.storage()),
  };
};

/** Tells the status to those who listen. */
export const tellStatus = (course: ScanCourse): void => {
  if (course.listeners.size === 0) return;
  const current = statusOf(course);
  for (const listener of course.listeners) listener(current);
};

/** Begins the scan that was asked for, unless one runs. */
export const beginNext = (course: ScanCourse): void => {
  const { deps } = course;
  const wish = course.isRunning || course.isStopped || course.isHeld ? null : course.wishes.take();
  if (wish === null) return;
  course.wish = wish;
  course.isRunning = true;
  course.startedAtMs = deps.clock.nowMs();
  course.startedMonotonicMs = deps.clock.monotonicMs();
  course.progress = null;
  course.link.send({
    kind: 'scan',
    request: {
      sources: deps.sources().map(({ name, realPath }) => ({ name, realPath })),
      buckets: deps.buckets(),
      albumArtPattern: deps.settings().albumArtPattern,
      model: deps.model(),
      corrections: deps.corrections(),
      followsLinksOutside: deps.followsLinksOutside,
      ...wish,
    },
  });
  tellStatus(course);
};

/** Asks for a scan of everything. */
export const triggerWhole = (course: ScanCourse): void => {
  course.wishes.everything();
  beginNext(course);
  tellStatus(course);
};

const end = (course: ScanCourse, { result, areFoldersChanged }: ScanEnd): void => {
  const { deps, wish, areMovesLeft } = course;
  course.isRunning = false;
  course.isFollowing = false;
  course.ending = null;
  course.finishedAtMs = deps.clock.nowMs();
  course.lastResult = result;
  // The answer that songs are really gone holds; who cancels takes it back.
  if (result === 'failed') course.wishes.giveBack(wish);
  course.periods.ended({ result, isWhole: wish.folders === null, areMovesLeft });
  course.areChangesUntold ||= areFoldersChanged;
  if (result === 'completed') {
    deps.onScanned(course.areChangesUntold);
    course.areChangesUntold = false;
  }
  tellStatus(course);
  beginNext(course);
  if (!course.isRunning && !course.isStopped) deps.onIdle();
};

/** Where it runs no more, and its process will not say so. */
export const endDead = (course: ScanCourse): void => {
  if (course.isRunning) end(course, { result: 'failed', areFoldersChanged: true });
};

/**
 * Listeners that took a part have followed durably, and the next one is told. What could not be followed (a full
 * disk) is kept, and told again after the next scan.
 */
const followMoves = async (
  course: ScanCourse,
  { told, isLast }: FromScanProcess & { kind: 'moves' },
): Promise<void> => {
  course.isFollowing = true;
  const isTaken = await course.deps.events.settle('songs-moved', told);
  course.areMovesLeft = !isTaken;
  // While the library is made anew nobody has to hear of it.
  if (course.isStopped || course.isHeld) return;
  const { library: identity, moves } = told;
  const lastId = moves.at(-1)?.id ?? 0;
  if (isTaken) course.link.send({ kind: 'moves-followed', identity, lastId });
  if (isTaken && !isLast) return;
  course.isFollowing = false;
  if (course.ending !== null) end(course, course.ending);
};

/** Once: where a disk is full, each scan fails as the one before. */
const tellFailure = (course: ScanCourse, error: string | null): void => {
  if (error !== null && error !== course.toldError) course.deps.log.error('a scan failed', { error });
  course.toldError = error;
};

/** The library has changed. */
export const tellRevision = (course: ScanCourse, revision: number): void => {
  course.revision = revision;
  course.deps.events.emit('collection-changed', { revision });
};

const take = (course: ScanCourse, message: FromScanProcess): void => {
  const { deps } = course;
  switch (message.kind) {
    case 'progress':
      course.progress = message.progress;
      tellStatus(course);
      break;
    case 'changed':
      tellRevision(course, message.revision);
      break;
    case 'first-seen':
      deps.noteFirstSeen(message.batch);
      break;
    case 'damaged':
      deps.onDamaged(message.error);
      break;
    case 'moves':
      void followMoves(course, message);
      break;
    case 'ended':
      tellFailure(course, message.error);
      if (message.trouble !== null) deps.onTrouble(message.trouble);
      if (course.isFollowing) course.ending = message;
      else end(course, message);
  }
};

/** Nothing runs, and nothing was asked for. */
export const createScanCourse = (deps: ScannerDeps): ScanCourse => {
  const course: ScanCourse = {
    ...atFirst(),
    deps,
    wishes: createScanWishes(),
    periods: createScanPeriods({
      clock: deps.clock,
      periodSeconds: () => deps.settings().reindexEverySeconds,
      onDue: () => triggerWhole(course),
    }),
    link: deps.link({
      onMessage: (message) => take(course, message),
      onDeath: (error) => {
        deps.log.error('the scan process ended', { error });
        endDead(course);
      },
    }),
    listeners: new Set(),
    revision: deps.store.revision(),
  };
  return course;
};
