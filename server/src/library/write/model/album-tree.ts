import { isDiscFolder } from '../../../platform/paths/folder-names.ts';
import type { AlbumsStore, TreePlace } from './albums-store.ts';

const discMark =
  /[\s([_-]*\b(?:cd|dis[ck]|disque|disco|dvd|lp|vinyl|side|диск)[\s._#-]*(?:\d{1,2}|[a-d])(?![\p{L}\d]).*$/iu;

/**
 * The folder of the album that a folder belongs to: `Album/CD 1` and `Album/CD 2` are of `Album`, and `Album (Disc 1)`
 * beside `Album (Disc 2)` are of what both begin with.
 */
const treeOf = ({ name, path, parentPath }: TreePlace): string => {
  if (parentPath === null || !isDiscFolder(name)) return path;
  const before = name.replace(discMark, '').trim();
  return before === '' ? parentPath : `${parentPath}/${before}`;
};

/** Looks up the trees of folders, each of them once. */
export const createTrees = (albums: Pick<AlbumsStore, 'tree'>): ((directoryId: number) => string) => {
  const known = new Map<number, string>();
  return (directoryId) => {
    let tree = known.get(directoryId);
    if (tree === undefined) {
      const place = albums.tree(directoryId);
      tree = place === undefined ? '' : treeOf(place);
      known.set(directoryId, tree);
    }
    return tree;
  };
};
