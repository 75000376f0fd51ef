import type { DirectoryRow } from '../../../library/write/directories-store.ts';
import { joinReal } from '../../../platform/paths/real-path.ts';
import type { ScanContext } from '../scan-context.ts';
import type { FolderVisit } from './folder-visit.ts';
import type { FolderListing, FoundFolder } from './read-folder.ts';
import { isSameRealName } from './shown-names.ts';

type FoldersContext = Pick<ScanContext, 'library' | 'links'>;

/** Visits of the folders below; inside a folder that is looked into alone, only of those not known. */
export const visitsBelow = (
  context: FoldersContext,
  visit: FolderVisit,
  { listing, id }: { readonly listing: FolderListing; readonly id: number },
): FolderVisit[] => {
  if (listing.folders.length === 0) return [];
  const children = visit.id === null ? [] : context.library.directories.children(id);
  const rows = new Map(children.map((row) => [row.name, row]));
  const visits: FolderVisit[] = [];
  for (const folder of listing.folders) {
    const row = rows.get(folder.name) ?? null;
    const isOther = row !== null && renameReal(context, row, folder);
    if (!visit.isDeep && row !== null && !row.isMissing && row.entriesKey !== null && !isOther) continue;
    const child = childVisit(context, visit, folder, { parentId: id, row });
    if (child !== null) visits.push(child);
    // A folder became a link that leads in a circle: what was in it is not there any more.
    else if (row !== null && !row.isMissing) visit.source.vanishedFolders.add(row.id);
  }
  return visits;
};

/** Which of several folders a shown name stands for can change. @returns whether it did */
const renameReal = (
  { library: { batch, directories } }: FoldersContext,
  row: DirectoryRow,
  { realName }: FoundFolder,
): boolean => {
  if (isSameRealName(row.realName, realName)) return false;
  batch.begin(1);
  directories.setRealName(row.id, realName);
  return true;
};

/** Null when the folder is a link that is not to be followed. */
const childVisit = (
  { links }: FoldersContext,
  visit: FolderVisit,
  folder: FoundFolder,
  known: {
    readonly parentId: number;
    readonly row: Pick<FolderVisit, 'id' | 'entriesKey' | 'isMissing'> | null;
  },
): FolderVisit | null => {
  const realPath = joinReal(visit.realPath, folder.name, folder.realName);
  const chain = folder.isLink
    ? links.enter(realPath, visit.chain)
    : {
        ...visit.chain,
        realPath: joinReal(visit.chain.realPath, folder.name, folder.realName),
        parent: visit.chain,
      };
  if (chain === null) return null;
  return {
    source: visit.source,
    id: known.row?.id ?? null,
    parentId: known.parentId,
    name: folder.name,
    realName: folder.realName,
    virtualPath: `${visit.virtualPath}/${folder.name}`,
    realPath,
    chain,
    entriesKey: known.row?.entriesKey ?? null,
    isMissing: known.row?.isMissing ?? false,
    isDeep: true,
  };
};
