import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup, BackupStatus } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createOneAtATime } from '../../platform/one-at-a-time.ts';
import type { Duty } from '../../state/duty.ts';
import type { StateQuery } from '../../state/state-access.ts';
import type { BackupReport, StateBackup } from '../../state/state-backup.ts';
import {
  assertUsable,
  type BackupFolder,
  openBackupFolder,
  type StoredBackup,
  type Unremoved,
} from './backup-folder.ts';
import { shortIdOf } from './backup-names.ts';
import { type BackupChoice, readChoice, readInstallationId, writeChoice } from './backup-store.ts';
import { lastNightMs, nextNightMs } from './backup-times.ts';

/** A change of what administrators chose; absent and null parts stay. */
interface BackupChange {
  readonly is_nightly?: boolean | null | undefined;
  readonly keep_count?: number | null | undefined;
  readonly folder?: string | null | undefined;
}

/** Copies of what people made. */
export interface Backups {
  status(): BackupStatus;
  /** @throws AppError backup_failed, storage_full */
  make(): Promise<Backup>;
  /** @throws AppError invalid_backup_folder */
  save(change: BackupChange): Promise<void>;
  /**
   * Looks whether a backup is sound, and asks for a start with it.
   * @throws AppError backup_not_found, backup_failed, unavailable
   */
  restore(name: string): Promise<void>;
  start(): void;
  /** Reads again what administrators chose. */
  reload(): Promise<void>;
  close(): void;
}

/** What backups need. */
export interface BackupDeps {
  readonly query: StateQuery;
  readonly state: StateBackup;
  readonly dataFolder: string;
  /** Folders of music sources. */
  readonly served: () => readonly string[];
  /** Starts the server anew with a file in the place of `state.db`; null where nobody can. */
  readonly restart: ((file: string) => void) | null;
  /** Whose turn it is to make one every night, where several processes serve the same; always ours unless told. */
  readonly duty?: Pick<Duty, 'isOurs'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs' | 'schedule'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Takes a file away; from the disk unless told. */
  readonly remove?: ((file: string) => void) | undefined;
}

/** After a start the server is left in peace for so long, and then looks so often whether a backup is due, in milliseconds. */
const firstLookMs = 10 * 60_000;
const lookEveryMs = 5 * 60_000;

/** After one that failed, the next is tried so much later, in milliseconds. */
const retryAfterMs = 60 * 60_000;

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const sentenceOf = (where: string, { problem, isFull }: BackupReport): string =>
  isFull ? `There is no room for it on ${where}.` : `It could not be written to ${where}: ${problem}.`;

const toWire = (
  { name, madeAtMs, sizeBytes }: { name: string; madeAtMs: number; sizeBytes: number },
  place: Backup['place'],
): Backup => ({ name, made_at: secondsOf(madeAtMs), size_bytes: sizeBytes, place });

/** A word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

interface Places {
  readonly own: BackupFolder;
  readonly other: BackupFolder | null;
}

interface Written {
  readonly report: BackupReport;
  readonly file: string;
  /** What is too many and could not be removed. */
  readonly unremoved: readonly Unremoved[];
}

/** What an administrator has to hear of it, a sentence; none where all went well. */
const sentencesOf = (where: string, { report, unremoved }: Written): string[] => {
  if (report.problem !== null) return [sentenceOf(where, report)];
  const [first] = unremoved;
  if (first === undefined) return [];
  const others = unremoved.length > 1 ? ` and ${unremoved.length - 1} more` : '';
  return [
    `It was made, but an older one on ${where} could not be removed: ${first.name}${others} (${first.why}).`,
  ];
};

/** Writes a backup to every place, and removes what is too many where that went well. */
const createWriter = (deps: Pick<BackupDeps, 'state' | 'log' | 'clock'>) => {
  const writeTo = async (
    folder: BackupFolder,
    { where, keepCount }: { where: string; keepCount: number },
  ): Promise<Written> => {
    const nowMs = deps.clock.nowMs();
    const file = folder.fileFor(nowMs);
    const report = folder.ensure() ?? (await deps.state.copyTo(file));
    if (report.problem !== null) {
      deps.log.error('a backup could not be made', { where, reason: report.problem });
      return { report, file, unremoved: [] };
    }
    deps.log.info('a backup was made', { file });
    const unremoved = folder.prune({ keepCount, nowMs, newest: file.split('/').at(-1) ?? '' });
    for (const { name, why } of unremoved)
      deps.log.warn('an older backup could not be removed', { where, name, reason: why });
    return { report, file, unremoved };
  };

  return async ({ own, other }: Places, choice: BackupChoice) => {
    const { keepCount } = choice;
    const mine = await writeTo(own, { where: 'the disk of the data folder', keepCount });
    const theirs = other === null ? null : await writeTo(other, { where: choice.folder, keepCount });
    const problems = [
      ...sentencesOf('the disk of the data folder', mine),
      ...(theirs === null ? [] : sentencesOf(choice.folder, theirs)),
    ];
    return { mine, problem: problems.length === 0 ? null : problems.join(' ') };
  };
};

