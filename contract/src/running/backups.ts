import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, nullableInteger, nullableText, nullishYesOrNo, text, yesOrNo } from '../values.ts';

const backup = z.object({
  /** Name of its file. */
  name: text,
  /** Seconds since the epoch. */
  made_at: integer,
  size_bytes: integer,
  /** Below the data folder, or in the other folder that was chosen. */
  place: z.enum(['data', 'folder']),
});
export type Backup = z.infer<typeof backup>;

const backupStatus = z.object({
  is_nightly: yesOrNo,
  /** How many are kept in each place. */
  keep_count: integer,
  /** Another folder of the server's machine that gets each backup too; '' for none. */
  folder: text,
  is_running: yesOrNo,
  /** When the next one is made by itself, in seconds since the epoch; null when none is. */
  next_at: nullableInteger,
  /** The last attempt since the server started; `problem` is a sentence, also of older ones that could not be removed, null when all went well. */
  last: z.object({ at: integer, problem: nullableText }).nullable(),
  /** Whether there is a key of stored passwords, which is in no backup. */
  has_secret_key: yesOrNo,
  /** Where that key is. */
  secret_key_file: text,
  /** Folder of the backups below the data folder. */
  backup_folder: text,
  /** What puts back a backup while the server is stopped. */
  restore_command: text,
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
      is_nightly: nullishYesOrNo,
      keep_count: integer.min(1).max(mostBackups).nullish(),
      folder: text.max(4096).nullish(),
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
