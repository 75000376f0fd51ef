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

/**
 * Takes out what came to a source while it was away and is gone again: of another disk in its place, for instance.
 * Only what was there before is waited for.
 */
export const settleNewcomers = (context: ScanContext, source: SourceScan): void => {
  const vanishedSongs = new Set([...source.vanishedSongs].filter((id) => source.newcomers.has(id)));
  if (vanishedSongs.size === 0) return;
  const vanishedFolders = foldersOfOnly(context, source, vanishedSongs);
  settleVanished(context, { ...source, vanishedSongs, vanishedFolders, keysToSettle: new Map() });
};
