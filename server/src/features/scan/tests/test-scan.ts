import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CorrectionRule } from '@tonearm/contract';
import type Database from 'better-sqlite3';
import { createCapture } from '../../../library/feed/capture.ts';
import { defaultModelSettings, type ModelSettings } from '../../../library/model/model-settings.ts';
import { openLibraryReader, openLibraryWriter } from '../../../library/open-library.ts';
import { createSearchIndex } from '../../../library/search-index/search-index-store.ts';
import type { AppEvents, SongsMoved } from '../../../platform/app-events.ts';
import { type BucketAccess, createBucketClient } from '../../../platform/bucket/bucket-client.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { createEvents } from '../../../platform/events.ts';
import { createLog } from '../../../platform/log.ts';
import { soundStorage } from '../../../platform/storage-watch.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { openState } from '../../../state/open-state.ts';
import { createScannerFeature, type Scanner } from '../../scanner/index.ts';
import type { ScanLink, ScanLinkHandlers } from '../../scanner/scan-link.ts';
import { createSongReader, type FileProblem } from '../../tags/index.ts';
import { createFetchSoon } from '../reading/fetch-soon.ts';
import { packBatch, readBatch, unpackReadings } from '../reading/read-batch.ts';
import { readFolders, unpackFolders } from '../reading/read-folders.ts';
import { createScanJobs } from '../scan-jobs.ts';

/** A scanner over real folders and real databases. */
export interface TestScanner extends AsyncDisposable {
  readonly scanner: Scanner;
  /** The connection that reads `library.db`. */
  readonly library: Database.Database;
  readonly state: Database.Database;
  /** What was told of moves so far, as `from → to`. */
  readonly moves: string[];
  /** Hears of moves as they are told, some at a time; those of a killed scan may be told again. */
  onMovesTold(listener: (told: SongsMoved) => void): void;
  /** Hears of moves as they are told, some at a time, as `from → to`. */
  onMoves(listener: (moves: string[]) => void): void;
  /** The music sources; may be changed between scans. */
  sources: { name: string; realPath: string }[];
  /** How buckets that sources lie in are reached. */
  buckets: BucketAccess[];
  settings: { albumArtPattern: string; reindexEverySeconds: number };
  /** How songs are taken into albums, artists and genres by the next scan. */
  model: ModelSettings;
  /** What the next scan corrects. */
  corrections: readonly CorrectionRule[];
  /** Scans everything and waits for the end. */
  scan(): Promise<void>;
  /** Takes songs in by the rules of `model` and waits for the end. */
  settle(): Promise<void>;
  /** Waits until nothing is scanned any more. */
  settled(): Promise<void>;
  /** Virtual paths of all songs that are there, in walking order. */
  songs(): string[];
  /** One column of a song, by virtual path. */
  song(virtualPath: string): Record<string, unknown> | undefined;
  directory(virtualPath: string): Record<string, unknown> | undefined;
}

const songSql = `SELECT songs.*, virtual_path || '/' || songs.name AS path FROM songs
  JOIN directories ON directories.id = directory_id`;

/** What a reader says of a file that it may not open. */
const refusal = {
  kind: 'problem',
  reason: 'file_forbidden',
} as const;

/** What may be asked of a test's scans. */
interface TestScanOptions {
  readonly isWatching?: boolean;
  readonly followsLinksOutside?: boolean;
  readonly hasProcess?: boolean;
  /** Whether what is written is kept for who follows. */
  readonly isFollowed?: boolean;
  /** Files that may not be opened, by name: whoever runs the tests may be allowed everything. */
  readonly isRefused?: (name: string) => boolean;
  /** Why the reading of a file is given up, by its name; null when it is not. Asked whenever one is read. */
  readonly givesUp?: (name: string) => FileProblem | null;
  /** By which scans come by themselves; the real one unless told. */
  readonly clock?: Clock;
  /** How much is written before a commit is due. */
  readonly rowsPerBatch?: number;
  /** How many moves are told at once. */
  readonly movesAtOnce?: number;
  /** Asked before each commit of a scan whether the scan is cancelled, or its process killed, just there. */
  readonly atCommit?: () => 'cancel' | 'kill' | null;
}

/** Waits between two tries of a bucket pass at once. */
const impatientClock = {
  nowMs: systemClock.nowMs,
  schedule: (delayMs: number, task: () => void) => systemClock.schedule(delayMs < 10_000 ? 0 : delayMs, task),
};

/** Why a killed scan ends; nothing of it is told. */
const killed = 'killed by the test';

