import type { ReadRow } from '../reading/read-batch.ts';
import type { ReadFolder } from '../reading/read-folders.ts';
import type { ScanContext } from '../scan-context.ts';
import { restoreSong } from '../write/song-returns.ts';
import { type FileToRead, type FolderJob, noteEntries } from '../write/song-writer.ts';
import { folderDate } from './folder-date.ts';
import { type FolderPlan, type KnownFolder, planFolder } from './folder-plan.ts';
import {
  createFolderMaker,
  dropProblem,
  type FolderMaker,
  noteUnknownFolder,
  putProblem,
  restoreFolder,
} from './folder-row.ts';
import type { FolderVisit } from './folder-visit.ts';
import { visitsBelow } from './folders-below.ts';
import type { FolderListing } from './read-folder.ts';
import { type WholeFolder, wholeFolder } from './whole-folder.ts';

/** What came of a visit. */
interface VisitResult {
  readonly folders: readonly FolderVisit[];
  /** Files to read, with the job that gathers them; null when there are none. */
  readonly work: {
    readonly job: FolderJob;
    readonly files: readonly FileToRead[];
    /** When each was added; null where that is told when it is written. */
    readonly dates: readonly number[] | null;
  } | null;
}

/** Looks into folders and takes into the library what needs no reading. */
export interface FolderVisitor {
  visit(visit: FolderVisit): VisitResult;
  /**
   * Takes a folder in that is new and was looked into, and of which all was read: what there is to write of its songs
   * is to be written before anything is waited for.
   */
  take(visit: FolderVisit, found: ReadFolder): VisitResult;
}

const nothing: VisitResult = { folders: [], work: null };

const noRows: readonly ReadRow[] = [];

interface Visiting {
  readonly context: ScanContext;
  readonly maker: FolderMaker;
}

/** Makes the visitor of one scan. */
export const createFolderVisitor = (context: ScanContext): FolderVisitor => {
  const { counts, library, folders } = context;
  const visiting = { context, maker: createFolderMaker(context) };
  /** Folders that were looked into: one that is asked for may also lie in another that is. */
  const visited = new Set<number>();
  const note = (visit: FolderVisit, listing: FolderListing): void => {
    counts.filesFound += listing.songs.length;
    counts.currentFolder = visit.virtualPath;
  };
  return {
    take: (visit, found) => {
      note(visit, found.listing);
      return takeIn(visiting, visit, found);
    },
    visit: (visit) => {
      if (visit.id !== null && visited.has(visit.id)) return nothing;
      if (visit.id !== null) visited.add(visit.id);
      const listing = folders.read(visit.realPath);
      if (listing.kind === 'unknown') {
        noteUnknownFolder(library, visit, listing.reason);
        return nothing;
      }
      if (listing.kind !== 'listed') {
        if (visit.id !== null && !visit.isMissing) visit.source.vanishedFolders.add(visit.id);
        return nothing;
      }
      note(visit, listing);
      const isUnchanged =
        visit.id !== null &&
        !visit.isMissing &&
        visit.entriesKey === listing.entriesKey &&
        listing.unknown.length === 0 &&
        !context.retries.isIn(visit.id);
      if (visit.id === null || !isUnchanged) return takeIn(visiting, visit, { listing, rows: noRows });
      return { folders: visitsBelow(context, visit, { listing, id: visit.id }), work: null };
    },
  };
};

