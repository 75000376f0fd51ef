import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, unprivilegedUser } from './postgres-program.ts';

/** A PostgreSQL of a test's own. It listens at a socket in its folder and nowhere else. */
export interface TestPostgres {
  /** To one of its databases; the first one is `postgres`. */
  url(database?: string): string;
  /** Ends it as a cut of the power would. */
  stopAtOnce(): Promise<void>;
  /** Starts it again after that. */
  startAgain(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Where sockets may lie: their addresses are short. */
const shortFolder = '/tmp';

const user = 'tonearm';

const started = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-8_000);
      if (said.includes('database system is ready to accept connections')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
    child.on('error', reject);
  });

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/**
 * Makes a PostgreSQL in a folder of its own and starts it, as another user where we are root.
 * @param isDurable whether it waits for the disk: otherwise it is much faster and survives only its own end
 * @throws Error when there is no PostgreSQL, or it does not start
 */
export const startPostgres = async ({ isDurable = false } = {}): Promise<TestPostgres> => {
  const programs = findPostgres();
  if (programs === null) throw new Error('There is no PostgreSQL: install the package postgresql.');
  const other = unprivilegedUser();
  const identity = other ?? {};
  const folder = mkdtempSync(join(shortFolder, 'tonearm-pg-'));
  if (other !== null) chownSync(folder, other.uid, other.gid);
  const data = join(folder, 'data');
  const argv = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), argv, { ...identity, encoding: 'utf8', cwd: folder });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.stdout}${made.stderr}`);
  }
  const settings = [
    ...['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200', 'lc_messages=C'],
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);
  let child: ChildProcess;
  const begin = async (): Promise<void> => {
    child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await started(child);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended(child);
  };
  await begin();
  return {
    url: (database = 'postgres') =>
      `postgres://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    stopAtOnce: () => end('SIGQUIT'),
    startAgain: begin,
    close: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
