import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../guide/pages.ts';

/** The packages of this version. */
export interface Packed {
  /** Path of the Debian package for a kind of machine. */
  deb(arch: 'amd64' | 'arm64'): string;
  archive(arch: 'x64' | 'arm64'): string;
  /** For arm64 there is one only with a root that has its libraries. */
  image(arch: 'x64' | 'arm64'): string;
  readonly npm: string;
}

/**
 * Makes all packages of both kinds of machines.
 * @param armBase a root with the libraries for arm64; null for none
 * @throws Error when one cannot be made
 */
export const makePackages = (armBase: string | null): Packed => {
  const script = join(projectFolder, 'scripts', 'package.mjs');
  const base = armBase === null ? [] : ['--base-arm64', armBase];
  const made = spawnSync(process.execPath, [script, '--arch', 'x64,arm64', ...base], {
    cwd: projectFolder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (made.status !== 0) throw new Error(`the packages could not be made:\n${made.stdout}`);
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const out = join(projectFolder, 'dist-packages');
  return {
    deb: (arch) => join(out, `tonearm_${version}_${arch}.deb`),
    archive: (arch) => join(out, `tonearm-${version}-linux-${arch}.tar.gz`),
    image: (arch) => join(out, `tonearm-${version}-linux-${arch}.oci.tar`),
    npm: join(out, `tonearm-${version}.tgz`),
  };
};

const parts = join(projectFolder, 'scripts', 'package');

/** What somebody new does, as a program; see there. */
export const journeyFile = join(parts, 'fresh-start.mjs');

/** A folder with one song in it. @returns its path */
export const putSong = (folder: string): string => {
  const music = join(folder, 'music');
  mkdirSync(music, { recursive: true });
  cpSync(join(parts, 'a-song.wav'), join(music, 'a-song.wav'));
  return music;
};
