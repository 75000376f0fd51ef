import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FolderListing } from '@tonearm/contract';
import { late, withinTime } from '../../platform/child/deadline.ts';
import { fileKindOf } from '../../platform/paths/audio-formats.ts';
import { compareKeys, naturalKey } from '../../platform/text/natural-key.ts';

/** Most folders listed. */
const mostFolders = 2000;

/** Looking for something to play ends after this many entries, and this many levels down. */
const mostEntriesLookedAt = 3000;
const deepestLook = 4;

/** How long a drive may take, in milliseconds. */
const listLimitMs = 5000;
const lookLimitMs = 1500;

const isHidden = (name: string): boolean => name.startsWith('.') || name === '@eaDir';

const stateByCode: Readonly<Record<string, FolderListing['state']>> = {
  ENOENT: 'missing',
  ENOTDIR: 'not_a_folder',
  ENAMETOOLONG: 'missing',
};

/** As lists of the collection are sorted, whatever the language of the machine. */
const inNaturalOrder = (names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, key: naturalKey(name) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ name }) => name);

/** Links count as folders when they lead to one. */
const isFolder = async (path: string, entry: Dirent): Promise<boolean> => {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const target = await stat(join(path, entry.name)).catch(() => null);
  return target?.isDirectory() === true;
};

const readFolders = async (path: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const entry of await opendir(path)) {
    if (!isHidden(entry.name) && (await isFolder(path, entry))) names.push(entry.name);
    if (names.length >= mostFolders) break;
  }
  return inNaturalOrder(names);
};

/** One look at a folder: whether something in it can be played, and the folders below. */
const lookInto = async (folder: string) => {
  const below: string[] = [];
  let looked = 0;
  for await (const entry of await opendir(folder)) {
    looked += 1;
    if (looked > mostEntriesLookedAt || (entry.isFile() && fileKindOf(entry.name) === 'song')) {
      return { isFound: true, looked, below };
    }
    if (entry.isDirectory() && !isHidden(entry.name)) below.push(join(folder, entry.name));
  }
  return { isFound: false, looked, below };
};

/** Looks breadth first for something that can be played. True also when there is too much to look at. */
const holdsMusic = async (root: string, shouldStop: () => boolean): Promise<boolean> => {
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= deepestLook && level.length > 0; depth += 1) {
    const below: string[] = [];
    for (const folder of level) {
      const found = await lookInto(folder).catch(() => null);
      looked += found?.looked ?? 1;
      if (found?.isFound === true || looked > mostEntriesLookedAt || shouldStop()) return true;
      below.push(...(found?.below ?? []));
    }
    level = below;
  }
  return level.length > 0;
};

const looksEmpty = async (path: string): Promise<boolean> => {
  let isOver = false;
  const found = await withinTime(
    holdsMusic(path, () => isOver),
    lookLimitMs,
  );
  isOver = true;
  return found === false;
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/**
 * The folders below a folder of this machine, in natural order and without hidden ones. A drive that does not
 * answer is unreadable.
 * @param path absolute
 */
export const listFolders = async (path: string): Promise<FolderListing> => {
  const parent = dirname(path) === path ? null : dirname(path);
  const without = (state: FolderListing['state']): FolderListing => ({ path, parent, state, folders: [] });
  try {
    const names = await withinTime(readFolders(path), listLimitMs);
    if (names === late) return without('unreadable');
    const isEmpty = await looksEmpty(path);
    const folders = names.map((name) => ({ name, path: join(path, name) }));
    return { path, parent, state: isEmpty ? 'empty' : 'ok', folders };
  } catch (error) {
    return without(stateByCode[codeOf(error)] ?? 'unreadable');
  }
};
