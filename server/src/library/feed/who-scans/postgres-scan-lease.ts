import type { Postgres } from '../../../db/postgres.ts';
import { leaseMs, type ScanLease } from './scan-lease.ts';

const until = `clock_timestamp() + interval '${leaseMs} milliseconds'`;

const statements = {
  take: {
    name: 'lease_take',
    text: `UPDATE library.scan_lease SET epoch = epoch + 1, holder = $1, held_until = ${until}
      WHERE held_until < clock_timestamp() OR holder = $1 RETURNING epoch`,
  },
  renew: {
    name: 'lease_renew',
    text: `UPDATE library.scan_lease SET held_until = ${until} WHERE holder = $1 AND epoch = $2 RETURNING epoch`,
  },
  free: {
    name: 'lease_free',
    text: `UPDATE library.scan_lease SET held_until = '-infinity' WHERE holder = $1 AND epoch = $2`,
  },
} as const;

/**
 * Makes the lease; its schema is that of the feed. The clock is the database's, so those of processes may differ.
 * @param holder tells this process from all others
 */
export const createPostgresScanLease = (database: Pick<Postgres, 'query'>, holder: string): ScanLease => ({
  take: async () => (await database.query<{ epoch: number }>(statements.take, [holder]))[0]?.epoch ?? null,
  renew: async (epoch) => (await database.query(statements.renew, [holder, epoch])).length > 0,
  free: async (epoch) => void (await database.query(statements.free, [holder, epoch])),
});
