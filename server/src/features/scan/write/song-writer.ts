import { modelRowOf } from '../../../library/model/song-facts.ts';
import type { FoundFile } from '../../../library/write/files-store.ts';
import type { Library } from '../../../library/write/library.ts';
import type { SongTrace } from '../../../library/write/songs-store.ts';
import { songWalkKey } from '../../../platform/text/walk-key.ts';
import { problemTerms } from '../../tags/index.ts';
import { type ReadRow, readingKinds } from '../reading/read-batch.ts';
import type { ScanContext, SourceScan } from '../scan-context.ts';
import { lastSettled } from '../settle/follow-moves.ts';
import { songDocument } from './song-document.ts';

/** Files of one folder that are to be read. */
export interface FolderJob {
  readonly source: SourceScan;
  readonly directoryId: number;
  readonly virtualPath: string;
  /** Digest the folder gets when all is taken in. */
  readonly entriesKey: number;
  /** Seconds since the epoch at which songs that are new to the collection entered it. */
  readonly enteredAt: number;
  /** Whether the folder has songs besides those to be read. */
  readonly hasOtherSongs: boolean;
  /** Whether the folder's row says already what it will show once all is taken in, and has its digest. */
  readonly isSummedUp: boolean;
  /** Whether all that is in it could be looked at. */
  isSettled: boolean;
  /** Whether something is not in it any more: its digest waits until that is settled. */
  readonly hasVanished: boolean;
  /** Files not yet read. */
  left: number;
  /** What was read and is not yet written. */
  done: ReadFileOfJob[];
  /** Whether some of it was written before the rest was read. */
  isInParts: boolean;
}

/** A file to read; `songId` is the row it has already, null when it is new. */
export interface FileToRead {
  readonly file: FoundFile;
  readonly songId: number | null;
}

/** A file that was read. */
interface ReadFileOfJob extends FileToRead {
  readonly row: ReadRow;
  /** When a new song was added, in seconds since the epoch; null where that is still to be told. */
  readonly addedAt: number | null;
}

/** Writes what was read of folders. */
export interface SongWriter {
  /** Takes what was read of one file; writes when the folder is complete, or much has gathered. */
  take(job: FolderJob, read: ReadFileOfJob): void;
}

/** Folders of more files than this are written in parts. */
export const rowsPerPart = 500;

const albumOfAll = (rows: readonly ReadFileOfJob[]): boolean => {
  const albums = new Set(rows.map(({ row }) => row.tags.album).filter((album) => album !== null));
  return albums.size === 1;
};

/** What is in a folder has been taken in, apart from what vanished. Call inside a batch. */
export const noteEntries = (library: Library, job: FolderJob): void => {
  if (job.hasVanished) job.source.keysToSettle.set(job.directoryId, job.entriesKey);
  else library.directories.setEntriesKey(job.directoryId, job.entriesKey);
};

const sameKey = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a !== null && b !== null && Buffer.compare(a, b) === 0;

const isOtherRecording = (before: SongTrace, { contentKey, soundKey }: ReadRow): boolean =>
  before.soundKey !== null && !sameKey(before.contentKey, contentKey) && !sameKey(before.soundKey, soundKey);

/** How a song stands in the library; its id for clients is null until it has one. */
type SongEntry = Pick<SongTrace, 'id' | 'addedAt' | 'publicId'> & { readonly isInAlbum: boolean };

