import type { Readable } from 'node:stream';
import { type CachedOpen, createCachedOpen } from '../memory/cached-open.ts';
import { type OpenedFile, openInside, type ServedFolders } from '../paths/open-inside.ts';
import { isInBucket } from './bucket-address.ts';

/** A file that lies in a bucket and is sent from there. */
export interface RemoteFile {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** Same text, same bytes, as far as the store tells. */
  readonly identity: string;
  /** Its first bytes, up to 64. */
  readonly head: Buffer;
  /**
   * Some of its bytes, both ends inclusive.
   * @throws AppError unavailable when they do not come, or when there is another file by now
   */
  read(start: number, end: number): Promise<Readable>;
}

/** A file of this machine for what can open nothing else, and where it may lie. */
export interface LocalCopy extends ServedFolders {
  readonly path: Buffer;
}

/** Files that lie in buckets. What cannot be had is null, as with a drive that is away. */
export interface RemoteFiles {
  find(path: Buffer, served: ServedFolders): Promise<RemoteFile | null>;
  /** A copy of all of it, kept for a while; `identity` and time are the file's own. */
  open(path: Buffer, served: ServedFolders): Promise<OpenedFile | null>;
  copy(path: Buffer, served: ServedFolders): Promise<LocalCopy | null>;
  /** A copy of the picture inside a song, of which no more is fetched than that takes; `none` without any. */
  pictureInside(path: Buffer, served: ServedFolders): Promise<LocalCopy | 'none' | null>;
  /** The words inside a song, in the same way. */
  wordsInside(path: Buffer, served: ServedFolders): Promise<string | null>;
  /** Names of files whose paths begin as told, behind that. */
  namesAfter(start: Buffer, served: ServedFolders): Promise<Buffer[]>;
}

/** Files of songs and pictures, wherever they lie. */
export interface MediaFiles {
  readonly remote: RemoteFiles;
  /** See openInside. */
  open(path: Buffer, served: ServedFolders): Promise<OpenedFile | null>;
}

/** The same file by the same text, whichever machine has opened it: their numbers of devices and files differ. */
const asShared = (path: Buffer, opened: OpenedFile): OpenedFile => ({
  ...opened,
  identity: `${path.toString('base64url')}-${opened.edition}`,
});

/**
 * Opens files of this machine as ever, and copies of others.
 * @param isShared whether other machines serve the same files: who goes on there is told of the same ones
 */
export const createMediaFiles = (
  remote: RemoteFiles,
  isShared = false,
  openCached: CachedOpen = createCachedOpen(),
): MediaFiles => {
  const openHere: RemoteFiles['open'] = async (path, served) => {
    const opened = await openInside(path, served, openCached);
    return opened !== null && isShared ? asShared(path, opened) : opened;
  };
  return {
    remote,
    open: (path, served) => (isInBucket(path) ? remote.open(path, served) : openHere(path, served)),
  };
};
