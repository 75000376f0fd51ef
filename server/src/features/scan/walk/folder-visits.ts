import type { ProblemReason } from '@tonearm/contract';
import type { DirectoryRow } from '../../../library/write/directories-store.ts';
import { joinReal, type RealPath } from '../../../platform/paths/real-path.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { walkKey } from '../../../platform/text/walk-key.ts';
import type { ScanContext, SourceScan } from '../scan-context.ts';
import { restoreSong } from '../write/song-returns.ts';
import { type FileToRead, type FolderJob, noteEntries } from '../write/song-writer.ts';
import { readFolderDate } from './folder-date.ts';
import { type FolderPlan, type KnownFolder, planFolder } from './folder-plan.ts';
import type { FolderChain } from './links.ts';
import { type FolderListing, type FoundFolder, readFolder } from './read-folder.ts';
import { isSameRealName } from './shown-names.ts';

/** A folder to look into. `id` is null when the library does not know it. */
export interface FolderVisit {
  readonly source: SourceScan;
  readonly id: number | null;
  readonly parentId: number | null;
  readonly name: string;
  readonly realName: Buffer | null;
  readonly virtualPath: string;
  /** The way that was walked, links not resolved. */
  readonly realPath: RealPath;
  readonly chain: FolderChain;
  readonly entriesKey: number | null;
  readonly isMissing: boolean;
  /** Whether folders in it that are known already are looked into as well. */
  readonly isDeep: boolean;
}

/** What came of a visit. */
interface VisitResult {
  readonly folders: readonly FolderVisit[];
  /** Files to read, with the job that gathers them; null when there are none. */
  readonly work: { readonly job: FolderJob; readonly files: readonly FileToRead[] } | null;
}

/** Looks into folders and takes into the library what needs no reading. */
export interface FolderVisitor {
  visit(visit: FolderVisit): VisitResult;
}

const nothing: VisitResult = { folders: [], work: null };