interface Standing extends Places {
  readonly choice: BackupChoice;
  readonly last: { readonly atMs: number; readonly problem: string | null } | null;
  readonly isRunning: boolean;
  readonly ownFolder: string;
  readonly dataFolder: string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const statusOf = ({ own, other, choice, last, ownFolder, dataFolder, ...rest }: Standing): BackupStatus => {
  const keyFile = join(dataFolder, 'secret.key');
  const mine = own.list();
  const file = mine[0]?.file ?? join(ownFolder, 'FILE');
  return {
    is_nightly: choice.isNightly,
    keep_count: choice.keepCount,
    folder: choice.folder,
    is_running: rest.isRunning,
    next_at: choice.isNightly ? secondsOf(nextNightMs(rest.clock.nowMs())) : null,
    last: last === null ? null : { at: secondsOf(last.atMs), problem: last.problem },
    has_secret_key: existsSync(keyFile),
    secret_key_file: keyFile,
    backup_folder: ownFolder,
    restore_command: `tonearm restore ${quoted(file)} --data ${quoted(dataFolder)}`,
    backups: [
      ...mine.map((backup) => toWire(backup, 'data')),
      ...(other?.list() ?? []).map((backup) => toWire(backup, 'folder')),
    ].toSorted((one, another) => another.made_at - one.made_at),
  };
};

/** A choice with a change in it. @throws AppError invalid_backup_folder */
const changed = (choice: BackupChoice, change: BackupChange, served: readonly string[]): BackupChoice => {
  const folder = (change.folder ?? choice.folder).trim().toWellFormed();
  if (folder !== '' && folder !== choice.folder) assertUsable(folder, served);
  return {
    isNightly: change.is_nightly ?? choice.isNightly,
    keepCount: change.keep_count ?? choice.keepCount,
    folder,
  };
};

/** Makes the one that is due. What bears a time to come says nothing about the night before. */
const createNight = (deps: {
  clock: BackupDeps['clock'];
  own: BackupFolder;
  mayMake: () => boolean;
  isRunning: () => boolean;
  make: () => Promise<unknown>;
}) => {
  const { clock } = deps;
  let failedAtMs: number | null = null;
  let cancel = (): void => {};

  const isDue = (): boolean => {
    const nowMs = clock.nowMs();
    const hasJustFailed = failedAtMs !== null && clock.monotonicMs() - failedAtMs < retryAfterMs;
    if (!deps.mayMake() || deps.isRunning() || hasJustFailed) return false;
    const newest = deps.own.list().find(({ madeAtMs }) => madeAtMs <= nowMs);
    return newest === undefined || newest.madeAtMs < lastNightMs(nowMs);
  };
  const look = (delayMs: number): void => {
    cancel = clock.schedule(delayMs, () => {
      look(lookEveryMs);
      if (!isDue()) return;
      failedAtMs = null;
      // Why is in the log and in the status.
      deps.make().catch(() => {
        failedAtMs = clock.monotonicMs();
      });
    });
  };
  return { start: () => look(firstLookMs), close: () => cancel() };
};

/** @throws AppError backup_failed, storage_full */
const madeBackup = (own: BackupFolder, { report, file }: Written): Backup => {
  if (report.problem !== null) {
    throw new AppError(
      report.isFull ? 'storage_full' : 'backup_failed',
      sentenceOf('the disk of the data folder', report),
    );
  }
  const made = own.list().find((backup) => backup.file === file);
  if (made === undefined) throw new AppError('backup_failed', 'The backup was taken away again.');
  return toWire(made, 'data');
};

const restoreFrom = async (
  stored: readonly StoredBackup[],
  name: string,
  { state, restart }: Pick<BackupDeps, 'state' | 'restart'>,
): Promise<void> => {
  const found = stored.find((backup) => backup.name === name);
  if (found === undefined) throw new AppError('backup_not_found', 'There is no such backup any more.');
  if (restart === null) {
    throw new AppError('unavailable', 'This server cannot start itself anew. Use the command instead.');
  }
  const { problem } = await state.tryOut(found.file);
  if (problem !== null) throw new AppError('backup_failed', `Nothing was changed: ${problem}.`);
  restart(found.file);
};

/** Whoever makes it closes it. */
export const createBackups = async (deps: BackupDeps): Promise<Backups> => {
  const { clock, query } = deps;
  const shortId = shortIdOf(await readInstallationId(query));
  const ownFolder = join(deps.dataFolder, 'backups');
  const { remove } = deps;
  const own = openBackupFolder(ownFolder, { shortId, isOwn: true, remove });
  const oneAtATime = createOneAtATime();
  const write = createWriter(deps);
  let choice = await readChoice(query);
  let last: { readonly atMs: number; readonly problem: string | null } | null = null;
  let running = 0;

  const places = (): Places => ({
    own,
    other: choice.folder === '' ? null : openBackupFolder(choice.folder, { shortId, isOwn: false, remove }),
  });

  const perform = async (): Promise<Backup> => {
    const { mine, problem } = await write(places(), choice);
    last = { atMs: clock.nowMs(), problem };
    return madeBackup(own, mine);
  };
  const make = async (): Promise<Backup> => {
    running += 1;
    return oneAtATime(perform).finally(() => {
      running -= 1;
    });
  };
  const night = createNight({
    clock,
    own,
    mayMake: () => choice.isNightly && deps.duty?.isOurs() !== false,
    isRunning: () => running > 0,
    make,
  });

  return {
    status: () => statusOf({ ...places(), ownFolder, choice, last, isRunning: running > 0, ...deps }),
    make,
    save: async (change) => {
      const next = changed(choice, change, deps.served());
      await writeChoice(query, next);
      choice = next;
    },
    restore: async (name) => {
      const { own: mine, other } = places();
      const stored = [...mine.list(), ...(other?.list() ?? [])];
      await oneAtATime(() => restoreFrom(stored, name, deps));
    },
    start: night.start,
    reload: async () => {
      choice = await readChoice(query);
    },
    close: () => {
      night.close();
      deps.state.close();
    },
  };
};
