import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { storageState } from '../scanning.ts';
import { integer, nullableInteger, text, yesOrNo } from '../values.ts';

const level = z.enum(['debug', 'info', 'warn', 'error']);

const logEntry = z.object({
  /** Counts up from the start of the server. */
  id: integer,
  /** Milliseconds since the epoch. */
  at_ms: integer,
  level,
  /** As it was printed, without time and level; secrets are taken out. */
  text,
});
export type LogEntry = z.infer<typeof logEntry>;

const diagnostics = z.object({
  versions: z.object({ tonearm: text, node: text, sqlite: text, system: text }),
  /** Seconds since the epoch. */
  started_at: integer,
  /** Of the answering process. */
  memory_bytes: integer,
  databases: z.array(
    z.object({
      name: z.enum(['state.db', 'library.db']),
      size_bytes: integer,
      log_bytes: integer,
    }),
  ),
  /**
   * When `state.db` was deleted or replaced under the server, which wrote back all that it held; null when that never
   * happened since the start. Seconds since the epoch.
   */
  state_written_back_at: nullableInteger,
  storage: z.object({
    state: storageState,
    free_bytes: nullableInteger,
    /** Little room is left. */
    is_low: yesOrNo,
  }),
  /** How folders are watched: by the system itself, in a way that needs more memory, or not. */
  watching: z.object({ mode: z.enum(['native', 'plain', 'off']), unwatched_count: integer }),
  /** Plays for outside services, of everybody. */
  outbox: z.object({ waiting: integer, refused: integer }),
  /** What may be deleted by hand in the data folder. */
  reclaimable: z.array(
    z.object({
      kind: z.enum(['damaged_libraries', 'copies_before_upgrades', 'replaced_states']),
      count: integer,
      size_bytes: integer,
    }),
  ),
});
export type Diagnostics = z.infer<typeof diagnostics>;

/** Why a server is not ready. More may come. */
const notReadyReasons = ['starting', 'library_filling', 'database_away', 'stopping'] as const;

/** How the server does, for those who run it and for what watches it. */
export const operationEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    summary: 'Whether the server answers at all. Always 200.',
    answer: z.object({ status: z.literal('ok') }),
  }),
  getReady: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'anyone',
    summary: 'Whether the server can show and play the collection: 200, or 503 with the reason.',
    answer: z.object({ status: z.enum(['ready', 'not_ready']), reason: z.enum(notReadyReasons).nullable() }),
  }),
  getDiagnostics: endpoint({
    method: 'GET',
    path: '/diagnostics',
    access: 'admin',
    summary: 'Versions, sizes, room on the disk, and what waits.',
    answer: diagnostics,
  }),
  getLog: endpoint({
    method: 'GET',
    path: '/log',
    access: 'admin',
    summary: 'The latest lines of the log since the server started, the newest last.',
    query: z.object({
      level: level.optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    answer: z.array(logEntry),
  }),
} as const;
export type NotReadyReason = (typeof notReadyReasons)[number];
