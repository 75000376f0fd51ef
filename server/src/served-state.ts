import type { Config } from './config.ts';
import type { Connection } from './db/connection.ts';
import type { Broadcast } from './features/now-playing/index.ts';
import type { LibrarySharing } from './library/feed/postgres-sharing.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Random } from './platform/random.ts';
import { originalFile, type ScanCopy } from './state/scan-copy.ts';
import type { StateAccess } from './state/state-access.ts';
import { openStateKeeper } from './state/state-keeper.ts';

/** What people made, wherever it lies. */
export interface ServedState extends StateAccess {
  /** The file's connection; null where there is no file. */
  readonly raw: Connection | null;
  /** Whether what is saved goes where it lies. */
  isWritable(): boolean;
  /** When its file was taken away and put back, in milliseconds since the epoch; null when it never was. */
  writtenBackAtMs(): number | null;
  /** Since when its database is away, by the monotonic clock, in milliseconds; null while it is there. */
  awaySinceMs(): number | null;
  /** Begins what it does by itself. */
  start(): void;
  /** What a scan reads of it. */
  openScanCopy(): ScanCopy;
  /** What others that serve the same share with this one; null where it is alone. @throws MigrationError */
  share(): Promise<LibrarySharing | null>;
  /** What is told to them on a channel, and heard of them; null where it is alone. */
  openBroadcast(channel: string): Broadcast | null;
  /** @throws MigrationError where others that serve the same have another key for secrets */
  checkKey(fingerprint: () => string): Promise<void>;
  close(): void | Promise<void>;
}

interface Deps {
  readonly config: Pick<Config, 'dataFolder' | 'database'>;
  readonly world: { readonly clock: Clock; readonly log: Log; readonly random: Random };
  /** Takes hold of the data folder for writing. @returns whether it is held */
  readonly hold: () => boolean;
  readonly onError: (error: unknown) => void;
}

const inFile = ({ config, world, hold, onError }: Deps): ServedState => ({
  ...openStateKeeper({ dataFolder: config.dataFolder, ...world, mayWrite: hold, onError }),
  openScanCopy: () => originalFile,
  awaySinceMs: () => null,
  share: async () => null,
  openBroadcast: () => null,
  checkKey: async () => {},
});

const inPostgres = async ({ config, world }: Deps): Promise<ServedState> => {
  // Nobody without such a database loads any of it.
  const { checkSharedKey, openPostgresState } = await import('./state/postgres/postgres-state.ts');
  const { openScanCopy } = await import('./state/scan-copy.ts');
  const { openPostgresSharing } = await import('./library/feed/postgres-sharing.ts');
  const { clock, log } = world;
  const state = await openPostgresState({ url: config.database, clock, log });
  return {
    ...state,
    raw: null,
    isWritable: () => true,
    writtenBackAtMs: () => null,
    awaySinceMs: state.signals.lostAtMs,
    start: () => {},
    openScanCopy: () => openScanCopy(config.dataFolder, state.query),
    share: () =>
      openPostgresSharing({ ...state, holder: Buffer.from(world.random.bytes(12)).toString('base64url') }),
    openBroadcast: (channel) => ({
      tell: (text) =>
        void state.database
          .query('SELECT pg_notify($1, $2)', [channel, text])
          .catch((error: unknown) => log.debug('other processes were not told', { channel, error })),
      onTold: (hear) => state.signals.on(channel, hear),
    }),
    checkKey: (fingerprint) => checkSharedKey(state, fingerprint()),
  };
};

/**
 * Opens what people made: `state.db` of the data folder, or the database that was named.
 * @throws MigrationError with a sentence when it cannot be used
 */
export const openServedState = async (deps: Deps): Promise<ServedState> =>
  deps.config.database === '' ? inFile(deps) : inPostgres(deps);
