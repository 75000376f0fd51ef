import type { Stretch } from '../../collection/item-list/layout.ts';

/** Rows of covers shown before all are asked for. */
const coverRows = 2;

/** Results in their groups: folders and albums, of which two rows show until all are asked for, then songs. */
export function resultStretches(results: {
  readonly total: number;
  readonly folderCount: number;
  readonly isExpanded: boolean;
}): readonly Stretch[] {
  const { total, folderCount, isExpanded } = results;
  const songCount = total - folderCount;
  const stretches: Stretch[] = [];
  if (folderCount > 0) {
    stretches.push({ key: 'folders-heading', kind: 'heading', itemCount: 0 });
    stretches.push({
      key: 'folders',
      kind: 'cards',
      itemCount: folderCount,
      rowLimit: coverRows,
      isExpanded,
    });
  }
  if (songCount > 0) {
    stretches.push({ key: 'songs-heading', kind: 'heading', itemCount: 0 });
    stretches.push({ key: 'songs', kind: 'rows', itemCount: songCount });
  }
  return stretches;
}
