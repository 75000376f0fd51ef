import { modelRowOf } from '../../../library/model/song-facts.ts';
import type { FoundFile } from '../../../library/write/files-store.ts';
import type { Library } from '../../../library/write/library.ts';
import { songWalkKey } from '../../../platform/text/walk-key.ts';
import { problemTerms, type ReadRow, readingKinds } from '../../tags/index.ts';
import type { ScanContext, SourceScan } from '../scan-context.ts';
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
}

/** Writes what was read of folders. */
export interface SongWriter {
  /** Takes what was read of one file; writes when the folder is complete, or much has gathered. */
  take(job: FolderJob, read: ReadFileOfJob): void;
}

/** Folders of more files than this are written in parts. */
const rowsPerPart = 500;

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

/** Makes the writer of one scan. */
export const createSongWriter = (context: ScanContext): SongWriter => {
  const { library, refresh, correct } = context;
  const { songs, files, model, moves, search, batch } = library;
  let nextId = songs.lastId() + 1;

  const putSearch = (job: FolderJob, id: number, { file, row }: ReadFileOfJob): void =>
    search.putSong(id, songDocument(job.virtualPath, { name: file.name, tags: row.tags }));

  /** What was read, with corrections, and as it was where they say otherwise. */
  const corrected = (
    directoryId: number,
    read: ReadFileOfJob,
    publicId: Uint8Array | null,
  ): { read: ReadFileOfJob; asRead: ReadRow['tags'] | null } => {
    const tags = correct(read.row.tags, { publicId, directoryId });
    if (tags === read.row.tags) return { read, asRead: null };
    return { read: { ...read, row: { ...read.row, tags } }, asRead: read.row.tags };
  };

  const insert = (
    job: FolderJob,
    found: ReadFileOfJob,
    entry: { isInAlbum: boolean; addedAt: number; publicId: Uint8Array | null },
  ): void => {
    const publicId = entry.publicId ?? model.idAt(`${job.virtualPath}/${found.file.name}`);
    const { read, asRead } = corrected(job.directoryId, found, publicId);
    const { file, row } = read;
    const id = nextId;
    nextId += 1;
    const walkKey = songWalkKey({ isInAlbum: entry.isInAlbum, nameKey: row.sortKey, ...row.tags });
    const { name, realName } = file;
    const { directoryId } = job;
    const albumId = model.enter(modelRowOf({ id, directoryId }, row.tags));
    songs.insert(
      { id, directoryId, name, realName, walkKey, addedAt: entry.addedAt, row, asRead },
      { publicId, albumId },
    );
    putSearch(job, id, read);
  };

  /** Writes a changed file over its row, or, when another recording took its path, as a song of its own. */
  const change = (job: FolderJob, found: ReadFileOfJob, isInAlbum: boolean): void => {
    const { file, songId } = found;
    const before = songId === null ? null : songs.trace(songId);
    if (before === null) {
      insertNew(job, found, isInAlbum);
      return;
    }
    const { contentKey, soundKey } = found.row;
    const isOther = !sameKey(before.contentKey, contentKey) && !sameKey(before.soundKey, soundKey);
    if (isOther && before.soundKey !== null) {
      moves.addReplaced({ path: `${job.virtualPath}/${file.name}`, ...before });
      songs.remove(before.id);
      search.removeSong(before.id);
      // The id of the path stays there. What is kept for it may be out of date where the source has just been renamed.
      insert(job, found, { isInAlbum, addedAt: before.addedAt, publicId: before.publicId });
      return;
    }
    const { read, asRead } = corrected(job.directoryId, found, before.publicId);
    const { row } = read;
    const walkKey = songWalkKey({ isInAlbum, nameKey: row.sortKey, ...row.tags });
    const { name, realName } = file;
    context.takeIn.changed();
    songs.update({
      id: before.id,
      directoryId: job.directoryId,
      name,
      realName,
      walkKey,
      addedAt: before.addedAt,
      row,
      asRead,
    });
    putSearch(job, before.id, read);
  };

  const insertNew = (job: FolderJob, read: ReadFileOfJob, isInAlbum: boolean): void =>
    insert(job, read, {
      isInAlbum,
      publicId: null,
      addedAt: context.firstSeen.of(`${job.virtualPath}/${read.file.name}`, job.enteredAt),
    });

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
    // What was a song and cannot be read now is kept as missing: it may be half written.
    if (songId === null || term !== 'lasting') return;
    songs.markMissing(songId, nowMs);
    search.removeSong(songId);
  };

  const writeOne = (job: FolderJob, read: ReadFileOfJob, isInAlbum: boolean): void => {
    if (read.row.kind === readingKinds.gone) {
      job.isSettled = false;
      if (read.songId !== null) job.source.vanishedSongs.add(read.songId);
      return;
    }
    if (read.row.kind !== readingKinds.song) {
      writeProblem(job, read);
      return;
    }
    files.removeProblem(job.directoryId, read.file.name);
    if (read.songId === null) insertNew(job, read, isInAlbum);
    else change(job, read, isInAlbum);
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
    } else {
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
