import { byCoverName, firstByName } from '../../../platform/paths/cover-names.ts';

/** Whether a file beside songs is the picture of their folder, by its base name. */
export type PicturePattern = (baseName: string) => boolean;

/** The picture file that stands for a folder. */
export interface FolderPicture {
  readonly name: string;
  /** It says nothing of being the cover: it is taken as there is no other. */
  readonly isLone: boolean;
}

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
  const [named] = byCoverName(names);
  if (named !== undefined) return { name: named, isLone: false };
  const [name, ...others] = names;
  return name !== undefined && others.length === 0 ? { name, isLone: true } : null;
};
