import type { DirectoryDetails, DirectoryPlace } from '../../../library/write/directories-store.ts';
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
  /** What shows a folder, chosen as for one that is written already. */
  artworkOf(folder: PicturedFolder): DirectoryDetails['artwork'];
}

/** A folder and what may show it. */
interface PicturedFolder extends Pick<DirectoryPlace, 'name' | 'parentId' | 'virtualPath'> {
  /** Names of the picture files in it. */
  readonly pictures: readonly string[];
  /** The name of its first song, in walking order, that embeds a picture; asked where that may show it. */
  embedding(): string | null;
}

/** A picture file by its virtual path. */
interface PlacedPicture extends Pick<FolderPicture, 'isLone'> {
  readonly path: string;
}

/** Makes the refresher of one scan. */
export const createFolderRefresh = (library: Library, isPicture: PicturePattern): FolderRefresh => {
  const { directories, songs, files } = library;

  const namesIn = (directoryId: number): string[] => files.pictures(directoryId).map(({ name }) => name);

  const choose = (virtualPath: string, names: readonly string[]): PlacedPicture | null => {
    const picture = chooseFolderPicture(names, isPicture);
    return picture && { path: `${virtualPath}/${picture.name}`, isLone: picture.isLone };
  };

  /** Its own, or for a disc folder also that of its parent, unless both are only lone ones. */
  const pictureFor = (folder: PicturedFolder): PlacedPicture | null => {
    const own = choose(folder.virtualPath, folder.pictures);
    if (own?.isLone === false || folder.parentId === null || !isDiscFolder(folder.name)) return own;
    const parent = directories.place(folder.parentId);
    const above = parent === null ? null : choose(parent.virtualPath, namesIn(parent.id));
    return above?.isLone === false ? above : (own ?? above);
  };

  const artworkOf = (folder: PicturedFolder): DirectoryDetails['artwork'] => {
    const picture = pictureFor(folder);
    const isSure = picture?.isLone === false;
    const embedding = isSure ? null : folder.embedding();
    return {
      picturePath: picture?.path ?? null,
      artworkPath: embedding === null ? (picture?.path ?? null) : `${folder.virtualPath}/${embedding}`,
    };
  };

  const choosePicture = (place: DirectoryPlace, hasEmbedded: boolean): void => {
    const { name, parentId, virtualPath } = place;
    const embedding = (): string | null => (hasEmbedded ? songs.firstWithPicture(place.id) : null);
    const pictures = namesIn(place.id);
    directories.artwork(place.id, artworkOf({ name, parentId, virtualPath, pictures, embedding }));
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
    artworkOf,
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