/** Takes what needs no reading into the library, and notes what is to be read. */
const takeIn = (
  { context, maker }: Visiting,
  visit: FolderVisit,
  { listing, rows }: ReadFolder,
): VisitResult => {
  const { counts, library, refresh } = context;
  const { batch, directories } = library;
  batch.begin(1 + listing.pictures.length);
  dropProblem(library, visit);
  const enteredAt = enteredAtOf(context, visit, listing);
  const whole = wholeFolder(context, visit, { listing, rows, enteredAt });
  const id = visit.id ?? maker.create(visit, enteredAt, whole?.details);
  if (visit.id !== null) restoreFolder(context, visit, id);
  const isKnown = visit.id !== null;
  const known = isKnown ? knownFolder(context, visit, id) : nothingKnown;
  const plan = planFolder(listing, known, visit.source.rereads && visit.entriesKey === null);
  applyPlan(context, { visit, id, plan });
  for (const { name, reason } of listing.unknown) putProblem(library, { directoryId: id, name }, reason);
  for (const name of listing.notFiles) putProblem(library, { directoryId: id, name }, 'not_a_file');
  const job = jobFor(visit, id, { listing, plan, enteredAt, whole });
  // Until all is taken in, the folder may come back as it was: what was taken in has to be looked at then.
  if (isKnown && (job.left > 0 || job.hasVanished || !job.isSettled)) directories.setEntriesKey(id, null);
  // A scan that was stopped may have written some songs of a large folder and counted none.
  const mayBeInParts = isKnown && visit.entriesKey === null && job.left === 0;
  if (plan.returned.length > 0 || mayBeInParts) refresh.songs(id, null);
  const arePicturesChanged = plan.changedPictures.length + plan.goneNames.pictures.length > 0;
  // A folder whose songs are about to be read gets its picture then, with theirs in view.
  if (arePicturesChanged && isKnown) refresh.pictures(id);
  // Also one without any of its own, which may have that of the folder around it.
  else if (!isKnown && job.left === 0 && whole === null) refresh.ownPicture(id);
  if (job.left === 0 && job.isSettled && whole === null) noteEntries(library, job);
  counts.filesToRead += job.left;
  const folders = visitsBelow(context, visit, { listing, id });
  const work = job.left === 0 ? null : { job, files: plan.toRead, dates: whole?.dates ?? null };
  // A folder that says already what its songs are is never seen without them.
  if (work === null || whole === null) batch.commitIfDue();
  return { folders, work };
};

/** When what is new in a folder entered the collection. */
const enteredAtOf = (
  { nowSeconds, folders }: Pick<ScanContext, 'nowSeconds' | 'folders'>,
  { source, realPath }: FolderVisit,
  { times }: FolderListing,
): number => {
  if (!source.isFirstScan) return nowSeconds;
  return times === undefined ? folders.dateOf(realPath, nowSeconds) : folderDate(times, nowSeconds);
};

const nothingKnown: KnownFolder = { songs: [], pictures: [], problems: [], folders: [] };

/** What the library knows of a folder. */
const knownFolder = (
  { library: { directories, files, songs }, retries }: Pick<ScanContext, 'library' | 'retries'>,
  { virtualPath }: FolderVisit,
  id: number,
): KnownFolder => ({
  songs: songs.inDirectory(id),
  pictures: files.pictures(id),
  problems: files.problems(id).map((problem) => ({
    ...problem,
    isDue: retries.isDue(`${virtualPath}/${problem.name}`, problem),
  })),
  folders: directories.children(id),
});

/** Takes in what needs no reading. */
const applyPlan = (
  { library }: Pick<ScanContext, 'library'>,
  { visit, id, plan }: { readonly visit: FolderVisit; readonly id: number; readonly plan: FolderPlan },
): void => {
  const { files } = library;
  for (const song of plan.returned) restoreSong(library, song, visit.virtualPath);
  for (const song of plan.vanishedSongs) visit.source.vanishedSongs.add(song);
  for (const folder of plan.vanishedFolders) visit.source.vanishedFolders.add(folder);
  for (const name of plan.goneNames.problems) files.removeProblem(id, name);
  for (const name of plan.goneNames.pictures) files.removePicture(id, name);
  for (const picture of plan.changedPictures) files.putPicture(id, picture);
};

const jobFor = (
  visit: FolderVisit,
  id: number,
  made: { listing: FolderListing; plan: FolderPlan; enteredAt: number; whole: WholeFolder | null },
): FolderJob => ({
  source: visit.source,
  directoryId: id,
  virtualPath: visit.virtualPath,
  entriesKey: made.listing.entriesKey,
  enteredAt: made.enteredAt,
  hasOtherSongs: made.plan.hasOtherSongs,
  isSummedUp: made.whole !== null,
  isSettled: made.listing.unknown.length === 0,
  hasVanished: made.plan.vanishedSongs.length + made.plan.vanishedFolders.length > 0,
  left: made.plan.toRead.length,
  done: [],
  isInParts: false,
});
