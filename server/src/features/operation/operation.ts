import { release, type as systemName } from 'node:os';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Diagnostics, LogEntry, NotReadyReason, ScanStatus } from '@tonearm/contract';
import type { Clock } from '../../platform/clock.ts';
import type { NumberedLine } from '../../platform/log-ring.ts';
import { productVersion } from '../../platform/product-version.ts';
import { troubleWords } from '../../platform/storage-trouble.ts';
import type { StorageState } from '../../platform/storage-watch.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { databaseSizes, reclaimableIn } from './data-folder-sizes.ts';
import { type AnsweredCall, createAnswerCounts, expose, type Family } from './metrics.ts';
import { countOutbox } from './operation-store.ts';

/** What is asked of the rest of the server. */
export interface OperationDeps {
  readonly query: StateQuery;
  readonly dataFolder: string;
  readonly sqliteVersion: string;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly storage: { current(): StorageState; isLow(): boolean };
  /** Since when the database of what people made is away, by the monotonic clock; null while it is there. */
  readonly awaySinceMs: () => number | null;
  /** When `state.db` was taken away and put back, in milliseconds since the epoch; null when it never was. */
  readonly writtenBackAtMs: () => number | null;
  /** Whether the library is being made anew. */
  readonly isFilling: () => boolean;
  readonly scan: () => Pick<ScanStatus, 'song_count' | 'is_scanning' | 'problem_count' | 'finished_at'>;
  readonly awayCount: () => number;
  readonly watching: () => { readonly mode: 'native' | 'plain' | 'off'; readonly unwatchedCount: number };
  /** Seconds since the epoch of the newest backup; null without one. */
  readonly lastBackupAt: () => number | null;
  readonly recentLog: () => readonly NumberedLine[];
}

/** How the server does. */
export interface Operation {
  /** Why the collection cannot be shown and played; null when it can. */
  notReady(): NotReadyReason | null;
  diagnostics(): Promise<Diagnostics>;
  log(wanted: { level?: LogEntry['level'] | undefined; limit?: number | undefined }): LogEntry[];
  /** Measurements in the text format of Prometheus. */
  metrics(): Promise<string>;
  noteAnswer(answer: AnsweredCall): void;
  /** The server has begun. */
  begin(): void;
  /** It will stop soon: it answers as ever, and says that it is not ready for more. */
  leave(): void;
  /** The server stops. */
  close(): void;
}

/**
 * A database may be away for so long, in milliseconds, before this server says that it is not ready: a restart of the
 * database, or another machine that takes it over, would take all servers out at once.
 */
const awayGraceMs = 15_000;

const levels = ['debug', 'info', 'warn', 'error'] as const;
const usualLines = 200;

/** Delays of the answering thread are looked at so finely, in milliseconds. */
const delayResolutionMs = 20;
const nanosecondsPerSecond = 1e9;

const gauge = (name: string, help: string, value: number | null): Family[] =>
  value === null ? [] : [{ name: `tonearm_${name}`, type: 'gauge', help, samples: [{ value }] }];

const ofProcess = (delay: IntervalHistogram): Family[] => {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'tonearm_info',
      type: 'gauge',
      help: 'Version of the server.',
      samples: [{ labels: { version: productVersion(), node: process.versions.node }, value: 1 }],
    },
    ...gauge('uptime_seconds', 'Since the server was started.', process.uptime()),
    ...gauge('memory_bytes', 'Resident memory of the answering process.', process.memoryUsage.rss()),
    {
      name: 'tonearm_processor_seconds_total',
      type: 'counter',
      help: 'Processor time of the answering process.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    ...gauge(
      'delay_p99_seconds',
      'Delay of the answering thread, 99th percentile since the start.',
      delay.percentile(99) / nanosecondsPerSecond,
    ),
  ];
};

