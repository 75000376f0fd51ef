import type { ScanStatus } from '@tonearm/contract';
import type { Postgres } from '../../../db/postgres.ts';
import type { RelayedWish, ScanRelay } from './scan-relay.ts';

/** On which it is told that something was told or asked for. */
const channel = 'library_scans';

const statements = {
  tell: {
    name: 'scan_tell',
    text: `WITH told AS (INSERT INTO library.scan_status VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET status = excluded.status)
      SELECT pg_notify('${channel}', '')`,
  },
  told: { name: 'scan_told', text: 'SELECT status FROM library.scan_status' },
  wish: {
    name: 'scan_wish',
    text: `WITH wished AS (INSERT INTO library.scan_wishes (wish) VALUES ($1)) SELECT pg_notify('${channel}', '')`,
  },
  take: { name: 'scan_take', text: 'DELETE FROM library.scan_wishes RETURNING id, wish' },
} as const;

/** Makes the relay; its schema is that of the feed. */
export const createPostgresScanRelay = (deps: {
  readonly database: Pick<Postgres, 'query'>;
  /** Tells of what other processes told; begins after this. */
  readonly signals: { on(channel: string, hear: () => void): void };
}): ScanRelay => {
  const { database } = deps;
  const listeners = new Set<() => void>();
  deps.signals.on(channel, () => {
    for (const hear of listeners) hear();
  });
  return {
    tell: async (status) => void (await database.query(statements.tell, [JSON.stringify(status)])),
    told: async () => {
      const [row] = await database.query<{ status: string }>(statements.told);
      return row === undefined ? null : (JSON.parse(row.status) as ScanStatus);
    },
    wish: async (wish) => void (await database.query(statements.wish, [JSON.stringify(wish)])),
    takeWishes: async () => {
      const rows = await database.query<{ id: number; wish: string }>(statements.take);
      return [...rows]
        .sort((one, other) => one.id - other.id)
        .map(({ wish }) => JSON.parse(wish) as RelayedWish);
    },
    onChange: (hear) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
};
