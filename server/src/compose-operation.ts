import type { Config } from './config.ts';
import { sqliteVersion } from './db/sqlite.ts';
import { createBackupRoutes, createBackups } from './features/backup/index.ts';
import { createMetricsPage, createOperation, createOperationRoutes } from './features/operation/index.ts';
import type { ScannerFeature } from './features/scanner/index.ts';
import type { Sources } from './features/sources/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Cleanup } from './platform/close-all.ts';
import type { Log } from './platform/log.ts';
import type { NumberedLine } from './platform/log-ring.ts';
import type { StorageWatch } from './platform/storage-watch.ts';
import type { ServedState } from './served-state.ts';
import type { Duty } from './state/duty.ts';
import type { StateAccess } from './state/state-access.ts';
import { createStateBackup } from './state/state-backup.ts';

interface BackupsBase {
  readonly config: Pick<Config, 'dataFolder' | 'database' | 'metricsToken'>;
  readonly state: Pick<StateAccess, 'query'>;
  readonly world: {
    readonly clock: Clock;
    readonly log: Log;
    readonly restart?: (file: string) => void;
    readonly recentLog?: () => readonly NumberedLine[];
  };
  readonly duty: Duty;
  readonly cleanups: Cleanup[];
}

/** Copies of what people made. */
export const composeBackups = async (
  { config, state, world, duty, cleanups }: BackupsBase,
  sources: Sources,
) => {
  const backups = await createBackups({
    query: state.query,
    state: createStateBackup({ dataFolder: config.dataFolder, database: config.database }),
    dataFolder: config.dataFolder,
    served: () => sources.mounted().map(({ realPath }) => realPath),
    // A backup takes the place of a file, and there is none.
    restart: config.database === '' ? (world.restart ?? null) : null,
    duty,
    clock: world.clock,
    log: world.log,
  });
  cleanups.push(backups.close);
  return { backups, routes: createBackupRoutes({ backups }) };
};

interface OperationBase extends BackupsBase {
  readonly state: Pick<ServedState, 'query' | 'writtenBackAtMs' | 'awaySinceMs'>;
  readonly library: { isFilling(): boolean };
  readonly storage: StorageWatch;
}

/** How the server does. Its page counts every answer, so it comes first. */
export const composeOperation = (
  { config, state, world, cleanups, library, storage }: OperationBase,
  parts: Pick<ScannerFeature, 'scanner' | 'watchState'> & { lastBackupAt: () => number | null },
) => {
  const { scanner, watchState } = parts;
  const operation = createOperation({
    query: state.query,
    dataFolder: config.dataFolder,
    sqliteVersion: sqliteVersion(),
    clock: world.clock,
    storage,
    awaySinceMs: state.awaySinceMs,
    writtenBackAtMs: state.writtenBackAtMs,
    isFilling: library.isFilling,
    scan: scanner.status,
    awayCount: () => scanner.sourceStates().filter((source) => source.state === 'away').length,
    watching: watchState,
    lastBackupAt: parts.lastBackupAt,
    recentLog: world.recentLog ?? (() => []),
  });
  cleanups.push(operation.close);
  return {
    operation,
    routes: createOperationRoutes({ operation }),
    page: createMetricsPage({ operation, token: config.metricsToken }),
  };
};