/** Makes the visitor of one scan. */
export const createFolderVisitor = (context: ScanContext): FolderVisitor => {
  const { library, links, refresh, counts } = context;
  const { directories, songs, files, search, batch } = library;
  /** Folders that were looked into: one that is asked for may also lie in another that is. */
  const visited = new Set<number>();

  /** When what is new in a folder entered the collection. */
  const enteredAtOf = ({ source, realPath }: FolderVisit): number =>
    source.isFirstScan ? readFolderDate(realPath, context.nowSeconds) : context.nowSeconds;

  const create = (visit: FolderVisit, addedAt: number): number => {
    const sortKey = naturalKey(visit.name);
    const parentKey = visit.parentId === null ? new Uint8Array() : directories.walkKey(visit.parentId);
    const id = directories.insert({
      sourceId: visit.source.id,
      parentId: visit.parentId,
      name: visit.name,
      realName: visit.realName,
      virtualPath: visit.virtualPath,
      sortKey,
      walkKey: walkKey(parentKey, sortKey),
      addedAt,
    });
    search.putDirectory(id, { virtualPath: visit.virtualPath });
    counts.foldersChanged += 1;
    return id;
  };

  const childVisit = (
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

  /** Which of several folders a shown name stands for can change. @returns whether it did */
  const renameReal = (row: DirectoryRow, { realName }: FoundFolder): boolean => {
    if (isSameRealName(row.realName, realName)) return false;
    batch.begin(1);
    directories.setRealName(row.id, realName);
    return true;
  };

  /** Visits of the folders below; inside a folder that is looked into alone, only of those not known. */
  const below = (visit: FolderVisit, listing: FolderListing, id: number): FolderVisit[] => {
    if (listing.folders.length === 0) return [];
    const rows = new Map(directories.children(id).map((row) => [row.name, row]));
    const visits: FolderVisit[] = [];
    for (const folder of listing.folders) {
      const row = rows.get(folder.name) ?? null;
      const isOther = row !== null && renameReal(row, folder);
      if (!visit.isDeep && row !== null && !row.isMissing && row.entriesKey !== null && !isOther) continue;
      const child = childVisit(visit, folder, { parentId: id, row });
      if (child !== null) visits.push(child);
    }
    return visits;
  };

  const restore = (visit: FolderVisit, id: number): void => {
    if (!visit.isMissing) return;
    directories.restore(id);
    counts.foldersChanged += 1;
    search.putDirectory(id, { virtualPath: visit.virtualPath });
  };

  const putProblem = (directoryId: number, name: string, reason: ProblemReason): void =>
    files.putProblem({ directoryId, name, reason, sizeBytes: 0, mtimeUs: 0, triedAtMs: null });

  /** Takes in what needs no reading. @returns whether the songs of the folder changed by it */
  const applyPlan = (visit: FolderVisit, id: number, plan: FolderPlan): boolean => {
    for (const song of plan.returned) restoreSong(library, song, visit.virtualPath);
    for (const song of plan.vanishedSongs) visit.source.vanishedSongs.add(song);
    for (const folder of plan.vanishedFolders) visit.source.vanishedFolders.add(folder);
    for (const name of plan.goneNames.problems) files.removeProblem(id, name);
    for (const name of plan.goneNames.pictures) files.removePicture(id, name);
    for (const picture of plan.changedPictures) files.putPicture(id, picture);
    return plan.returned.length > 0;
  };

  const jobFor = (
    visit: FolderVisit,
    id: number,
    made: { listing: FolderListing; plan: FolderPlan; enteredAt: number },
  ): FolderJob => ({
    source: visit.source,
    directoryId: id,
    virtualPath: visit.virtualPath,
    entriesKey: made.listing.entriesKey,
    enteredAt: made.enteredAt,
    hasOtherSongs: made.plan.hasOtherSongs,
    isSettled: made.listing.unknown.length === 0,
    hasVanished: made.plan.vanishedSongs.length + made.plan.vanishedFolders.length > 0,
    left: made.plan.toRead.length,
    done: [],
    isInParts: false,
  });

  /** A folder that could not be looked into stands in the report under its parent until it is known. */
  const dropProblem = ({ id, parentId, name }: FolderVisit): void => {
    if (id === null && parentId !== null) files.removeProblem(parentId, name);
  };

  const problemsOf = (visit: FolderVisit, id: number) =>
    files.problems(id).map((problem) => ({
      ...problem,
      isDue: context.retries.isDue(`${visit.virtualPath}/${problem.name}`, problem),
    }));

  const takeIn = (visit: FolderVisit, listing: FolderListing): VisitResult => {
    batch.begin(1 + listing.pictures.length);
    dropProblem(visit);
    const enteredAt = enteredAtOf(visit);
    const id = visit.id ?? create(visit, enteredAt);
    if (visit.id !== null) restore(visit, id);
    const isKnown = visit.id !== null;
    const known: KnownFolder = {
      songs: isKnown ? songs.inDirectory(id) : [],
      pictures: isKnown ? files.pictures(id) : [],
      problems: isKnown ? problemsOf(visit, id) : [],
      folders: isKnown ? directories.children(id) : [],
    };
    const plan = planFolder(listing, known, visit.source.rereads && visit.entriesKey === null);
    const areSongsChanged = applyPlan(visit, id, plan);
    for (const { name, reason } of listing.unknown) putProblem(id, name, reason);
    for (const name of listing.notFiles) putProblem(id, name, 'not_a_file');
    const arePicturesChanged = plan.changedPictures.length + plan.goneNames.pictures.length > 0;
    const job = jobFor(visit, id, { listing, plan, enteredAt });
    // Until all is taken in, the folder may come back as it was: what was taken in has to be looked at then.
    if (isKnown && (job.left > 0 || job.hasVanished || !job.isSettled)) directories.setEntriesKey(id, null);
    // A scan that was stopped may have written some songs of a large folder and counted none.
    const mayBeInParts = isKnown && visit.entriesKey === null && job.left === 0;
    if (areSongsChanged || mayBeInParts) refresh.songs(id, null);
    // A folder whose songs are about to be read gets its picture then, with theirs in view.
    if (arePicturesChanged && isKnown) refresh.pictures(id);
    else if (arePicturesChanged && job.left === 0) refresh.ownPicture(id);
    if (job.left === 0 && job.isSettled) noteEntries(library, job);
    counts.filesToRead += job.left;
    batch.commitIfDue();
    return { folders: below(visit, listing, id), work: job.left === 0 ? null : { job, files: plan.toRead } };
  };

  const noteUnknown = (visit: FolderVisit, reason: ProblemReason): void => {
    batch.begin(1);
    if (visit.id !== null) {
      putProblem(visit.id, '', reason);
      directories.setEntriesKey(visit.id, null);
    } else if (visit.parentId !== null) {
      putProblem(visit.parentId, visit.name, reason);
    }
  };

  return {
    visit: (visit) => {
      if (visit.id !== null && visited.has(visit.id)) return nothing;
      if (visit.id !== null) visited.add(visit.id);
      const listing = readFolder(visit.realPath, links.mayFollow);
      if (listing.kind === 'unknown') {
        noteUnknown(visit, listing.reason);
        return nothing;
      }
      if (listing.kind !== 'listed') {
        if (visit.id !== null && !visit.isMissing) visit.source.vanishedFolders.add(visit.id);
        return nothing;
      }
      counts.filesFound += listing.songs.length;
      counts.currentFolder = visit.virtualPath;
      const isUnchanged =
        visit.id !== null &&
        !visit.isMissing &&
        visit.entriesKey === listing.entriesKey &&
        listing.unknown.length === 0 &&
        !context.retries.isIn(visit.id);
      if (visit.id !== null && isUnchanged) return { folders: below(visit, listing, visit.id), work: null };
      return takeIn(visit, listing);
    },
  };
};
