// Finds a PostgreSQL for the tests that run on one, or installs it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findPostgres } from '../../testkit/src/postgres/postgres-program.ts';

const run = (command, argv) =>
  spawnSync(command, argv, {
    stdio: ['ignore', 2, 2],
    // The package would make and start a server of its own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const installFromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  process.stderr.write('Installing the Debian package postgresql for the tests that run on it …\n');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql']);
  return findPostgres();
};

/** Whether there is one to test with. Says on standard error which. */
export const ensurePostgres = () => {
  if (process.env.TONEARM_TEST_POSTGRES !== undefined) {
    process.stderr.write('Tests use the PostgreSQL that TONEARM_TEST_POSTGRES names.\n');
    return true;
  }
  const folder = findPostgres() ?? installFromDebian();
  process.stderr.write(
    folder === null
      ? 'No PostgreSQL could be found or installed. Name its programs with TONEARM_POSTGRES_BIN, or a server with TONEARM_TEST_POSTGRES.\n'
      : `Tests start a PostgreSQL of their own from ${folder}.\n`,
  );
  return folder !== null;
};
