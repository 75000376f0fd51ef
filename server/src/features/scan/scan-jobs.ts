import { troubleAt } from '../../db/sqlite.ts';
import type { LibraryConnection } from '../../library/connection.ts';
import { defaultModelSettings, modelRules } from '../../library/model/model-settings.ts';
import type { SearchIndexWriter } from '../../library/search-index/search-index.ts';
import { createLibrary } from '../../library/write/create-library.ts';
import { type Library, metaKeys } from '../../library/write/library.ts';
import type { SongIds } from '../../library/write/model/give-ids.ts';
import { createSourceTreeStore } from '../../library/write/source-tree-store.ts';
import { isDamage } from '../../platform/storage-trouble.ts';
import { compileAlbumArtPattern } from '../../platform/text/album-art-pattern.ts';
import { openFirstSeen } from '../../state/first-seen.ts';
import { openKeptIds } from '../../state/song-ids.ts';
import type { TagReaders } from '../tags/index.ts';
import { createFirstSeenNotes } from './first-seen/first-seen.ts';
import { createSongIds } from './model/song-ids.ts';
import { runScan } from './scan.ts';
import type { FirstSeenNotes, ScanCounts } from './scan-context.ts';
import type { FromScanProcess, ScanRequest, ToScanProcess } from './scan-messages.ts';

interface ScanJobsDeps {
  readonly raw: LibraryConnection;
  readonly createSearch: (raw: LibraryConnection) => SearchIndexWriter;
  readonly statePath: string;
  readonly createReaders: () => TagReaders;
  /** How much is written before a commit is due. */
  readonly rowsPerBatch?: number;
  /** How many moves are told at once. */
  readonly movesAtOnce?: number;
  isCancelled(): boolean;
  tell(message: FromScanProcess): void;
  /** Called before each commit. */
  beforeCommit(): void;
  /** Closes everything. */
  end(): void;
}

/** Takes messages one after another, in order. */
export interface ScanJobs {
  take(message: ToScanProcess): void;
}

/** How often progress and changes are told, in milliseconds. */
const tellEveryMs = 250;

/** Moves of one message, unless they hang together. */
const manyMoves = 1000;

const newCounts = (): ScanCounts => ({
  phase: 'walk',
  filesFound: 0,
  filesToRead: 0,
  filesRead: 0,
  foldersChanged: 0,
  currentFolder: null,
});

/** The scan process's work, apart from being a process. */
export const createScanJobs = (deps: ScanJobsDeps): ScanJobs => {
  const { raw, tell } = deps;
  let firstSeen: FirstSeenNotes | null = null;
  let untoldRevision: number | null = null;
  let rules = modelRules(defaultModelSettings);
  let songIds: SongIds | null = null;
  const library: Library = createLibrary({
    raw,
    search: deps.createSearch(raw),
    rowsPerBatch: deps.rowsPerBatch,
    rules: () => rules,
    songIds: () => {
      if (songIds === null) throw new Error('Songs are taken in while a scan runs.');
      return songIds;
    },
    beforeCommit: deps.beforeCommit,
    onCommit: (revision) => {
      firstSeen?.flush();
      untoldRevision = revision;
    },
  });
  const tree = createSourceTreeStore(raw);

  const tellProgress = (counts: ScanCounts): void => {
    const { foldersChanged: _, ...progress } = counts;
    tell({ kind: 'progress', progress: { ...progress, problemCount: library.files.problemCount() } });
    if (untoldRevision !== null) tell({ kind: 'changed', revision: untoldRevision });
    untoldRevision = null;
  };

  /** A damaged library is told of by the scan that meets it, not by who counts along. */
  const tellUndamaged = (counts: ScanCounts): void => {
    try {
      tellProgress(counts);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  };

  const scan = async (request: ScanRequest): Promise<void> => {
    const counts = newCounts();
    const nowSeconds = Math.floor(Date.now() / 1000);
    const reader = openFirstSeen(deps.statePath);
    const notes = createFirstSeenNotes({
      reader,
      handOn: (batch) => tell({ kind: 'first-seen', batch }),
    });
    firstSeen = notes;
    const kept = openKeptIds(deps.statePath);
    songIds = createSongIds(kept);
    rules = modelRules(request.model, request.corrections);
    const readers = deps.createReaders();
    const timer = setInterval(() => tellUndamaged(counts), tellEveryMs);
    const isPicture = compileAlbumArtPattern(request.albumArtPattern);
    const { isCancelled } = deps;
    try {
      const result = await runScan(
        { library, tree, readers, firstSeen: notes, isPicture, nowSeconds, counts, isCancelled, rules },
        request,
      );
      raw.pragma('optimize');
      tellProgress(counts);
      tellMoves();
      const areFoldersChanged = counts.foldersChanged > 0;
      tell({ kind: 'ended', result, error: null, trouble: null, areFoldersChanged });
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (isDamage(error)) tell({ kind: 'damaged', error: text });
      else tellProgress(counts);
      const trouble = troubleAt(error, raw.name);
      tell({ kind: 'ended', result: 'failed', error: text, trouble, areFoldersChanged: true });
    } finally {
      clearInterval(timer);
      await readers.close();
      reader.close();
      firstSeen = null;
      kept.close();
      songIds = null;
    }
  };

  /** A small change outside a scan. */
  const change = (work: () => void): void => {
    library.batch.begin(1);
    work();
    library.batch.commit();
    if (untoldRevision !== null) tell({ kind: 'changed', revision: untoldRevision });
    untoldRevision = null;
  };

  const tellMoves = (): void => {
    if (library.moves.isEmpty()) return;
    // On the disk before it is told: after a power cut, numbers that were followed would be given again.
    raw.pragma('synchronous = FULL');
    change(() => library.moves.arrange());
    raw.pragma('synchronous = NORMAL');
    const identity = library.sources.meta(metaKeys.identity) ?? '';
    const moves = library.moves.pending(deps.movesAtOnce ?? manyMoves);
    const isLast = !library.moves.hasAfter(moves.at(-1)?.id ?? 0);
    tell({ kind: 'moves', told: { library: identity, moves }, isLast });
  };

  const work = async (message: ToScanProcess): Promise<void> => {
    switch (message.kind) {
      case 'scan':
        return scan(message.request);
      case 'keep': {
        const source = library.sources.all().find(({ name }) => name === message.source);
        if (source !== undefined) change(() => library.sources.setKept(source.id));
        return;
      }
      case 'colors':
        library.batch.begin(message.colors.size);
        for (const [id, color] of message.colors) library.directories.setColor(id, color);
        library.batch.commit();
        // No list is told to look again.
        untoldRevision = null;
        return;
      case 'cancel':
        return;
      case 'moves-followed':
        // Those of a library that was made anew since then have other numbers.
        if (message.identity !== (library.sources.meta(metaKeys.identity) ?? '')) return;
        change(() => library.moves.acknowledge(message.lastId));
        return tellMoves();
      case 'stop':
        library.batch.commit();
        raw.pragma('wal_checkpoint(TRUNCATE)');
        return deps.end();
    }
  };

  let last: Promise<void> = Promise.resolve();
  return {
    take: (message) => {
      // Any other error here is a bug or a full disk: it ends the process, and the answering one starts another.
      last = last
        .then(() => work(message))
        .catch((error: unknown) => {
          if (!isDamage(error)) throw error;
          library.batch.rollback();
          tell({ kind: 'damaged', error: error.stack ?? error.message });
        });
    },
  };
};
