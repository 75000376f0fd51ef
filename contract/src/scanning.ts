import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { awayReasons, problemReasons } from './scan-reasons.ts';
import { page } from './shapes.ts';
import {
  anyNumber,
  integer,
  nullableInteger,
  nullableText,
  optionalYesOrNo,
  text,
  texts,
  yesOrNo,
} from './values.ts';

/** Phases of a scan, in order; `idle` when none runs. */
export const scanPhases = ['idle', 'walk', 'plan', 'read', 'write', 'finish'] as const;

/** Whether the data folder takes what is to be saved. */
export const storageState = z.enum(['ok', 'full', 'read_only', 'failing']);

/** State of the scanner. Times are seconds since the epoch. */
const scanStatus = z.object({
  phase: z.enum(scanPhases),
  is_scanning: yesOrNo,
  /** Whether another scan follows when this one ends. */
  is_queued: yesOrNo,
  files_found: integer,
  files_to_read: integer,
  files_read: integer,
  files_per_second: anyNumber,
  /**
   * How much of a scan is done, 0 to 1: each folder counts as much as those beside it. It may go back a little where
   * files come to light that changed.
   */
  part_done: anyNumber,
  /** Virtual path of the folder being read. */
  current_folder: nullableText,
  problem_count: integer,
  song_count: integer,
  started_at: nullableInteger,
  finished_at: nullableInteger,
  last_result: z.enum(['completed', 'cancelled', 'failed']).nullable(),
  /**
   * Seconds since the epoch when the list of the collection was last made anew by itself, because it was
   * damaged, or deleted or replaced under the running server; null when it was not lately.
   */
  rebuilt: z.object({ at: integer, reason: z.enum(['damaged', 'lost']) }).nullable(),
  /** Whether what people do can be saved. */
  storage: z.object({
    state: storageState,
    /** Room on the disk of the data folder, in bytes; null when it is not known. */
    free_bytes: nullableInteger,
    /** Seconds since the epoch; null while it always was so. */
    since: nullableInteger,
  }),
});
export type ScanStatus = z.infer<typeof scanStatus>;

const scanProblem = z.object({
  path: text,
  /** A sentence in English. */
  reason: text,
  /** The same for a client with words of its own. */
  reason_code: z.enum(problemReasons),
  /** When it is tried again by itself, where reading it was given up; seconds since the epoch. */
  next_try_at: nullableInteger,
});
export type ScanProblem = z.infer<typeof scanProblem>;

const sourceState = z.object({
  name: text,
  source: text,
  state: z.enum(['available', 'away', 'pending']),
  /** A sentence about why a source is away. */
  reason: nullableText,
  /** The same for a client with words of its own. */
  reason_code: z.enum(awayReasons).nullable(),
  /** With `songs_gone`: how many of its songs cannot be found, and how many it had. */
  reason_counts: z.object({ gone: integer, songs: integer }).nullable(),
  /** Songs kept for this source, missing ones included. */
  song_count: integer,
  missing_count: integer,
  away_since: nullableInteger,
  /** Whether "are they really gone?" was answered with Keep. */
  is_kept: optionalYesOrNo,
});
export type SourceState = z.infer<typeof sourceState>;

const collectionStatus = z.object({
  is_scanning: yesOrNo,
  /** True until the first scan of a fresh collection has ended. */
  is_first_scan: yesOrNo,
  song_count: integer,
  /** Changes whenever lists may have changed. */
  revision: integer,
  away_sources: texts,
});
export type CollectionStatus = z.infer<typeof collectionStatus>;

/** Scanning, its progress and its findings. */
export const scanEndpoints = {
  triggerIndex: endpoint({
    method: 'POST',
    path: '/trigger_index',
    access: 'admin',
    summary: 'Start a scan, or one more after the running one. Answers at once.',
    answer: 'empty',
  }),
  indexStatus: endpoint({
    version: 8,
    method: 'GET',
    path: '/index_status',
    access: 'admin',
    summary: 'State of the scanner as version 8 tells it; times are milliseconds since the epoch.',
    answer: z.object({
      state: z.enum(['OutOfDate', 'InProgress', 'UpToDate']),
      last_start_time: nullableInteger,
      last_end_time: nullableInteger,
      num_songs_indexed: integer,
    }),
  }),
  cancelIndex: endpoint({
    method: 'POST',
    path: '/cancel_index',
    access: 'admin',
    summary: 'Stop the running scan; the next one goes on where it was.',
    answer: 'empty',
  }),
  getScanStatus: endpoint({
    method: 'GET',
    path: '/scan_status',
    access: 'admin',
    summary: 'Progress of the scan.',
    answer: scanStatus,
  }),
  scanEvents: endpoint({
    method: 'GET',
    path: '/scan_events',
    access: 'admin',
    summary: 'Progress of the scan as server-sent events named `status`, each the JSON of /scan_status.',
    answer: 'event-stream',
  }),
  listScanProblems: endpoint({
    method: 'GET',
    path: '/scan_problems',
    access: 'admin',
    summary: 'Files that could not be read, with the reason.',
    query: page,
    answer: z.array(scanProblem),
  }),
  retryScanProblems: endpoint({
    method: 'POST',
    path: '/scan_problems/retry',
    access: 'admin',
    summary:
      'Try files and folders of the scan report again, now: those of some paths, or all. Answers at once.',
    body: z.object({ paths: texts.max(1000).optional() }),
    bodyExample: { paths: ['Music/Anna/broken.mp3'] },
    answer: 'empty',
  }),
  listSourceStates: endpoint({
    method: 'GET',
    path: '/source_states',
    access: 'admin',
    summary: 'Whether each music source is there.',
    answer: z.array(sourceState),
  }),
  forgetMissing: endpoint({
    method: 'POST',
    path: '/source_states/forget/{name}',
    access: 'admin',
    summary: 'They are really gone: drop the missing songs of a source.',
    answer: 'empty',
    errors: ['source_not_found'],
  }),
  keepMissing: endpoint({
    method: 'POST',
    path: '/source_states/keep/{name}',
    access: 'admin',
    summary: 'Keep the songs of a source that is away; dismisses the question until it changes again.',
    answer: 'empty',
    errors: ['source_not_found'],
  }),
  getCollectionStatus: endpoint({
    method: 'GET',
    path: '/collection_status',
    access: 'user',
    summary: 'What a client needs to know to keep its lists fresh.',
    answer: collectionStatus,
  }),
} as const;
