import { isDiscFolder } from '../../platform/paths/folder-names.ts';

/** Where a folder lies, for telling folder trees apart. */
export interface TreePlace {
  readonly name: string;
  readonly path: string;
  readonly parentPath: string | null;
}

const discMark =
  /[\s([_-]*\b(?:cd|dis[ck]|disque|disco|dvd|lp|vinyl|side|диск)[\s._#-]*(?:\d{1,2}|[a-d])(?![\p{L}\d]).*$/iu;

/**
 * The folder of the album that a folder belongs to: `Album/CD 1` and `Album/CD 2` are of `Album`, and `Album (Disc 1)`
 * beside `Album (Disc 2)` are of what both begin with.
 */
export const treeOf = ({ name, path, parentPath }: TreePlace): string => {
  if (parentPath === null || !isDiscFolder(name)) return path;
  const before = name.replace(discMark, '').trim();
  return before === '' ? parentPath : `${parentPath}/${before}`;
};
