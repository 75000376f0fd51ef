import type { Postgres } from '../../db/postgres.ts';
import type { PostgresSignals } from '../../db/postgres-signals.ts';
import type { LibraryFeedStore } from './feed-store.ts';
import { createPostgresFeedStore, migrateFeed } from './postgres-feed-store.ts';
import { createPostgresScanLease } from './who-scans/postgres-scan-lease.ts';
import { createPostgresScanRelay } from './who-scans/postgres-scan-relay.ts';
import type { ScanLease } from './who-scans/scan-lease.ts';
import type { ScanRelay } from './who-scans/scan-relay.ts';

/** What processes of one collection share to have one library. */
export interface LibrarySharing {
  readonly store: LibraryFeedStore;
  readonly relay: ScanRelay;
  readonly lease: ScanLease;
}

/**
 * Opens it in the database that they share.
 * @param deps.holder tells this process from all others
 * @throws MigrationError where it was written by a newer version
 */
export const openPostgresSharing = async (deps: {
  database: Postgres;
  signals: Pick<PostgresSignals, 'on'>;
  holder: string;
}): Promise<LibrarySharing> => {
  await migrateFeed(deps.database);
  return {
    store: createPostgresFeedStore(deps),
    relay: createPostgresScanRelay(deps),
    lease: createPostgresScanLease(deps.database, deps.holder),
  };
};
