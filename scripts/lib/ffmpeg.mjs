// Finds an ffmpeg for the tests of converting and measuring, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const installed = () => {
  const fromEnvironment = process.env.FFMPEG;
  if (fromEnvironment !== undefined && existsSync(fromEnvironment)) return fromEnvironment;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'ffmpeg')).find((candidate) => existsSync(candidate));
};

const run = (command, argv) => spawnSync(command, argv, { stdio: ['ignore', 2, 2] }).status === 0;

const installFromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('Installing the Debian package ffmpeg for the tests of converting and measuring …\n');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg']);
  return installed();
};

/** The program, or undefined when none could be had. Says on standard error what it did. */
export const findFfmpeg = () => {
  const known = installed() ?? installFromDebian();
  process.stderr.write(
    known === undefined
      ? 'No ffmpeg could be found or installed: the tests that convert and measure songs are SKIPPED.\n'
      : `Tests of converting and measuring use ${known}.\n`,
  );
  return known;
};
