import type { Loss } from '../../../library/write/library-sources-store.ts';
import type { ScanContext, SourceScan } from '../scan-context.ts';

/** Fewer songs than this can vanish without the question whether a drive is away. */
const fewSongs = 25;

/** The part of a source that may vanish at once without that question. */
const bulkShare = 0.5;

/** Adds the songs below vanished folders to the vanished ones. */
export const spreadVanished = (context: ScanContext, source: SourceScan): void => {
  const { directories, songs } = context.library;
  for (const folder of source.vanishedFolders) {
    for (const id of directories.subtree(folder)) {
      for (const song of songs.presentIds(id)) source.vanishedSongs.add(song);
    }
  }
};

/** How many songs are gone, and of how many: of those that were there, and those that are back. */
const goneOf = ({ library }: ScanContext, source: SourceScan): { gone: number; songs: number } => {
  const gone = [...source.vanishedSongs].filter((id) => !source.newcomers.has(id)).length;
  // Who is back says that the right drive is there, however much of another one is gone.
  const returned = Math.max(0, source.missingBefore - library.songs.missingCount(source.id));
  return { gone, songs: source.songsBefore + returned };
};

const isBulk = ({ gone, songs }: { gone: number; songs: number }): boolean =>
  gone > 0 && (gone === songs || (gone >= fewSongs && gone >= songs * bulkShare));

/**
 * Whether so much is gone that the drive is more likely away, or another one in its place, than the songs
 * deleted. To be asked after moves were followed.
 */
export const isRatherAway = (context: ScanContext, source: SourceScan): boolean =>
  !source.isForgotten && isBulk(goneOf(context, source));

/**
 * What to say of a source that is rather away; null where it is not. A song that moved stands elsewhere by now, maybe
 * in another source, and one that was put in its place may be there as well: the next scan finds as many songs as
 * `countSongs` says, without those that came, and has to say the same while nothing changes.
 */
export const lossOf = (context: ScanContext, source: SourceScan, countSongs: () => number): Loss | null => {
  if (!isRatherAway(context, source)) return null;
  const { gone, songs: before } = goneOf(context, source);
  const songs = countSongs();
  return isBulk({ gone, songs: Math.max(before, songs) })
    ? { reason: 'songs_gone', counts: { gone, songs } }
    : null;
};

/** Marks what vanished from a source as missing, or drops it when it is known to be gone for good. */
export const settleVanished = (context: ScanContext, source: SourceScan): void => {
  const { library, refresh, nowSeconds } = context;
  const { songs, directories, search, batch, files } = library;
  const byFolder = Map.groupBy(source.vanishedSongs, (id) => songs.trace(id)?.directoryId ?? null);
  // A folder at once: what is counted of it is never behind, whenever the scan is stopped.
  for (const [directoryId, ids] of byFolder) {
    if (directoryId === null) continue;
    batch.begin(ids.length + 1);
    for (const id of ids) {
      songs.markMissing(id, nowSeconds * 1000);
      search.removeSong(id);
    }
    refresh.songs(directoryId, null);
    batch.commitIfDue();
  }
  for (const folder of source.vanishedFolders) {
    context.counts.foldersChanged += 1;
    for (const id of directories.subtree(folder)) {
      batch.begin(1);
      search.removeDirectory(id);
      files.removeAll(id);
      if (directories.hasSongsBelow(id)) directories.markMissing(id, nowSeconds * 1000);
      else directories.remove(id);
    }
    batch.commitIfDue();
  }
  for (const [id, key] of source.keysToSettle) {
    batch.begin(1);
    directories.setEntriesKey(id, key);
  }
  batch.commit();
};

/**
 * Removes a missing folder that holds no songs any more, with the folders below it, which are missing as well.
 * @returns its parent, to be looked at next, or null
 */
const dropIfEmpty = (context: ScanContext, folder: number): number | null => {
  const { directories, search, files } = context.library;
  const place = directories.place(folder);
  if (place === null || !place.isMissing || directories.hasSongsBelow(folder)) return null;
  for (const id of directories.subtree(folder)) {
    search.removeDirectory(id);
    files.removeAll(id);
    directories.remove(id);
  }
  return place.parentId;
};

/** Drops missing folders among these that hold nothing any more, and those above them. */
export const dropEmptied = (context: ScanContext, folders: Iterable<number>): void => {
  const { batch } = context.library;
  for (const folder of folders) {
    batch.begin(1);
    for (let at: number | null = folder; at !== null; ) at = dropIfEmpty(context, at);
    batch.commitIfDue();
  }
  batch.commit();
};

/** Drops songs that are marked missing, and missing folders that held nothing else. */
export const dropMissing = (context: ScanContext, songIds: readonly number[]): void => {
  const { songs, search, batch } = context.library;
  const folders = new Set<number>();
  for (const id of songIds) {
    batch.begin(1);
    const song = songs.trace(id);
    if (song !== null) folders.add(song.directoryId);
    songs.remove(id);
    search.removeSong(id);
    batch.commitIfDue();
  }
  dropEmptied(context, folders);
};
