import { access, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { late, withinTime } from '../../platform/child/deadline.ts';

/** How long a drive may take to answer before a folder is taken as it is written, in milliseconds. */
const driveLimitMs = 3000;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * The absolute folder that a person's text names. Either slash, doubled or trailing, names the same
 * folder; a relative text starts at the working folder. A name that really holds a backslash wins.
 */
export const folderFromText = async (text: string, workingFolder: string): Promise<string> => {
  const literal = resolve(workingFolder, text);
  if (!text.includes('\\') || (await withinTime(exists(literal), driveLimitMs)) === true) return literal;
  return resolve(workingFolder, text.replace(/[\\/]+/g, sep));
};

/** The real path of a folder; of a missing one, that of its nearest ancestor with the rest behind it. */
const nearestRealPath = async (path: string): Promise<string> => {
  try {
    const real = await withinTime(realpath(path), driveLimitMs);
    return real === late ? path : real;
  } catch {
    // Missing or unreadable: what is above it decides.
    const parent = dirname(path);
    return parent === path ? path : join(await nearestRealPath(parent), relative(parent, path));
  }
};

/** Whether a folder is, or lies below, another one, after following links. */
export const isInside = async (inner: string, outer: string): Promise<boolean> => {
  const way = relative(await nearestRealPath(outer), await nearestRealPath(inner));
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`));
};
