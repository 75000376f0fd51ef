import type { DirectoryPlace } from '../../../library/write/directories-store.ts';
import type { Library } from '../../../library/write/library.ts';
import { isDiscFolder } from '../../../platform/paths/folder-names.ts';
import { songWalkKey } from '../../../platform/text/walk-key.ts';
import { chooseFolderPicture, type FolderPicture, type PicturePattern } from './folder-picture.ts';

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

/** A picture file by its virtual path. */
interface PlacedPicture extends Pick<FolderPicture, 'isLone'> {
  readonly path: string;
}

/** Makes the refresher of one scan. */
export const createFolderRefresh = (library: Library, isPicture: PicturePattern): FolderRefresh => {
  const { directories, songs, files } = library;

  const pictureIn = (place: DirectoryPlace): PlacedPicture | null => {
    const names = files.pictures(place.id).map((picture) => picture.name);
    const picture = chooseFolderPicture(names, isPicture);
    return picture && { path: `${place.virtualPath}/${picture.name}`, isLone: picture.isLone };
  };

  /** Its own, or for a disc folder also that of its parent, unless both are only lone ones. */
  const pictureFor = (place: DirectoryPlace): PlacedPicture | null => {
    const own = pictureIn(place);
    if (own?.isLone === false || place.parentId === null || !isDiscFolder(place.name)) return own;
    const parent = directories.place(place.parentId);
    const above = parent === null ? null : pictureIn(parent);
    return above?.isLone === false ? above : (own ?? above);
  };

  const choosePicture = (place: DirectoryPlace, hasEmbedded: boolean): void => {
    const picture = pictureFor(place);
    const isSure = picture?.isLone === false;
    const embedding = !isSure && hasEmbedded ? songs.firstWithPicture(place.id) : null;
    directories.artwork(place.id, {
      picturePath: picture?.path ?? null,
      artworkPath: embedding === null ? (picture?.path ?? null) : `${place.virtualPath}/${embedding}`,
    });
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
      if (orderedAsAlbum !== summary.isAlbum) orderSongs(directoryId, summary.isAlbum);
      directories.summary(directoryId, summary);
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
