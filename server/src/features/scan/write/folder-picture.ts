import { compareKeys, naturalKey } from '../../../platform/text/natural-key.ts';

/** Whether a file beside songs is the picture of their folder, by its base name. */
export type PicturePattern = (baseName: string) => boolean;

/** The picture file that stands for a folder. */
export interface FolderPicture {
  readonly name: string;
  /** It says nothing of being the cover: it is taken as there is no other. */
  readonly isLone: boolean;
}

/** What covers are called everywhere, best first; without the extension, lower case. */
const coverNames = ['cover', 'folder', 'front', 'albumart'];

const withoutExtension = (name: string): string => name.slice(0, name.lastIndexOf('.')).toLowerCase();

const firstByName = (names: readonly string[]): string | null => {
  if (names.length <= 1) return names[0] ?? null;
  const keyed = names.map((name) => ({ name, key: naturalKey(name) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed[0]?.name ?? null;
};

/**
 * Chooses among the picture files of a folder: one that matches the pattern, else one that is called as covers
 * are, else the only one.
 */
export const chooseFolderPicture = (
  names: readonly string[],
  isPicture: PicturePattern,
): FolderPicture | null => {
  if (names.length === 0) return null;
  const matching = firstByName(names.filter(isPicture));
  if (matching !== null) return { name: matching, isLone: false };
  for (const coverName of coverNames) {
    const named = firstByName(names.filter((name) => withoutExtension(name) === coverName));
    if (named !== null) return { name: named, isLone: false };
  }
  const [name, ...others] = names;
  return name !== undefined && others.length === 0 ? { name, isLone: true } : null;
};
