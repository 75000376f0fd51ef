import { join } from 'node:path';
import { createLiveConnection } from '../db/live-connection.ts';
import { MigrationError } from '../db/migrate.ts';
import { refuseWrites } from '../db/settings.ts';
import { canBeWritten, diskTrouble, isFull, isWhole, troubleAt } from '../db/sqlite.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { isDamage, type WriteTrouble, writeTrouble } from '../platform/storage-trouble.ts';
import { createHeldFiles } from './held/held-files.ts';
import { closeState, type OpenState, openState } from './open-state.ts';
import { createStateAccess } from './state-access.ts';

/**
 * `state.db` as the server uses it. Where nothing could be written at start it shows what is there, and goes
 * over to the file itself, under the same connection, as soon as that can be written to. Where its files are taken
 * away, all that it holds is written there again before anybody is told that a change was saved.
 */
export interface StateKeeper extends OpenState {
  /** Whether it goes to the file itself by now; what is saved is refused otherwise. */
  isWritable(): boolean;
  /** When its files were taken away and put back, in milliseconds since the epoch; null when they never were. */
  writtenBackAtMs(): number | null;
  /** Begins to look by itself. */
  start(): void;
}

/** How soon it is looked again whether it can be written to, in milliseconds. */
const checkEveryMs = 5_000;

/** How often it is looked whether its files still lie there where nobody saves anything, in milliseconds. */
const lookEveryMs = 1_000;

/** A copy refuses what is written as read-only; why there is only a copy is what helps. */
const full = (cause: unknown): Error =>
  Object.assign(new Error('database or disk is full', { cause }), { code: 'SQLITE_FULL' });

/** To SQLite a disk that became read-only under it is one that failed. */
const readOnly = (cause: unknown): Error =>
  Object.assign(new Error('attempt to write to a read-only disk', { cause }), { code: 'SQLITE_READONLY' });

const asFound = (error: unknown, found: WriteTrouble | null): unknown => {
  if (found === 'full') return full(error);
  return found === 'read-only' ? readOnly(error) : error;
};

/** Tells an error of a statement with what is behind it. */
const createExplain =
  (path: string, isWritable: () => boolean, troubleOf: typeof diskTrouble) =>
  (error: unknown): unknown => {
    const trouble = writeTrouble(error);
    if (trouble === null) return error;
    if (!isWritable() && isFull(path)) return full(error);
    return trouble === 'failing' ? asFound(error, troubleAt(error, path, troubleOf)) : error;
  };

/** The file itself; null while there is only what can be read of it. */
const openWhole = (dataFolder: string): OpenState | null => {
  try {
    const next = openState(dataFolder);
    if (isWhole(next.raw, join(dataFolder, 'state.db'))) return next;
    next.close();
  } catch (error) {
    const isTold = writeTrouble(error) !== null || error instanceof MigrationError || isDamage(error);
    if (!isTold) throw error;
  }
  return null;
};

/** Opens it as {@link openState} does. Whoever opens it closes it. */
export const openStateKeeper = (deps: {
  dataFolder: string;
  clock: Pick<Clock, 'schedule' | 'nowMs'>;
  log: Pick<Log, 'warn' | 'error'>;
  /** Whether the data folder is held, so that nobody else writes to it. */
  mayWrite: () => boolean;
  /** Told of everything a statement throws. */
  onError: (error: unknown) => void;
  /** Why the disk of a file takes nothing, null when it does; looks there unless told. */
  troubleOf?: (path: string) => WriteTrouble | null;
}): StateKeeper => {
  const { dataFolder, troubleOf = diskTrouble } = deps;
  const path = join(dataFolder, 'state.db');
  let cancel = (): void => {};

  const first = openState(dataFolder);
  // Somebody else may begin to write at any time.
  if (!deps.mayWrite()) refuseWrites(first.raw);
  let isWritable = isWhole(first.raw, path);
  const explain = createExplain(path, () => isWritable, troubleOf);
  const live = createLiveConnection(first.raw, (error) => {
    const told = explain(error);
    deps.onError(told);
    return told;
  });

  const leadTo = (next: OpenState): void => {
    const before = live.suspend();
    live.lead(next.raw);
    held.hold(path);
    before?.close();
  };
  const openAgain = (): void => leadTo(openState(dataFolder));
  const held = createHeldFiles({ ...deps, raw: live.raw, openAgain });
  held.hold(isWritable ? path : null);

  const leadBack = (): void => {
    if (live.raw.inTransaction || !canBeWritten(path) || !deps.mayWrite()) return;
    const next = openWhole(dataFolder);
    if (next === null) return;
    leadTo(next);
    isWritable = true;
    access.tellAll();
  };

  const watch = (): void => {
    cancel = deps.clock.schedule(isWritable ? lookEveryMs : checkEveryMs, () => {
      if (isWritable) held.look();
      else leadBack();
      watch();
    });
  };

  const close = (): void => {
    cancel();
    held.look();
    closeState(dataFolder, { close: () => void live.raw.close() });
  };
  const access = createStateAccess(live.raw, held);
  const { writtenBackAtMs } = held;
  return { ...access, raw: live.raw, isWritable: () => isWritable, writtenBackAtMs, start: watch, close };
};