/** The rows of songs that are there. */
const createSongRows = ({ library, correct, firstSeen, takeIn, rules }: ScanContext) => {
  const { songs, model, moves, search } = library;
  // Whether another song has it takes as long to ask as the index that tells it when the row is written. Corrections
  // go by ids: with any, it has to be known before.
  const idOf = rules.corrector.isEmpty ? model.likelyIdAt : model.idAt;
  // Whether a song is new is told by its number: those of songs that went are not given again before a scan has ended.
  let nextId = Math.max(songs.freeId(), lastSettled(library) + 1);

  /** What was read, with corrections, and as it was where they say otherwise. */
  const songOf = (job: FolderJob, { file, row }: ReadFileOfJob, entry: SongEntry) => {
    const { directoryId } = job;
    const { id, addedAt, isInAlbum } = entry;
    const tags = correct(row.tags, { publicId: entry.publicId, directoryId });
    const { discNumber, trackNumber } = tags;
    const walkKey = songWalkKey({ isInAlbum, nameKey: row.sortKey, discNumber, trackNumber });
    const asRead = tags === row.tags ? null : row.tags;
    const corrected = asRead === null ? row : { ...row, tags };
    const { name, realName } = file;
    return { id, directoryId, name, realName, walkKey, addedAt, row: corrected, asRead };
  };

  const putSearch = (job: FolderJob, { id, name, row }: ReturnType<typeof songOf>): void =>
    search.putSong(id, songDocument(job.virtualPath, { name, tags: row.tags }));

  const insert = (job: FolderJob, read: ReadFileOfJob, entry: Omit<SongEntry, 'id'>): void => {
    const path = `${job.virtualPath}/${read.file.name}`;
    const publicId = entry.publicId ?? idOf(path);
    const song = songOf(job, read, { ...entry, publicId, id: nextId });
    nextId += 1;
    songs.insert(song, {
      publicId,
      anotherId: () => model.idAt(path),
      albumId: model.enter(modelRowOf(song, song.row.tags)),
    });
    putSearch(job, song);
  };

  const update = (job: FolderJob, read: ReadFileOfJob, entry: SongEntry): void => {
    const song = songOf(job, read, entry);
    takeIn.changed();
    songs.update(song);
    putSearch(job, song);
  };

  return {
    /** Writes a changed file over its row, or, when another recording took its path, as a song of its own. */
    put: (job: FolderJob, read: ReadFileOfJob, isInAlbum: boolean): void => {
      const path = `${job.virtualPath}/${read.file.name}`;
      const before = read.songId === null ? null : songs.trace(read.songId);
      if (before === null) {
        const addedAt = read.addedAt ?? firstSeen.of(path, job.enteredAt);
        insert(job, read, { isInAlbum, publicId: null, addedAt });
      } else if (isOtherRecording(before, read.row)) {
        moves.addReplaced({ path, ...before });
        songs.remove(before.id);
        search.removeSong(before.id);
        // The id of the path stays there. What is kept for it may be out of date where the source has just been renamed.
        insert(job, read, { ...before, isInAlbum });
      } else {
        update(job, read, { ...before, isInAlbum });
      }
    },
  };
};

/** Makes the writer of one scan. */
export const createSongWriter = (context: ScanContext): SongWriter => {
  const { library, refresh } = context;
  const { songs, files, search, batch } = library;
  const rows = createSongRows(context);

  const writeProblem = (job: FolderJob, { file, row, songId }: ReadFileOfJob): void => {
    const reason = row.reason ?? 'reader_failed';
    const term = problemTerms[reason];
    const isPassing = term === 'passing';
    const nowMs = context.nowSeconds * 1000;
    const { name } = file;
    // What may pass matches no file, so that the next scan tries again.
    const { sizeBytes, mtimeUs } = isPassing ? { sizeBytes: 0, mtimeUs: 0 } : file;
    const triedAtMs = term === 'provisional' ? nowMs : null;
    files.putProblem({ directoryId: job.directoryId, name, reason, sizeBytes, mtimeUs, triedAtMs });
    if (isPassing) job.isSettled = false;
    // One that did not change and was to be read again still is.
    if (songId !== null) songs.forgetFile(songId, file.mtimeUs);
    // What was a song and cannot be read now is kept as missing: it may be half written.
    if (songId === null || term !== 'lasting') return;
    songs.markMissing(songId, nowMs);
    search.removeSong(songId);
  };

  const writeOne = (job: FolderJob, read: ReadFileOfJob, isInAlbum: boolean): void => {
    if (read.row.kind === readingKinds.gone) {
      job.isSettled = false;
      if (read.songId !== null) job.source.vanishedSongs.add(read.songId);
    } else if (read.row.kind === readingKinds.song) {
      files.removeProblem(job.directoryId, read.file.name);
      rows.put(job, read, isInAlbum);
    } else {
      writeProblem(job, read);
    }
  };

  const write = (job: FolderJob): void => {
    const isWhole = job.left === 0 && !job.isInParts && !job.hasOtherSongs;
    const isInAlbum = isWhole && albumOfAll(job.done.filter(({ row }) => row.kind === readingKinds.song));
    const count = job.done.length;
    batch.begin(count + 1);
    for (const read of job.done) writeOne(job, read, isInAlbum);
    job.done = [];
    if (job.left > 0) {
      job.isInParts = true;
    } else if (!job.isSummedUp) {
      refresh.songs(job.directoryId, isWhole ? isInAlbum : null);
      if (job.isSettled) noteEntries(library, job);
    }
    batch.commitIfDue();
  };

  return {
    take: (job, read) => {
      job.left -= 1;
      job.done.push(read);
      if (job.left === 0 || job.done.length >= rowsPerPart) write(job);
    },
  };
};
