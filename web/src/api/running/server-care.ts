import { queryOptions } from '@tanstack/react-query';
import type {
  Backup,
  BackupStatus,
  BodyInputOf,
  Diagnostics,
  Endpoints,
  LogEntry,
  SoundStatus,
} from '@tonearm/contract';
import { call } from '../client.ts';

/** How often what changes by itself is asked for again, in milliseconds. */
const lookEveryMs = 10_000;

/** Backups of what people made, and when the next one is made. */
export const backupsOptions = () =>
  queryOptions<BackupStatus>({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call('getBackups', { signal }),
    refetchInterval: lookEveryMs,
  });

/** Makes a backup; resolves when it is on the disk. @throws ApiError backup_failed, storage_full (507) */
export const makeBackup = (): Promise<Backup> => call('makeBackup');

/** Changes some of what was chosen. @throws ApiError invalid_backup_folder */
export const putBackupSettings = (
  body: NonNullable<BodyInputOf<Endpoints['putBackupSettings']>>,
): Promise<undefined> => call('putBackupSettings', { body });

/** Starts the server anew with a backup. @throws ApiError backup_not_found, backup_failed */
export const restoreBackup = (name: string): Promise<undefined> => call('restoreBackup', { path: name });

/** Versions, sizes, room on the disk, and what waits. */
export const diagnosticsOptions = () =>
  queryOptions<Diagnostics>({
    queryKey: ['diagnostics'],
    queryFn: ({ signal }) => call('getDiagnostics', { signal }),
    refetchInterval: lookEveryMs,
  });

/** What ffmpeg does for the server, and how far measuring is. */
export const soundStatusOptions = () =>
  queryOptions<SoundStatus>({
    queryKey: ['sound status'],
    queryFn: ({ signal }) => call('getSoundStatus', { signal }),
    refetchInterval: lookEveryMs,
  });

/** The latest lines of the log, as grave as `level` or graver. */
export const logOptions = (level: LogEntry['level']) =>
  queryOptions<LogEntry[]>({
    queryKey: ['log', level],
    queryFn: ({ signal }) => call('getLog', { query: { level, limit: 200 }, signal }),
  });
