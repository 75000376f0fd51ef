import type { AwayReason } from '@tonearm/contract';
import type { ModelRules } from '../../library/model/model-settings.ts';
import { type Library, metaKeys } from '../../library/write/library.ts';
import type { Loss } from '../../library/write/library-sources-store.ts';
import type { SourceTreeStore } from '../../library/write/source-tree-store.ts';
import type { BucketAccess, BucketClient } from '../../platform/bucket/bucket-client.ts';
import { readerVersion } from '../tags/index.ts';
import { listBuckets, type ScanBuckets } from './buckets/scan-buckets.ts';
import { applyCorrections, createCorrectTags } from './model/apply-corrections.ts';
import { noteModelRules } from './model/model-rules.ts';
import { createTakeIn } from './model/take-in.ts';
import type { TagReaders } from './reading/tag-readers.ts';
import { findRetries } from './retries.ts';
import type { FirstSeenNotes, ScanContext, ScanCounts, SourceScan } from './scan-context.ts';
import type { ScanRequest, ScanResult } from './scan-messages.ts';
import { type PresentSource, startsOf } from './scan-starts.ts';
import { followMoves, lastSettled } from './settle/follow-moves.ts';
import { settleNewcomers } from './settle/newcomers.ts';
import { dropMissing, lossOf, settleVanished, spreadVanished } from './settle/settle-source.ts';
import { createFolderVisitor } from './walk/folder-visits.ts';
import { createLinks } from './walk/links.ts';
import { createHostFolders } from './walk/song-folders.ts';
import { type SyncedSource, syncSources } from './walk/source-sync.ts';
import { walkFolders } from './walk/walk-folders.ts';
import type { PicturePattern } from './write/folder-picture.ts';
import { createFolderRefresh } from './write/folder-refresh.ts';
import { applyFolderRules, noteFolderRules } from './write/folder-rules.ts';
import { createReadQueue } from './write/read-queue.ts';
import { createSongWriter } from './write/song-writer.ts';

/** What a scan works with. */
export interface ScanDeps {
  readonly library: Library;
  readonly tree: SourceTreeStore;
  readonly readers: TagReaders;
  readonly openBucket: (access: BucketAccess) => BucketClient;
  readonly firstSeen: FirstSeenNotes;
  readonly isPicture: PicturePattern;
  readonly nowSeconds: number;
  readonly counts: ScanCounts;
  readonly rules: Pick<ModelRules, 'corrector'>;
  isCancelled(): boolean;
}

const whyAway = (
  source: SyncedSource,
  songsBefore: number,
  { context, buckets }: { context: ScanContext; buckets: ScanBuckets },
): AwayReason | null => {
  const listed = buckets.stateOf(source);
  if (listed !== null && listed !== 'listed') return listed;
  const root = context.folders.read(source.realPath);
  if (root.kind === 'gone') return 'folder_missing';
  if (root.kind === 'unknown') return root.reason;
  if (root.kind === 'ignored') return 'folder_kept_out';
  const isEmpty = root.songs.length + root.folders.length + root.unknown.length === 0;
  if (!isEmpty || songsBefore === 0) return null;
  return listed === null ? 'folder_empty' : 'bucket_empty';
};

const scanOf = (
  source: SyncedSource,
  { library, tree }: Pick<ScanDeps, 'library' | 'tree'>,
  request: ScanRequest,
): SourceScan => {
  const { songs } = library;
  const newcomers = tree.newcomers(source.id);
  // Where it is away now, what a scan that was stopped has found since the last whole one came with another disk.
  const unsettled = source.isScanned ? tree.freshIds(source.id, lastSettled(library)) : [];
  const present = newcomers.filter(({ isMissing }) => isMissing === 0).length + unsettled.length;
  return {
    id: source.id,
    name: source.name,
    isFirstScan: !source.isScanned,
    rootId: source.rootId,
    songsBefore: tree.songCount(source.id) - present,
    missingBefore: songs.missingCount(source.id),
    newcomers: new Set([...newcomers.map(({ id }) => id), ...unsettled]),
    vanishedSongs: new Set(),
    vanishedFolders: new Set(),
    keysToSettle: new Map(),
    staysAway: source.state === 'away' && request.folders !== null,
    rereads: false,
    isForgotten: request.forget.includes(source.name),
  };
};

