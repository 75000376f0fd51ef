import type { CollectionFile } from '../../library/read/library-reading.ts';
import { isInBucket } from '../../platform/bucket/bucket-address.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import { letGo } from '../../platform/paths/open-inside.ts';
import type { PictureJob } from './pictures/picture-messages.ts';

/** Where a process finds a picture. */
export type PicturePlace = Pick<PictureJob, 'path' | 'folders' | 'forbidden' | 'kind'>;

/** What looking for pictures stands on. */
interface PlacesDeps {
  /** Folders that the files of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never served from. */
  readonly dataFolder: string;
  readonly media: MediaFiles;
}

/** Finds pictures, wherever they lie. */
export interface PicturePlaces {
  /** See open-inside; null when the file is not there. */
  identityOf(file: CollectionFile): Promise<string | null>;
  /** At once for a file of this machine. Of a song in a bucket, a copy of its picture; `none` without any. */
  placeOf(file: CollectionFile): PicturePlace | Promise<PicturePlace | 'none' | null>;
}

/** Makes it. */
export const createPicturePlaces = ({ foldersOf, dataFolder, media }: PlacesDeps): PicturePlaces => {
  const servedWith = ({ sourceRealPath }: CollectionFile) => ({
    folders: foldersOf(sourceRealPath),
    forbidden: dataFolder,
  });

  const remotePlace = async (file: CollectionFile): Promise<PicturePlace | 'none' | null> => {
    const { realPath: path, kind } = file;
    const served = servedWith(file);
    const copy = await (kind === 'song'
      ? media.remote.pictureInside(path, served)
      : media.remote.copy(path, served));
    return copy === null || copy === 'none' ? copy : { ...copy, kind: 'picture' };
  };

  return {
    identityOf: async (file) => {
      if (isInBucket(file.realPath))
        return (await media.remote.find(file.realPath, servedWith(file)))?.identity ?? null;
      const opened = await media.open(file.realPath, servedWith(file));
      if (opened !== null) letGo(opened);
      return opened?.identity ?? null;
    },
    placeOf: (file) =>
      isInBucket(file.realPath)
        ? remotePlace(file)
        : { path: file.realPath, kind: file.kind, ...servedWith(file) },
  };
};
