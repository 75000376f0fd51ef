import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';

/** The lowest priority: who has another one is not to be put aside. */
const lowest = 19;

/**
 * Has this process, and what it starts from then on, run only while nothing else wants to. One of the lowest priority
 * is let finish its turn of some milliseconds while somebody who woke waits (Linux from 6.6 on); one that is idle is put
 * aside at once. Resolves when that is done, or when this system has no such thing: then it stays as it was.
 */
export const yieldWholly = (): Promise<void> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux' || getPriority() < lowest) resolve();
    else execFile('chrt', ['-a', '-i', '-p', '0', String(process.pid)], () => resolve());
  });