/** Everything of a source that is away for good counts as vanished. */
const vanishWhole = ({ library }: ScanContext, source: SourceScan): void => {
  // Its folder stays known, and may be back as it was: what lies in it is to be read again then.
  library.directories.setEntriesKey(source.rootId, null);
  for (const child of library.directories.children(source.rootId)) source.vanishedFolders.add(child.id);
  for (const song of library.songs.presentIds(source.rootId)) source.vanishedSongs.add(song);
};

/** Marks a source as away, which it may be already. Call inside a batch. */
const markAway = ({ library, counts, nowSeconds }: ScanContext, source: SourceScan, loss: Loss): void => {
  if (!library.sources.markAway(source.id, loss, nowSeconds)) return;
  counts.foldersChanged += 1;
};

const noteScanned = ({ library }: ScanContext, { id, isFirstScan }: SourceScan): void => {
  if (!isFirstScan) return;
  library.batch.begin(1);
  library.sources.markScanned(id);
};

/** Songs of a source that are there, or were a moment ago, without those that came while it is away. */
const settledCount = (
  tree: SourceTreeStore,
  { id }: SourceScan,
  { after, stayed }: { after: number; stayed: readonly number[] },
): number => {
  const newcomers = tree.newcomers(id).filter(({ isMissing }) => isMissing === 0).length;
  const moved = new Set(stayed);
  return tree.songCount(id) - newcomers - tree.freshIds(id, after).filter((song) => !moved.has(song)).length;
};

const settle = (
  context: ScanContext,
  { present, gone }: { present: readonly PresentSource[]; gone: readonly SourceScan[] },
  { tree, isWhole }: { tree: SourceTreeStore; isWhole: boolean },
): void => {
  const { library } = context;
  const { sources, batch } = library;
  const scanned = [...present.map(({ scan }) => scan), ...gone];
  for (const source of scanned) spreadVanished(context, source);
  const stayed = [...followMoves(context, scanned)];
  for (const { scan } of present) {
    if (isWhole && !scan.staysAway) noteScanned(context, scan);
    const loss = lossOf(context, scan, () =>
      settledCount(tree, scan, { after: lastSettled(library), stayed }),
    );
    const gone = scan.vanishedSongs.size;
    batch.begin(1);
    if (scan.staysAway || loss !== null) tree.addNewcomers(scan.id, lastSettled(library), stayed);
    if (scan.staysAway) continue;
    if (loss !== null) {
      markAway(context, scan, loss);
      settleNewcomers(context, scan);
      continue;
    }
    if (isWhole && sources.markAvailable(scan.id, gone)) {
      tree.clearNewcomers(scan.id);
      context.counts.foldersChanged += 1;
    } else if (gone > 0) sources.askAgain(scan.id);
    settleVanished(context, scan);
    if (scan.isForgotten) dropMissing(context, tree.missingSongIds(scan.id));
  }
};

const noteEnd = ({ library }: ScanContext, isWhole: boolean): void => {
  library.batch.begin(1);
  library.sources.setMeta(metaKeys.lastSettledSongId, String(library.songs.lastId()));
  if (isWhole) {
    library.sources.setMeta(metaKeys.isScanned, '1');
    for (const { id, state } of library.sources.all())
      if (state === 'available') library.sources.setMeta(metaKeys.readBy(id), readerVersion());
  }
  library.batch.commit();
};

/**
 * Whether files that did not change are to be read because readers before these found less in them. A scan of
 * everything begins and ends that; one that is stopped is gone on with, a folder at a time.
 */
const isReread = (
  { library }: ScanContext,
  source: SyncedSource,
  { tree, isWhole }: { tree: SourceTreeStore; isWhole: boolean },
): boolean => {
  const { sources, batch } = library;
  const version = readerVersion();
  if (sources.meta(metaKeys.readBy(source.id)) === version) return false;
  if (sources.meta(metaKeys.rereadBy(source.id)) === version) return true;
  if (!isWhole) return false;
  batch.begin(1);
  tree.forgetEntries(source.id);
  sources.setMeta(metaKeys.rereadBy(source.id), version);
  return true;
};

