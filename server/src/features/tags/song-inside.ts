import type { FileParts, MissingPart } from '../../platform/bucket/part-fetcher.ts';
import { askLibrary, readOwn } from './choose-reader.ts';
import { createWindowBuffers, type FileWindow } from './formats/file-window.ts';
import { openParts } from './formats/parts-window.ts';
import type { ReadFile } from './song-tags.ts';

/** A song whose file is open; it stays open. */
interface OpenSong {
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/** What an open file says besides its length; null when it is no song. */
const readUntimed = ({ descriptor, sizeBytes }: OpenSong): Promise<ReadFile | null> =>
  untimedIn(createWindowBuffers().open(descriptor, sizeBytes));

const untimedIn = async (window: FileWindow): Promise<ReadFile | null> => {
  const own = readOwn(window, { isTimed: false });
  const found = own ?? (await askLibrary(window, '').catch(() => null));
  return found === 'silent' ? null : found;
};

/** The words inside a song, timed as in an LRC file where they are timed; null without any. */
export const readSongWords = async (file: OpenSong): Promise<string | null> =>
  (await readUntimed(file))?.words ?? null;

/**
 * The picture inside a song: its front cover, else its first.
 * @param file an open file; stays open
 * @returns null when there is none that can be shown, or when the file is no song
 */
export const readSongPicture = async (file: OpenSong): Promise<Buffer | null> => {
  const picture = (await readUntimed(file))?.picture ?? null;
  return picture === null ? null : Buffer.from(picture.read(picture.lengthBytes));
};

/** What is inside a song besides its sound and tags. */
export interface SongInside {
  /** As readSongWords gives them. */
  readonly words: string | null;
  /** As readSongPicture gives it. */
  readonly picture: Buffer | null;
}

/**
 * What is inside a song that cannot be opened here.
 * @param wanted looked for; the other is null
 * @returns what more of the file has to be at hand, where it does not suffice
 */
export const readInsideParts = async (
  parts: FileParts,
  wanted: keyof SongInside,
): Promise<SongInside | { readonly missing: MissingPart }> => {
  const window = openParts(parts);
  const nothing: SongInside = { words: null, picture: null };
  const found = await untimedIn(window)
    .then((file): SongInside => {
      if (wanted === 'words') return { ...nothing, words: file?.words ?? null };
      const picture = file?.picture ?? null;
      return {
        ...nothing,
        picture: picture === null ? null : Buffer.from(picture.read(picture.lengthBytes)),
      };
    })
    .catch(() => nothing);
  const missing = window.missing();
  return missing === null ? found : { missing };
};
