import { treeOf } from '../../model/folder-tree.ts';
import type { AlbumsStore } from './albums-store.ts';

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
