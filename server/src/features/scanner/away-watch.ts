import { opendir } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import { isHidden, isSystemFolder } from './folder-names.ts';

/** Looks whether folders that were missing or empty are back, so that a drive plugged in again is noticed. */
export interface AwayWatch {
  /** Looks every half minute from now on. */
  start(): void;
  stop(): void;
}

/** How often it is looked, in milliseconds: cheap, and soon enough for somebody who plugs a drive in. */
const lookEveryMs = 30_000;

const holdsSomething = async (folder: string): Promise<boolean> => {
  try {
    for await (const { name } of await opendir(folder)) {
      if (!isHidden(name) && !isSystemFolder(name)) return true;
    }
    return false;
  } catch (error) {
    // Still missing, or not to be read: the next scan says which.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
};

/** Makes the watch; nothing is looked at before `start`. */
export const createAwayWatch = (deps: {
  readonly clock: Pick<Clock, 'schedule'>;
  /** Folders of sources that were missing or empty when last scanned. */
  readonly awayFolders: () => readonly string[];
  readonly onBack: () => void;
}): AwayWatch => {
  let cancel = (): void => {};
  let isStopped = true;
  const look = async (): Promise<void> => {
    const found = await Promise.all(deps.awayFolders().map(holdsSomething));
    if (isStopped) return;
    if (found.includes(true)) deps.onBack();
    arm();
  };
  const arm = (): void => {
    cancel = deps.clock.schedule(lookEveryMs, () => void look());
  };
  return {
    start: () => {
      isStopped = false;
      arm();
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
};
