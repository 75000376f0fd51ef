import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary } from '@tonearm/testkit';

const cacheFolder = join(import.meta.dirname, '..', '..', '.cache', 'bench');

/** Where the scan suite leaves the data of the product. */
export const scannedFolder = 'data-scan';

/** Which library is measured. */
export interface LibrarySize {
  readonly songs: number;
  /** Of light files, which have all their tags and no sound. */
  readonly isLight: boolean;
  /** The number, and whether it is the light one of two: names its folder, its pages and its budgets. */
  readonly name: string;
}

/** A generated library on disk. */
interface BenchLibrary {
  readonly musicFolder: string;
  readonly manifestFile: string;
}

/** Up to this many songs have sound; more are light files, so that a disk holds them. */
const mostWithSound = 100_000;

/** The library of so many songs. Above 100,000 there is only the light one. */
export const sizeOf = (songs: number, { isLight }: { readonly isLight: boolean }): LibrarySize => ({
  songs,
  isLight: isLight || songs > mostWithSound,
  name: isLight && songs <= mostWithSound ? `${songs}-light` : `${songs}`,
});

/** Makes the library of a size, or finds the one that was made before. */
export const libraryOf = ({ songs, isLight, name }: LibrarySize): BenchLibrary => {
  const out = join(cacheFolder, `library-${name}`);
  const musicFolder = join(out, 'music');
  const manifestFile = join(out, 'manifest.json');
  if (!existsSync(manifestFile)) {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    makeLibrary({ out, songs, seed: '1', ...(isLight ? { light: 'files' as const } : {}) });
  }
  return { musicFolder, manifestFile };
};

const chunkBytes = 1024 * 1024;

/** Reads all of a folder, so that the system has it in memory: systems let go what was not asked for some minutes. */
export const readIntoMemory = (folder: string): void => {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const descriptor = openSync(join(entry.parentPath, entry.name), 'r');
    while (readSync(descriptor, chunk) === chunkBytes);
    closeSync(descriptor);
  }
};

/** An empty folder for one run. */
export const freshFolder = (name: string): string => {
  const folder = join(cacheFolder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** A folder that stays from run to run. */
export const keptFolder = (name: string): string => {
  const folder = join(cacheFolder, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
