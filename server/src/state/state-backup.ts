import { join } from 'node:path';
import { startProcess } from '../platform/child/start-process.ts';

/** What the process is to do: write a copy, or see whether one could be started with. */
export interface BackupTask {
  readonly source: string;
  readonly target: string;
  readonly isTrial: boolean;
}

/** What came of it. */
export interface BackupReport {
  /** Why it was not done, null when it was. */
  readonly problem: string | null;
  /** There was no room. */
  readonly isFull: boolean;
}

/** Copies what people made into a `state.db`, beside a server that uses it. */
export interface StateBackup {
  /** Writes a verified copy; nobody who writes waits for it. */
  copyTo(target: string): Promise<BackupReport>;
  /** Looks whether a server of this version could start with a copy. */
  tryOut(file: string): Promise<BackupReport>;
  /** Whatever runs is given up; what it wrote so far goes with the next copy. */
  close(): void;
}

const nodeFlags = ['--max-old-space-size=64', '--single-threaded-gc', '--v8-pool-size=0'];

/**
 * Whoever makes it closes it.
 * @param deps.database where what people made lies in PostgreSQL; '' for `state.db` of the data folder
 */
export const createStateBackup = (deps: { dataFolder: string; database: string }): StateBackup => {
  const source = deps.database === '' ? join(deps.dataFolder, 'state.db') : deps.database;
  const running = new Set<{ kill(): void }>();

  const perform = async (task: BackupTask): Promise<BackupReport> => {
    let report: BackupReport | null = null;
    const child = startProcess<BackupTask, BackupReport>(
      new URL('./state-backup-process.ts', import.meta.url),
      {
        onMessage: (message) => {
          report = message;
        },
        nodeFlags,
        niceness: 19,
      },
    );
    running.add(child);
    child.send(task);
    const { why } = await child.ended;
    running.delete(child);
    return report ?? { problem: `it was broken off (${why})`, isFull: false };
  };

  return {
    copyTo: (target) => perform({ source, target, isTrial: false }),
    tryOut: (file) =>
      perform({ source: file, target: join(deps.dataFolder, 'state.db.tried'), isTrial: true }),
    close: () => {
      for (const child of running) child.kill();
    },
  };
};
