import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Has Node.js load a file of this folder first, in whatever is started from here on. */
const preload = (file: string): void => {
  const { href } = pathToFileURL(join(import.meta.dirname, file));
  const { NODE_OPTIONS: options } = process.env;
  process.env['NODE_OPTIONS'] = `${options === undefined ? '' : `${options} `}--import ${href}`;
};

/**
 * From here on, what this process starts gives no process of its own a lower priority: what runs the tests, what
 * answers and what scans share the processors alike, so that how long a test waits does not depend on the others.
 */
export const preferNobody = (): void => preload('equal-priority.mjs');

/** From here on, what this process starts runs processes and threads of the product as they were built, where they were. */
export const preferBuilt = (): void => {
  if (process.env['TONEARM_BUILT'] === '1') preload('built-children.mjs');
};

/** From here on, what this process starts hashes passwords in no time. */
export const preferQuickPasswords = (): void => preload('quick-passwords.mjs');

/**
 * From here on, what this process starts has no ffmpeg but one that it is told of: a product that finds one asks what it
 * is and measures every song, which is a thirtieth of the work of all tests and looked at by few.
 */
export const preferNoFfmpeg = (): void => {
  process.env['TONEARM_FFMPEG'] ??= 'no';
};
