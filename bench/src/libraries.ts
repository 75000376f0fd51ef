import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary } from '@tonearm/testkit';

const cacheFolder = join(import.meta.dirname, '..', '..', '.cache', 'bench');

/** Where the scan suite leaves the data of the product. */
export const scannedFolder = 'data-scan';

/** A generated library on disk. */
export interface BenchLibrary {
  readonly songs: number;
  readonly musicFolder: string;
  readonly manifestFile: string;
}

/** Up to this many songs have sound; more are light files, so that a disk holds them. */
const mostWithSound = 100_000;

/** Makes the library of a size, or finds the one that was made before. */
export const libraryOf = (songs: number): BenchLibrary => {
  const out = join(cacheFolder, `library-${songs}`);
  const musicFolder = join(out, 'music');
  const manifestFile = join(out, 'manifest.json');
  if (!existsSync(manifestFile)) {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    makeLibrary({ out, songs, seed: '1', ...(songs > mostWithSound ? { light: 'files' as const } : {}) });
  }
  return { songs, musicFolder, manifestFile };
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
