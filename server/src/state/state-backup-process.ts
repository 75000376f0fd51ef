// A process of its own, started by state-backup.ts: a copy of a large database takes seconds of one processor.

import { takeOwnEnd } from '../platform/child/own-end.ts';
import { writeTrouble } from '../platform/storage-trouble.ts';
import type { BackupReport, BackupTask } from './state-backup.ts';
import { copyState, examineCopy } from './state-copy.ts';

/** Loaded only where there is such a database. */
const writeFromPostgres = async (url: string, target: string): Promise<void> => {
  const { writePostgresCopy } = await import('./postgres/postgres-copy.ts');
  await writePostgresCopy(url, target, { isAlone: false });
};

const { tell, end, serve } = takeOwnEnd<BackupTask, BackupReport>();

const perform = async ({ source, target, isTrial }: BackupTask): Promise<BackupReport> => {
  try {
    if (isTrial) await examineCopy(source, target, { keeps: false });
    else if (/^postgres(ql)?:/.test(source)) await writeFromPostgres(source, target);
    else copyState(source, target);
    return { problem: null, isFull: false };
  } catch (error) {
    return { problem: (error as Error).message, isFull: writeTrouble(error) === 'full' };
  }
};

serve((task) => {
  void perform(task).then((report) => {
    tell(report);
    end();
  });
});
