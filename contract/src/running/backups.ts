import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const backup = z.object({
  /** Name of its file. */
  name: z.string(),
  /** Seconds since the epoch. */
  made_at: z.number().int(),
  size_bytes: z.number().int(),
  /** Below the data folder, or in the other folder that was chosen. */
  place: z.enum(['data', 'folder']),
});
export type Backup = z.infer<typeof backup>;

const backupStatus = z.object({
  is_nightly: z.boolean(),
  /** How many are kept in each place. */
  keep_count: z.number().int(),
  /** Another folder of the server's machine that gets each backup too; '' for none. */
  folder: z.string(),
  is_running: z.boolean(),
  /** When the next one is made by itself, in seconds since the epoch; null when none is. */
  next_at: z.number().int().nullable(),
  /** The last attempt since the server started; `problem` is a sentence, also of older ones that could not be removed, null when all went well. */
  last: z.object({ at: z.number().int(), problem: z.string().nullable() }).nullable(),
  /** Whether there is a key of stored passwords, which is in no backup. */
  has_secret_key: z.boolean(),
  /** Where that key is. */
  secret_key_file: z.string(),
  /** Folder of the backups below the data folder. */
  backup_folder: z.string(),
  /** What puts back a backup while the server is stopped. */
  restore_command: z.string(),
  /** The newest first. */
  backups: z.array(backup),
});
export type BackupStatus = z.infer<typeof backupStatus>;

/** Most backups that are kept in one place. */
export const mostBackups = 1000;

/** Copies of what people made, and the way back to one. */
export const backupEndpoints = {
  getBackups: endpoint({
    method: 'GET',
    path: '/backups',
    access: 'admin',
    summary: 'Backups of what people made, and when the next one is made.',
    answer: backupStatus,
  }),
  makeBackup: endpoint({
    method: 'POST',
    path: '/backups',
    access: 'admin',
    summary: 'Make a backup now. Answers when it is verified and on the disk.',
    answer: backup,
    errors: ['backup_failed', 'storage_full'],
  }),
  putBackupSettings: endpoint({
    method: 'PUT',
    path: '/backup_settings',
    access: 'admin',
    summary: 'Change when backups are made, how many are kept and where else; an absent or null field stays.',
    body: z.object({
      is_nightly: z.boolean().nullish(),
      keep_count: z.number().int().min(1).max(mostBackups).nullish(),
      folder: z.string().max(4096).nullish(),
    }),
    bodyExample: { keep_count: 14 },
    answer: 'empty',
    errors: ['invalid_backup_folder'],
  }),
  restoreBackup: endpoint({
    method: 'POST',
    path: '/backups/restore/{name}',
    access: 'admin',
    summary:
      'Check a backup, then start the server anew with it; what it replaces is kept beside. Answers before the start.',
    answer: 'empty',
    errors: ['backup_not_found', 'backup_failed'],
  }),
} as const;
