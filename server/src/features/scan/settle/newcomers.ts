import type { ScanContext, SourceScan } from '../scan-context.ts';
import { settleVanished } from './settle-source.ts';

/**
 * Folders of a source that went with nothing in them but these songs, the topmost of each tree. What else went of a
 * source that is away is waited for.
 */
const foldersOfOnly = (
  { library }: ScanContext,
  source: SourceScan,
  songIds: ReadonlySet<number>,
): Set<number> => {
  const { directories, songs } = library;
  const gone = new Set([...source.vanishedFolders].flatMap((folder) => directories.subtree(folder)));
  const counts = new Map<number, number>();
  for (const id of songIds) {
    let at = songs.trace(id)?.directoryId ?? null;
    while (at !== null && gone.has(at)) {
      counts.set(at, (counts.get(at) ?? 0) + 1);
      at = directories.place(at)?.parentId ?? null;
    }
  }
  const whole = new Set(
    [...counts].flatMap(([id, count]) => (directories.place(id)?.totalSongCount === count ? [id] : [])),
  );
  return new Set([...whole].filter((id) => !whole.has(directories.place(id)?.parentId ?? -1)));
};

/** Digests of folders of which nothing that went is waited for: neither of their songs nor of the folders in them. */
const keysOfSettled = (
  { library: { songs, directories } }: ScanContext,
  source: SourceScan,
  settled: Pick<SourceScan, 'vanishedSongs' | 'vanishedFolders'>,
): Map<number, number> => {
  const isWaiting = (id: number): boolean =>
    songs.presentIds(id).some((song) => source.vanishedSongs.has(song) && !settled.vanishedSongs.has(song)) ||
    directories
      .children(id)
      .some((folder) => source.vanishedFolders.has(folder.id) && !settled.vanishedFolders.has(folder.id));
  return new Map([...source.keysToSettle].filter(([id]) => !isWaiting(id)));
};

/** A folder that is waited for may be back as it was: what went out of it is to be looked at then. */
const lookAgainAt = (
  { library: { directories, songs, batch } }: ScanContext,
  songIds: ReadonlySet<number>,
): void => {
  for (const id of songIds) {
    const directoryId = songs.trace(id)?.directoryId;
    if (directoryId === undefined) continue;
    batch.begin(1);
    directories.setEntriesKey(directoryId, null);
  }
};

/**
 * Takes out what came to a source while it was away and is gone again: of another disk in its place, for instance.
 * Only what was there before is waited for; folders that wait for nothing need not be looked at again.
 */
export const settleNewcomers = (context: ScanContext, source: SourceScan): void => {
  const vanishedSongs = new Set([...source.vanishedSongs].filter((id) => source.newcomers.has(id)));
  const settled = { vanishedSongs, vanishedFolders: foldersOfOnly(context, source, vanishedSongs) };
  const keysToSettle = keysOfSettled(context, source, settled);
  lookAgainAt(context, vanishedSongs);
  settleVanished(context, { ...source, ...settled, keysToSettle });
};