const ofCollection = async (deps: OperationDeps): Promise<Family[]> => {
  const {
    song_count: songs,
    is_scanning: isScanning,
    problem_count: problems,
    finished_at: at,
  } = deps.scan();
  const { waiting, refused } = await countOutbox(deps.query);
  const sizes = await databaseSizes(deps.dataFolder);
  return [
    ...gauge('songs', 'Songs of the collection.', songs),
    ...gauge('scan_running', '1 while a scan runs.', Number(isScanning)),
    ...gauge('scan_finished_timestamp_seconds', 'When the last scan ended.', at),
    ...gauge('scan_problems', 'Files and folders that could not be read.', problems),
    ...gauge('sources_away', 'Music sources that are away.', deps.awayCount()),
    ...gauge('outbox_waiting', 'Plays that wait for a service.', waiting),
    ...gauge('outbox_refused', 'Plays that a service refused.', refused),
    ...gauge('backup_timestamp_seconds', 'When the newest backup was made.', deps.lastBackupAt()),
    ...gauge('storage_free_bytes', 'Room on the disk of the data folder.', deps.storage.current().freeBytes),
    ...gauge(
      'storage_writable',
      '1 while changes can be saved.',
      Number(deps.storage.current().code === 'ok'),
    ),
    {
      name: 'tonearm_database_bytes',
      type: 'gauge',
      help: 'Size of a database with its log.',
      samples: sizes.map(({ name, size_bytes: size, log_bytes: log }) => ({
        labels: { name },
        value: size + log,
      })),
    },
  ];
};

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const diagnose = async (deps: OperationDeps, startedAtMs: number): Promise<Diagnostics> => {
  const { code, freeBytes } = deps.storage.current();
  const { mode, unwatchedCount } = deps.watching();
  const writtenBackAtMs = deps.writtenBackAtMs();
  return {
    versions: {
      tonearm: productVersion(),
      node: process.versions.node,
      sqlite: deps.sqliteVersion,
      system: `${systemName()} ${release()} ${process.arch}`,
    },
    started_at: secondsOf(startedAtMs),
    memory_bytes: process.memoryUsage.rss(),
    databases: await databaseSizes(deps.dataFolder),
    state_written_back_at: writtenBackAtMs === null ? null : secondsOf(writtenBackAtMs),
    storage: {
      state: code === 'ok' ? code : troubleWords[code],
      free_bytes: freeBytes,
      is_low: deps.storage.isLow(),
    },
    watching: { mode, unwatched_count: unwatchedCount },
    outbox: await countOutbox(deps.query),
    reclaimable: await reclaimableIn(deps.dataFolder),
  };
};

const isCutOff = ({ awaySinceMs, clock }: OperationDeps): boolean => {
  const since = awaySinceMs();
  return since !== null && clock.monotonicMs() - since >= awayGraceMs;
};

/** Whoever makes it closes it. */
export const createOperation = (deps: OperationDeps): Operation => {
  const startedAtMs = deps.clock.nowMs();
  const answers = createAnswerCounts();
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  let phase: 'starting' | 'running' | 'stopping' = 'starting';
  return {
    notReady: () => {
      if (phase !== 'running') return phase;
      if (deps.isFilling()) return 'library_filling';
      return isCutOff(deps) ? 'database_away' : null;
    },
    diagnostics: () => diagnose(deps, startedAtMs),
    log: ({ level = 'debug', limit = usualLines }) =>
      deps
        .recentLog()
        .filter((line) => levels.indexOf(line.level) >= levels.indexOf(level))
        .slice(-limit)
        .map((line) => ({ id: line.id, at_ms: line.atMs, level: line.level, text: line.text })),
    metrics: async () => expose([...ofProcess(delay), ...(await ofCollection(deps)), ...answers.families()]),
    noteAnswer: answers.note,
    begin: () => {
      phase = 'running';
      delay.enable();
    },
    leave: () => {
      phase = 'stopping';
    },
    close: () => {
      phase = 'stopping';
      delay.disable();
    },
  };
};
