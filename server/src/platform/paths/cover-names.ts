import { compareKeys, naturalKey } from '../text/natural-key.ts';

/** What covers are called everywhere, best first; without the extension, lower case. */
const coverNames = ['cover', 'folder', 'front', 'albumart'];

const withoutExtension = (name: string): string => name.slice(0, name.lastIndexOf('.')).toLowerCase();

/** The first of some names in natural order; null of none. */
export const firstByName = (names: readonly string[]): string | null => {
  if (names.length <= 1) return names[0] ?? null;
  const keyed = names.map((name) => ({ name, key: naturalKey(name) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed[0]?.name ?? null;
};

/** Of the picture files of a folder those that are called as covers are, best first, one of each name. */
export const byCoverName = (names: readonly string[]): string[] =>
  coverNames.flatMap((coverName) => {
    const named = firstByName(names.filter((name) => withoutExtension(name) === coverName));
    return named === null ? [] : [named];
  });
