import type { Stretch } from '../item-list/layout.ts';

/** Rows of covers shown before all are asked for. */
const coverRows = 2;

/**
 * Results in their groups: folders and albums, then songs. While `folderCount` is not known (null),
 * the list begins with folders and shows nothing beyond its first rows of covers.
 */
export function resultStretches(results: {
  readonly total: number;
  readonly folderCount: number | null;
  readonly isExpanded: boolean;
}): readonly Stretch[] {
  const { total, isExpanded } = results;
  const folderCount = results.folderCount ?? total;
  const songCount = total - folderCount;
  const stretches: Stretch[] = [];
  if (folderCount > 0) {
    stretches.push({ key: 'folders-heading', kind: 'heading', itemCount: 0 });
    const isWhole = isExpanded && results.folderCount !== null;
    stretches.push({
      key: 'folders',
      kind: 'cards',
      itemCount: folderCount,
      ...(!isWhole && { rowLimit: coverRows }),
    });
  }
  if (songCount > 0) {
    stretches.push({ key: 'songs-heading', kind: 'heading', itemCount: 0 });
    stretches.push({ key: 'songs', kind: 'rows', itemCount: songCount });
  }
  return stretches;
}
