import { access, constants } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { usualMarker } from '../../../platform/paths/folder-names.ts';
import { headBytes } from '../../tags/index.ts';
import { askedParts } from './asked-parts.ts';
import type { FileToOpen } from './read-batch.ts';

/** Has the system fetch what is on a disk, much at once, before a reader asks for it piece by piece. */
export interface ReadAhead {
  /** Resolves when the parts of these files that readers ask for are in the system's cache; never rejects. */
  fetch(files: readonly FileToOpen[]): Promise<void>;
  /** Has the system find what is in folders, and waits for nothing. @param folders absolute paths */
  lookInto(folders: readonly string[]): void;
}

/** The part of an open file that is used here. */
interface OpenFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<unknown>;
  close(): Promise<void>;
}

/** How long a batch is waited for, in milliseconds. Files that hang are the readers' business, which have a deadline. */
const patienceMs = 5000;

const openPlainly = (path: string | Uint8Array): Promise<OpenFile> =>
  // A pipe that is called song.mp3 would keep an ordinary open waiting for ever.
  openFile(typeof path === 'string' ? path : Buffer.from(path), constants.O_RDONLY | constants.O_NONBLOCK);

/** To know that something is not in a folder the system takes all of its entries into memory. */
const lookPlainly = (folder: string): void => access(`${folder}/${usualMarker}`, () => {});

interface ReadAheadDeps {
  readonly open: (path: string | Uint8Array) => Promise<OpenFile>;
  readonly look: (folder: string) => void;
  readonly patienceMs: number;
}

const plainly: ReadAheadDeps = { open: openPlainly, look: lookPlainly, patienceMs };

/** Makes it. As many files are waited for at once as libuv has threads (`UV_THREADPOOL_SIZE`). */
export const createReadAhead = (deps: ReadAheadDeps = plainly): ReadAhead => {
  // What is read is thrown away, so all reads may go to one place.
  const scratch = Buffer.allocUnsafeSlow(headBytes);
  let isStuck = false;

  const fetchOne = async (file: FileToOpen): Promise<void> => {
    const handle = await deps.open(file.path);
    try {
      for (const { position, lengthBytes } of askedParts(file))
        await handle.read(scratch, 0, lengthBytes, position);
    } finally {
      await handle.close();
    }
  };

  return {
    fetch: async (files) => {
      if (isStuck) return;
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        // Threads that hang are not given more to do.
        isStuck = true;
        resolve();
      }, deps.patienceMs);
      // Whatever is wrong with a file, its reader will say.
      await Promise.race([late, Promise.allSettled(files.map(fetchOne))]);
      clearTimeout(timer);
    },
    lookInto: (folders) => {
      if (!isStuck) for (const folder of folders) deps.look(folder);
    },
  };
};
