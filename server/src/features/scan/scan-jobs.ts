import { carryLogOver, optimize, setDurable } from '../../db/settings.ts';
import { troubleAt } from '../../db/sqlite.ts';
import type { LibraryConnection } from '../../library/connection.ts';
import type { Capture } from '../../library/feed/capture.ts';
import { defaultModelSettings, type ModelRules, modelRules } from '../../library/model/model-settings.ts';
import type { SearchIndexWriter } from '../../library/search-index/search-index.ts';
import { createLibrary } from '../../library/write/create-library.ts';
import { type Library, metaKeys } from '../../library/write/library.ts';
import { createSourceTreeStore } from '../../library/write/source-tree-store.ts';
import type { BucketAccess, BucketClient } from '../../platform/bucket/bucket-client.ts';
import { isDamage } from '../../platform/storage-trouble.ts';
import { compileAlbumArtPattern } from '../../platform/text/album-art-pattern.ts';
import { openScanReading } from '../../state/scan-reading.ts';
import { createFirstSeenNotes } from './first-seen/first-seen.ts';
import { createSongIds } from './model/song-ids.ts';
import type { TagReaders } from './reading/tag-readers.ts';
import { runScan } from './scan.ts';
import type { ScanCounts } from './scan-context.ts';
import type { FromScanProcess, ScanRequest, ToScanProcess } from './scan-messages.ts';

interface ScanJobsDeps {
  readonly raw: LibraryConnection;
  readonly createSearch: (raw: LibraryConnection) => SearchIndexWriter;
  /** Keeps what is written for processes that follow; absent where there are none. */
  readonly createCapture?: ((raw: LibraryConnection) => Capture) | undefined;
  readonly statePath: string;
  readonly createReaders: () => TagReaders;
  readonly openBucket: (access: BucketAccess) => BucketClient;
  /** How much is written before a commit is due. */
  readonly rowsPerBatch?: number;
  /** How many moves are told at once. */
  readonly movesAtOnce?: number;
  isCancelled(): boolean;
  tell(message: FromScanProcess): void;
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Called before each commit. */
  beforeCommit(): void;
  /** Gives memory back that is not needed any more. */
  giveBack?(): void;
  /** Closes everything. */
  end(): void;
}

/** Takes messages one after another, in order. */
export interface ScanJobs {
  take(message: ToScanProcess): void;
}

/** How often progress and changes are told, in milliseconds. */
const tellEveryMs = 250;

/** Files that leave memory behind which is worth being given back at once. */
const manyFilesRead = 5_000;

/** Moves of one message, unless they hang together. */
const manyMoves = 1000;

const newCounts = (): ScanCounts => ({
  phase: 'walk',
  filesFound: 0,
  filesToRead: 0,
  filesRead: 0,
  partWalked: 0,
  foldersChanged: 0,
  currentFolder: null,
});

/** What outlives the library; open while a scan runs. */
const openKept = ({ statePath, tell }: ScanJobsDeps) => {
  const reading = openScanReading(statePath);
  return {
    firstSeen: createFirstSeenNotes({
      reading,
      handOn: (batch) => tell({ kind: 'first-seen', batch }),
    }),
    songIds: createSongIds(reading),
    close: reading.close,
  };
};

/** What changes as scans come and go. */
interface Running {
  kept: ReturnType<typeof openKept> | null;
  rules: ModelRules;
  /** The library's, where it changed and that was not told: not each commit is. */
  untoldRevision: number | null;
}

const openJobs = (deps: ScanJobsDeps) => {
  const running: Running = { kept: null, rules: modelRules(defaultModelSettings), untoldRevision: null };
  const capture = deps.createCapture?.(deps.raw);
  const library: Library = createLibrary({
    ...deps,
    capture,
    search: deps.createSearch(deps.raw),
    rules: () => running.rules,
    songIds: () => {
      if (running.kept === null) throw new Error('Songs are taken in while a scan runs.');
      return running.kept.songIds;
    },
    onCommit: (revision) => {
      running.kept?.firstSeen.flush();
      running.untoldRevision = revision;
    },
  });
  return { deps, library, capture, tree: createSourceTreeStore(deps.raw), running };
};

type Jobs = ReturnType<typeof openJobs>;

const tellChanges = ({ deps, running }: Jobs): void => {
  if (running.untoldRevision !== null) deps.tell({ kind: 'changed', revision: running.untoldRevision });
  running.untoldRevision = null;
};

const tellProgress = (jobs: Jobs, { foldersChanged: _, ...counts }: ScanCounts): void => {
  const problemCount = jobs.library.files.problemCount();
  jobs.deps.tell({ kind: 'progress', progress: { ...counts, problemCount } });
  tellChanges(jobs);
};

