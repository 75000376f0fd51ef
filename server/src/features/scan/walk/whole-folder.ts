import type { DirectoryDetails } from '../../../library/write/directories-store.ts';
import { summaryOfSongs } from '../../../library/write/songs-summary.ts';
import { songWalkKey } from '../../../platform/text/walk-key.ts';
import { type ReadRow, readingKinds } from '../reading/read-batch.ts';
import type { ScanContext } from '../scan-context.ts';
import { rowsPerPart } from '../write/song-writer.ts';
import type { FolderVisit } from './folder-visit.ts';
import type { FolderListing } from './read-folder.ts';

/** A folder that is new and of which everything was read: its row is written once, with all that it shows. */
export interface WholeFolder {
  readonly details: DirectoryDetails;
  /** When each of its songs was added, in seconds since the epoch, in the order of the listing. */
  readonly dates: readonly number[];
}

/** What a new folder was found to hold. */
export interface FoundInFolder {
  readonly listing: FolderListing;
  /** What was read of its songs, in the order of the listing; empty where they are still to be read. */
  readonly rows: readonly ReadRow[];
  /** Seconds since the epoch at which what is new in it entered the collection. */
  readonly enteredAt: number;
}

/** The name of the first song, in walking order, that embeds a picture. */
const firstWithPicture = ({ listing, rows }: FoundInFolder, isInAlbum: boolean): string | null => {
  let first: { readonly key: Uint8Array; readonly name: string } | null = null;
  for (const [index, { name }] of listing.songs.entries()) {
    const row = rows[index];
    if (row?.hasPicture !== 1) continue;
    const { discNumber, trackNumber } = row.tags;
    const key = songWalkKey({ isInAlbum, nameKey: row.sortKey, discNumber, trackNumber });
    if (first === null || Buffer.compare(key, first.key) < 0) first = { key, name };
  }
  return first?.name ?? null;
};

const isSong = ({ kind }: ReadRow): boolean => kind === readingKinds.song;

/**
 * What a folder will show, worked out before it is written.
 * @returns null where that is told by what is in the library afterwards: corrections may say something else than files
 * do, large folders are written in parts, and what could not be read or looked at is tried again
 */
export const wholeFolder = (
  context: Pick<ScanContext, 'firstSeen' | 'refresh' | 'rules'>,
  { id, name, parentId, virtualPath }: FolderVisit,
  found: FoundInFolder,
): WholeFolder | null => {
  const { listing, rows, enteredAt } = found;
  if (id !== null || listing.unknown.length > 0 || !context.rules.corrector.isEmpty) return null;
  if (rows.length !== listing.songs.length || rows.length > rowsPerPart || !rows.every(isSong)) return null;
  const dates = listing.songs.map((song) => context.firstSeen.of(`${virtualPath}/${song.name}`, enteredAt));
  const summary = summaryOfSongs(rows, dates);
  const pictures = listing.pictures.map((picture) => picture.name);
  const embedding = (): string | null =>
    summary.hasPictures ? firstWithPicture(found, summary.isAlbum) : null;
  const artwork = context.refresh.artworkOf({ name, parentId, virtualPath, pictures, embedding });
  return { details: { summary, artwork, entriesKey: listing.entriesKey }, dates };
};