/** Splits the sources into those that are there, which will be scanned, and those that are away. */
const openSources = (
  context: ScanContext,
  { deps, buckets }: { deps: ScanDeps; buckets: ScanBuckets },
  request: ScanRequest,
) => {
  const { batch } = context.library;
  const present: PresentSource[] = [];
  const gone: SourceScan[] = [];
  for (const source of syncSources({ ...deps }, request.sources)) {
    if (!buckets.isAsked(source)) continue;
    const scan = scanOf(source, deps, request);
    // Of one that was there until now, what a stopped scan has found counts as well.
    const songsBefore = source.state === 'away' ? scan.songsBefore : deps.tree.songCount(source.id);
    const reason = whyAway(source, songsBefore, { context, buckets });
    if (reason === null) {
      const rereads = isReread(context, source, { tree: deps.tree, isWhole: request.folders === null });
      present.push({ source, scan: { ...scan, rereads } });
      continue;
    }
    batch.begin(1);
    markAway(context, scan, { reason, counts: null });
    if (scan.isForgotten) {
      vanishWhole(context, scan);
      gone.push(scan);
    }
  }
  batch.commit();
  return { present, gone };
};

const forgetGone = (context: ScanContext, tree: SourceTreeStore, gone: readonly SourceScan[]): void => {
  for (const source of gone) {
    settleVanished(context, source);
    dropMissing(context, tree.missingSongIds(source.id));
  }
};

/**
 * Scans once: walks, compares, reads what changed, writes in batches, and at the end settles what is gone
 * or moved. What is written stays written when it is cancelled or fails; the next scan goes on from there.
 */
export const runScan = async (deps: ScanDeps, request: ScanRequest): Promise<ScanResult> => {
  const { library, counts } = deps;
  const links = createLinks({
    sources: request.sources.map(({ realPath }) => realPath),
    followsOutside: request.followsLinksOutside,
  });
  const refresh = createFolderRefresh(library, deps.isPicture);
  const retries = findRetries(library.files, request.retry, deps.nowSeconds * 1000);
  const takeIn = createTakeIn(library);
  const correct = createCorrectTags(library, deps.rules.corrector);
  const hostFolders = createHostFolders(links.mayFollow);
  const buckets = await listBuckets(request, { ...deps, folders: hostFolders });
  const { folders, readers } = buckets;
  const context: ScanContext = { ...deps, links, folders, refresh, retries, takeIn, correct };
  const writer = createSongWriter(context);
  const queue = createReadQueue(context, { readers, writer });
  try {
    if (deps.isCancelled()) return 'cancelled';
    counts.phase = 'walk';
    noteFolderRules(library, request.albumArtPattern);
    noteModelRules(library, request.model);
    const { present, gone } = openSources(context, { deps, buckets }, request);
    const starts = startsOf(context, present, request.folders);
    await walkFolders(context, { visitor: createFolderVisitor(context), queue, readers, writer }, starts);
    counts.phase = 'read';
    await queue.until(0);
    // All is read: their memory is free before what is gone and who is on many songs take most of a large collection.
    await deps.readers.close();
    counts.phase = 'write';
    library.batch.commit();
    if (deps.isCancelled()) return 'cancelled';
    counts.phase = 'finish';
    const isWhole = request.folders === null;
    settle(context, { present, gone }, { tree: deps.tree, isWhole });
    forgetGone(context, deps.tree, gone);
    await applyFolderRules(context, request.albumArtPattern);
    if (deps.isCancelled()) return 'cancelled';
    if (!(await applyCorrections(context, request.corrections, deps.rules.corrector))) return 'cancelled';
    noteEnd(context, isWhole);
    // What is left of it is told by the database itself, and needs no end that was noted.
    await takeIn.rest(deps.isCancelled);
    return deps.isCancelled() ? 'cancelled' : 'completed';
  } catch (error) {
    library.batch.rollback();
    throw error;
  } finally {
    buckets.close();
    library.search.settle();
  }
};
