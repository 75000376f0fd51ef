import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
const prefix = 'tonearm-tests-';

/** What tests and browsers may need at once, many times over, in bytes: of the file system, and of the machine. */
const roomBytes = 2 ** 31;
const memoryBytes = 2 ** 32;

/** Whether programs that tests write can be run there. */
const runsPrograms = () =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, place, , options = '']) => place === memory && !options.split(',').includes('noexec'));

const hasRoom = () => {
  const { bavail, bsize } = statfsSync(memory);
  // Older versions of Node.js cannot say what a container may take.
  const availableBytes = process.availableMemory?.() ?? 0;
  return bavail * bsize >= roomBytes && availableBytes >= memoryBytes;
};

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Removes what runs left behind that were ended without a word: nobody else would give the memory back. */
const removeLeftOvers = () => {
  for (const name of readdirSync(memory)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !existsSync(join('/proc', pid))) remove(join(memory, name));
  }
};

/**
 * Makes a folder in memory for the temporary files of a run of tests, and removes it when this process ends: tests
 * have databases flushed many thousand times that are thrown away seconds later.
 * @returns its path, or undefined where it stays with the system's own: TMPDIR names one, or memory is not plenty
 */
export const makeTestFolder = () => {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux' || !existsSync(memory))
    return undefined;
  removeLeftOvers();
  if (!hasRoom() || !runsPrograms()) return undefined;
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // As the system's own: some tests are another user for a while.
  chmodSync(folder, 0o1777);
  process.on('exit', () => remove(folder));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return folder;
};
