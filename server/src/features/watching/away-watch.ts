import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { fileKindOf } from '../../platform/paths/audio-formats.ts';
import { isHidden, isSystemFolder } from '../../platform/paths/folder-names.ts';

/** Looks whether folders that were missing or empty are back, so that a drive plugged in again is noticed. */
export interface AwayWatch {
  /** Looks every half minute from now on. */
  start(): void;
  stop(): void;
}

/** How often it is looked, in milliseconds: cheap, and soon enough for somebody who plugs a drive in. */
const lookEveryMs = 30_000;

/** Still missing, or not to be read: the next scan says which. */
const unlessGone = (error: unknown): false => {
  if (error instanceof Error && 'code' in error) return false;
  throw error;
};

/**
 * Whether a scan would find something in this: by any other rule than that of a scan, a source would be called
 * empty and looked at in full again for ever.
 */
const isOfUse = async (folder: string, entry: Dirent): Promise<boolean> => {
  const { name } = entry;
  if (isHidden(name)) return false;
  const kind = entry.isSymbolicLink() ? await stat(join(folder, name)).catch(unlessGone) : entry;
  if (kind === false) return false;
  return kind.isDirectory() ? !isSystemFolder(name) : kind.isFile() && fileKindOf(name) === 'song';
};

const holdsSomething = async (folder: string): Promise<boolean> => {
  try {
    for await (const entry of await opendir(folder)) if (await isOfUse(folder, entry)) return true;
    return false;
  } catch (error) {
    return unlessGone(error);
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
