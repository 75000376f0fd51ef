import { compareKeys, naturalKey } from '../../platform/text/natural-key.ts';
import { songWalkKey } from '../../platform/text/walk-key.ts';
import type { DirectoryPlace } from './directories-store.ts';
import { isDiscFolder } from './folder-names.ts';
import { type Library, listOf } from './library.ts';

/** Whether a file beside songs is the picture of their folder, by its base name. */
export type PicturePattern = (baseName: string) => boolean;

/** Keeps what lists show of a folder equal to its songs and pictures. Call inside a batch. */
export interface FolderRefresh {
  /**
   * Works everything out anew after songs of a folder were written, marked or removed.
   * @param orderedAsAlbum how the songs' walk keys stand now: all by disc and track, or all by name; null
   * when they differ
   */
  songs(directoryId: number, orderedAsAlbum: boolean | null): void;
  /** Chooses the folder's picture anew, and that of disc folders in it. */
  pictures(directoryId: number): void;
  /** Chooses the folder's own picture anew. */
  ownPicture(directoryId: number): void;
}

const firstByName = (names: readonly string[]): string | null => {
  if (names.length <= 1) return names[0] ?? null;
  const keyed = names.map((name) => ({ name, key: naturalKey(name) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed[0]?.name ?? null;
};

/** Makes the refresher of one scan. */
export const createFolderRefresh = (library: Library, isPicture: PicturePattern): FolderRefresh => {
  const { directories, songs, files } = library;

  const pictureIn = (place: DirectoryPlace): string | null => {
    const name = firstByName(
      files
        .pictures(place.id)
        .map((picture) => picture.name)
        .filter(isPicture),
    );
    return name === null ? null : `${place.virtualPath}/${name}`;
  };

  const pictureFor = (place: DirectoryPlace): string | null => {
    const own = pictureIn(place);
    if (own !== null || place.parentId === null || !isDiscFolder(place.name)) return own;
    const parent = directories.place(place.parentId);
    return parent === null ? null : pictureIn(parent);
  };

  const choosePicture = (place: DirectoryPlace, hasEmbedded: boolean): void => {
    const picturePath = pictureFor(place);
    const embedding = picturePath === null && hasEmbedded ? songs.firstWithPicture(place.id) : null;
    const artworkPath = embedding === null ? picturePath : `${place.virtualPath}/${embedding}`;
    directories.artwork(place.id, { picturePath, artworkPath });
  };

  const orderSongs = (directoryId: number, isInAlbum: boolean): void => {
    for (const song of songs.orderKeys(directoryId))
      songs.setWalkKey(song.id, songWalkKey({ isInAlbum, ...song }));
  };

  const ownPicture = (directoryId: number): void => {
    const place = directories.place(directoryId);
    if (place !== null) choosePicture(place, true);
  };

  return {
    ownPicture,
    songs: (directoryId, orderedAsAlbum) => {
      const place = directories.place(directoryId);
      if (place === null) return;
      const summary = songs.summary(directoryId);
      const artist = summary.artist === null ? null : listOf(summary.artist).join('; ');
      if (orderedAsAlbum !== summary.isAlbum) orderSongs(directoryId, summary.isAlbum);
      directories.summary(directoryId, { ...summary, artist });
      const delta = summary.songCount - place.songCount;
      if (delta !== 0) directories.addToTotals(directoryId, delta);
      choosePicture(place, summary.hasPictures);
    },
    pictures: (directoryId) => {
      ownPicture(directoryId);
      for (const child of directories.children(directoryId)) {
        if (isDiscFolder(child.name)) ownPicture(child.id);
      }
    },
  };
};