/** A damaged library is told of by the scan that meets it, not by who counts along. */
const tellUndamaged = (jobs: Jobs, counts: ScanCounts): void => {
  try {
    tellProgress(jobs, counts);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
};

const scan = async (jobs: Jobs, request: ScanRequest): Promise<void> => {
  const { deps, library, tree, running } = jobs;
  const { raw, tell, isCancelled, openBucket } = deps;
  const counts = newCounts();
  const nowSeconds = Math.floor(Date.now() / 1000);
  const kept = openKept(deps);
  running.kept = kept;
  const rules = modelRules(request.model, request.corrections);
  running.rules = rules;
  const readers = deps.createReaders();
  const timer = setInterval(() => tellUndamaged(jobs, counts), tellEveryMs);
  const isPicture = compileAlbumArtPattern(request.albumArtPattern);
  const { firstSeen } = kept;
  try {
    const result = await runScan(
      {
        ...{ library, tree, readers, openBucket, firstSeen },
        isPicture,
        nowSeconds,
        counts,
        isCancelled,
        rules,
      },
      request,
    );
    // What a large scan took is free before the server begins what comes after it.
    await readers.close();
    optimize(raw);
    if (counts.filesRead >= manyFilesRead) deps.giveBack?.();
    tellProgress(jobs, counts);
    tellMoves(jobs);
    const areFoldersChanged = counts.foldersChanged > 0;
    tell({ kind: 'ended', result, error: null, trouble: null, areFoldersChanged });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (isDamage(error)) tell({ kind: 'damaged', error: text });
    else tellProgress(jobs, counts);
    const trouble = troubleAt(error, raw.name);
    tell({ kind: 'ended', result: 'failed', error: text, trouble, areFoldersChanged: true });
  } finally {
    clearInterval(timer);
    await readers.close();
    running.kept = null;
    kept.close();
  }
};

/** A small change outside a scan. */
const change = (jobs: Jobs, work: () => void): void => {
  jobs.library.batch.begin(1);
  work();
  jobs.library.batch.commit();
  tellChanges(jobs);
};

const identityOf = ({ sources }: Library): string => sources.meta(metaKeys.identity) ?? '';

const tellMoves = (jobs: Jobs): void => {
  const { deps, library } = jobs;
  if (library.moves.isEmpty()) return;
  // On the disk before it is told: after a power cut, numbers that were followed would be given again.
  setDurable(deps.raw, true);
  change(jobs, () => library.moves.arrange());
  setDurable(deps.raw, false);
  const moves = library.moves.pending(deps.movesAtOnce ?? manyMoves);
  const isLast = !library.moves.hasAfter(moves.at(-1)?.id ?? 0);
  deps.tell({ kind: 'moves', told: { library: identityOf(library), moves }, isLast });
};

/** The scan process's work, apart from being a process. */
export const createScanJobs = (deps: ScanJobsDeps): ScanJobs => {
  const jobs = openJobs(deps);
  const { library, capture, running } = jobs;

  const work = async (message: ToScanProcess): Promise<void> => {
    switch (message.kind) {
      case 'scan':
        return scan(jobs, message.request);
      case 'keep': {
        const source = library.sources.all().find(({ name }) => name === message.source);
        if (source !== undefined) change(jobs, () => library.sources.setKept(source.id));
        return;
      }
      case 'colors':
        library.batch.begin(message.colors.size, 'ornament');
        for (const [id, color] of message.colors) library.directories.setColor(id, color);
        library.batch.commit();
        // No list is told to look again.
        running.untoldRevision = null;
        return;
      case 'cancel':
        return;
      case 'published':
        return capture?.tidy();
      case 'moves-followed':
        // Those of a library that was made anew since then have other numbers.
        if (message.identity !== identityOf(library)) return;
        change(jobs, () => library.moves.acknowledge(message.lastId));
        return tellMoves(jobs);
      case 'stop':
        library.batch.commit();
        carryLogOver(deps.raw);
        return deps.end();
    }
  };

  let last: Promise<void> = Promise.resolve();
  return {
    take: (message) => {
      // Known to a scan that runs, too.
      if (message.kind === 'published') capture?.published(message.sequence);
      // Any other error here is a bug or a full disk: it ends the process, and the answering one starts another.
      last = last
        .then(() => work(message))
        .catch((error: unknown) => {
          if (!isDamage(error)) throw error;
          library.batch.rollback();
          deps.tell({ kind: 'damaged', error: error.stack ?? error.message });
        });
    },
  };
};
