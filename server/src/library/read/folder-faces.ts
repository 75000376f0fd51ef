import type { FolderFace } from '@tonearm/contract';
import { walkKeyEnd } from '../../platform/text/walk-key.ts';
import type { ListPage } from './list-page.ts';
import type { FacedDirectory, FoundDirectory, ListsStore } from './lists/lists-store.ts';

/** Faces of one answer at most: each is a look at all folders below. */
const mostFaces = 500;

/** Pictures of a face: two by two. */
const mostPictures = 4;

/** What the folders of a folder hold; of the sources when there is none. */
export const folderFaces = (
  store: ListsStore,
  folder: FoundDirectory | null,
  page: ListPage,
): FolderFace[] => {
  const limit = Math.min(page.limit, mostFaces);
  const folders =
    folder === null
      ? store
          .sourceRoots()
          .slice(page.offset, page.offset + limit)
          .map((root) => ({ ...root, path: root.virtual_path }))
      : store.facesFrom(folder.id, limit, page.offset);
  return folders.map((face) => faceOf(store, face));
};

const faceOf = (store: ListsStore, { path, walk_key, total_song_count }: FacedDirectory): FolderFace => {
  const end = Buffer.from(walkKeyEnd(walk_key) ?? []);
  return {
    path,
    album_count: store.albumsBelow(walk_key, end),
    song_count: total_song_count,
    artworks: store.picturesBelow(walk_key, end, mostPictures).map((row) => row.artwork_path),
  };
};
