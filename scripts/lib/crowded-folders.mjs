import { dirname } from 'node:path';

/** Files a folder may hold of its own, their tests beside: more are several rooms in one. */
const mostFiles = 25;

/**
 * Folders with too many files of their own.
 * @param {readonly string[]} files paths of sources
 * @returns {{ folder: string, count: number }[]}
 */
export const findCrowdedFolders = (files) => {
  const counts = new Map();
  for (const file of files.filter((each) => !/\.test\.tsx?$/.test(each))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => (count > mostFiles ? [{ folder, count }] : []));
};