/** The work of a scan process on the thread of the test, until it is killed. */
const startJobsHere = (
  dataFolder: string,
  { onMessage, onDeath }: ScanLinkHandlers,
  options: TestScanOptions,
) => {
  const writer = openLibraryWriter(dataFolder);
  const songs = createSongReader({ asksLibrary: true });
  const reader: typeof songs = {
    ...songs,
    read: async (path, name, parts) => {
      if (options.isRefused?.(name) === true) return refusal;
      const reason = options.givesUp?.(name) ?? null;
      if (reason !== null) return { kind: 'problem', reason };
      return songs.read(path, name, parts);
    },
  };
  const soon = createFetchSoon(reader);
  const tools = { reader, soon, sortKeyOf: naturalKey, step: () => {} };
  const run = { isCancelled: false, isDead: false, isScanning: false };
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: the reader has one set of buffers. */
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result;
    return result;
  };
  const die = (): never => {
    run.isDead = true;
    setImmediate(() => {
      writer.close();
      onDeath(new Error(killed));
    });
    throw new Error(killed);
  };
  const jobs = createScanJobs({
    raw: writer.raw,
    createSearch: createSearchIndex,
    createCapture: options.isFollowed === true ? createCapture : undefined,
    statePath: join(dataFolder, 'state.db'),
    createReaders: () => ({
      read: (files) => alone(() => readBatch(packBatch(files), tools)).then(unpackReadings),
      readFolders: (folders) =>
        alone(() => readFolders(folders, tools)).then((found) => ({
          ...found,
          take: () => unpackFolders(found),
        })),
      wanted: () => 2,
      close: async () => {},
    }),
    openBucket: (access) => createBucketClient(access, impatientClock),
    ...(options.rowsPerBatch === undefined ? {} : { rowsPerBatch: options.rowsPerBatch }),
    ...(options.movesAtOnce === undefined ? {} : { movesAtOnce: options.movesAtOnce }),
    isCancelled: () => run.isCancelled,
    tell: (message) => {
      if (message.kind === 'ended') run.isScanning = false;
      if (!run.isDead) setImmediate(() => onMessage(structuredClone(message)));
    },
    nowMs: Date.now,
    beforeCommit: () => {
      const fate = run.isScanning ? options.atCommit?.() : null;
      if (fate === 'cancel') run.isCancelled = true;
      if (fate === 'kill') die();
    },
    end: () => writer.close(),
  });
  return { jobs, run, isOpen: () => writer.raw.open };
};

/** Runs scans on the thread of the test: the same work without the time it takes to start a process. */
const createLinkHere = (
  dataFolder: string,
  handlers: ScanLinkHandlers,
  options: TestScanOptions,
): ScanLink => {
  let here = startJobsHere(dataFolder, handlers, options);
  return {
    send: (message) => {
      if (here.run.isDead) here = startJobsHere(dataFolder, handlers, options);
      if (message.kind === 'scan') Object.assign(here.run, { isCancelled: false, isScanning: true });
      here.jobs.take(structuredClone(message));
    },
    published: (sequence) => here.jobs.take({ kind: 'published', sequence }),
    cancel: () => {
      here.run.isCancelled = true;
    },
    abandon: async () => {},
    close: async () => {
      here.run.isCancelled = true;
      if (!here.run.isDead) here.jobs.take({ kind: 'stop' });
      while (here.isOpen()) await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

/** Makes a scanner whose databases lie in `dataFolder`. Folders are not watched unless asked for. */
export const createTestScanner = (dataFolder: string, options: TestScanOptions = {}): TestScanner => {
  mkdirSync(dataFolder, { recursive: true });
  const failures: string[] = [];
  const log = createLog({
    level: 'error',
    write: (line) => {
      if (!line.includes(killed)) failures.push(line);
    },
  });
  const events = createEvents<AppEvents>((error) => failures.push(String(error)));
  const state = openState(dataFolder);
  openLibraryWriter(dataFolder).close();
  const library = openLibraryReader(dataFolder);
  const moves: string[] = [];
  events.on('songs-moved', (told) => moves.push(...told.moves.map(({ from, to }) => `${from} → ${to}`)));
  const feature = createScannerFeature({
    storage: () => soundStorage,
    onTrouble: (trouble) => failures.push(trouble),
    dataFolder,
    state,
    library: library.raw,
    sources: { mounted: () => test.sources },
    buckets: () => test.buckets,
    settings: {
      current: () => ({
        album_art_pattern: test.settings.albumArtPattern,
        reindex_every_n_seconds: test.settings.reindexEverySeconds,
      }),
    },
    model: () => test.model,
    corrections: () => test.corrections,
    followsLinksOutside: options.followsLinksOutside ?? false,
    events,
    clock: options.clock ?? systemClock,
    log,
    onDamaged: (error) => failures.push(error),
    readerCount: 1,
    isWatching: options.isWatching ?? false,
    ...(options.hasProcess === true
      ? {}
      : {
          createLink: (handlers) => createLinkHere(dataFolder, handlers, options),
        }),
  });
  const { scanner } = feature;
  let isStarted = false;
  const settled = async (): Promise<void> => {
    while (scanner.status().is_scanning) {
      await new Promise<void>((resolve) => {
        const leave = scanner.onStatus(({ is_scanning }) => {
          if (is_scanning) return;
          leave();
          resolve();
        });
      });
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
  };
  const test: TestScanner = {
    scanner,
    library: library.raw,
    state: state.raw,
    moves,
    onMovesTold: (listener) => {
      events.on('songs-moved', listener);
    },
    onMoves: (listener) => {
      events.on('songs-moved', (told) => listener(told.moves.map(({ from, to }) => `${from} → ${to}`)));
    },
    sources: [],
    buckets: [],
    settings: { albumArtPattern: 'Folder.(jpeg|jpg|png)', reindexEverySeconds: 0 },
    model: defaultModelSettings,
    corrections: [],
    scan: async () => {
      if (isStarted) scanner.trigger();
      else scanner.start();
      isStarted = true;
      await settled();
    },
    settle: () => {
      events.emit('music-rules-changed', undefined);
      return settled();
    },
    settled,
    songs: () =>
      library.raw
        .prepare(
          `SELECT path FROM (${songSql} WHERE songs.missing_since_ms IS NULL
           ORDER BY directories.walk_key, songs.walk_key)`,
        )
        .pluck()
        .all() as string[],
    song: (virtualPath) =>
      library.raw.prepare(`SELECT * FROM (${songSql}) WHERE path = ?`).get(virtualPath) as
        | Record<string, unknown>
        | undefined,
    directory: (virtualPath) =>
      library.raw.prepare('SELECT * FROM directories WHERE virtual_path = ?').get(virtualPath) as
        | Record<string, unknown>
        | undefined,
    [Symbol.asyncDispose]: async () => {
      await feature.close();
      library.close();
      state.close();
    },
  };
  return test;
};
