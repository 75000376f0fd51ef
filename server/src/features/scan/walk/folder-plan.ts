import type { FoundFile, KnownFile, KnownPicture } from '../../../library/write/files-store.ts';
import type { KnownSong } from '../../../library/write/songs-store.ts';
import type { FileToRead } from '../write/song-writer.ts';
import type { FolderListing } from './read-folder.ts';
import { isSameRealName } from './shown-names.ts';

/** What the library knows of a folder. */
export interface KnownFolder {
  readonly songs: readonly KnownSong[];
  readonly pictures: readonly KnownPicture[];
  readonly problems: readonly (KnownFile & { readonly isDue: boolean })[];
  readonly folders: readonly { readonly id: number; readonly name: string; readonly isMissing: boolean }[];
}

/** What is to be done so that the library knows what is in a folder. */
export interface FolderPlan {
  readonly toRead: readonly FileToRead[];
  /** Songs marked missing that are there again, unchanged. */
  readonly returned: readonly number[];
  readonly vanishedSongs: readonly number[];
  readonly vanishedFolders: readonly number[];
  readonly changedPictures: readonly FoundFile[];
  /** Names that are not there any more; those of problems also when the file is the song it was before. */
  readonly goneNames: { readonly pictures: readonly string[]; readonly problems: readonly string[] };
  /** Whether songs stay as they are beside those to be read. */
  readonly hasOtherSongs: boolean;
}

const byName = <T extends { readonly name: string }>(entries: readonly T[]): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [entry.name, entry]));

const isSame = (known: KnownFile | undefined, found: FoundFile): boolean =>
  known !== undefined && known.sizeBytes === found.sizeBytes && known.mtimeUs === found.mtimeUs;

/** The same under the same bytes: which of several a shown name stands for can change. */
const isSameNamed = (known: KnownPicture | undefined, found: FoundFile): boolean =>
  known !== undefined && isSame(known, found) && isSameRealName(known.realName, found.realName);

/**
 * Compares what is in a folder with what the library knows, by size and time. What is there but could not
 * be looked at stays as it is known.
 * @param rereads whether what did not change is read as well
 */
export const planFolder = (
  listing: FolderListing,
  known: KnownFolder,
  rereads: boolean = false,
): FolderPlan => {
  const songs = byName(known.songs);
  const problems = byName(known.problems);
  const pictures = byName(known.pictures);
  const unknown = new Set(listing.unknown.map(({ name }) => name));
  const toRead: FileToRead[] = [];
  const returned: number[] = [];
  const wholeNames = new Set<string>();
  for (const file of listing.songs) {
    const song = songs.get(file.name);
    if (song !== undefined && isSameNamed(song, file) && !rereads) {
      wholeNames.add(file.name);
      if (song.isMissing) returned.push(song.id);
    } else if (rereads || !isSame(problems.get(file.name), file) || problems.get(file.name)?.isDue === true) {
      toRead.push({ file, songId: song?.id ?? null });
    }
  }
  const isThere = new Set(listing.songs.map(({ name }) => name));
  const folders = new Set(listing.folders.map(({ name }) => name));
  const pictureNames = new Set(listing.pictures.map(({ name }) => name));
  const isGone = ({ name }: { name: string }): boolean => !isThere.has(name) && !unknown.has(name);
  return {
    toRead,
    returned,
    vanishedSongs: known.songs.filter((song) => !song.isMissing && isGone(song)).map(({ id }) => id),
    vanishedFolders: known.folders
      .filter(({ name, isMissing }) => !isMissing && !folders.has(name) && !unknown.has(name))
      .map(({ id }) => id),
    changedPictures: listing.pictures.filter((picture) => !isSameNamed(pictures.get(picture.name), picture)),
    goneNames: {
      pictures: known.pictures
        .filter(({ name }) => !pictureNames.has(name) && !unknown.has(name))
        .map(({ name }) => name),
      problems: known.problems
        .filter((problem) => problem.name === '' || wholeNames.has(problem.name) || isGone(problem))
        .map(({ name }) => name),
    },
    hasOtherSongs: known.songs.length > 0,
  };
};
