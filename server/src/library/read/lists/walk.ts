import type { JsonRun } from '../library-reading.ts';
import type { ListPage } from '../list-page.ts';
import { longWire, songJson } from '../wire.ts';
import type { ListsStore, WalkedDirectory } from './lists-store.ts';
import { type Given, songPieces } from './song-pieces.ts';

/** A stretch of the walk through all folders: one folder and everything below it. */
export interface WalkRange {
  /** Walk key of the folder. */
  readonly from: Buffer;
  /** First walk key behind the range. */
  readonly end: Buffer;
  /** Songs in it. */
  readonly songCount: number;
}

/** Folders whose counts are added up at once when an offset is looked for. */
const blockLength = 1_000;
/** Folders read at once. */
const foldersAtOnce = 100;
/** Songs of whole folders read at once, as bytes: some hundred kilobytes in a millisecond or two. */
const songsInPiece = 500;

/** The least key greater than a key. */
const behind = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);

/**
 * Where in a range an offset is: the key of the folder to begin at, and songs to leave out from there. A deep
 * one passes many folders, so after each block others get their turn: runs of nothing are given.
 */
function* seek(
  store: ListsStore,
  range: WalkRange,
  offset: number,
): Generator<string[], { from: Buffer; skip: number }> {
  let from = range.from;
  let skip = offset;
  while (skip > 0) {
    const block = store.walkBlock(from, range.end, blockLength);
    if (block === undefined || block.last_key === null || (block.song_count ?? 0) > skip) break;
    skip -= block.song_count ?? 0;
    from = behind(block.last_key);
    yield [];
  }
  return { from, skip };
}

function* foldersOf(store: ListsStore, range: WalkRange, start: Buffer): Generator<WalkedDirectory> {
  for (let from = start; ; ) {
    const folders = store.walkFrom(from, range.end, foldersAtOnce);
    yield* folders;
    const last = folders.at(-1);
    if (last === undefined || folders.length < foldersAtOnce) return;
    from = behind(last.walk_key);
  }
}

const songsOf = (store: ListsStore, folder: WalkedDirectory, page: ListPage): Generator<JsonRun, Given> =>
  songPieces(page, {
    from: (limit, offset) => ({
      piece: store.walkedPieceFrom(folder.id, limit, offset),
      rows: () => store.walkedSongsFrom(folder.id, limit, offset),
    }),
    after: (key, limit) => ({
      piece: store.walkedPieceAfter(folder.id, key, limit),
      rows: () => store.walkedSongsAfter(folder.id, key, limit),
    }),
    json: (row) => songJson(row, folder),
  });

/** Folders whose songs are read in one piece, all of them. */
interface Piece {
  readonly folders: WalkedDirectory[];
  songCount: number;
}

const emptyPiece = (): Piece => ({ folders: [], songCount: 0 });

const addFolder = (piece: Piece, folder: WalkedDirectory): void => {
  piece.folders.push(folder);
  piece.songCount += folder.song_count;
};

function* oneByOne(
  store: ListsStore,
  { folders }: Pick<Piece, 'folders'>,
  page: ListPage,
): Generator<JsonRun, Given> {
  let songCount = 0;
  let { offset } = page;
  for (const folder of folders) {
    if (songCount >= page.limit) break;
    songCount += (yield* songsOf(store, folder, { offset, limit: page.limit - songCount })).songCount;
    offset = 0;
  }
  return { songCount };
}

function* inOnePiece(store: ListsStore, { folders }: Piece, limit: number): Generator<JsonRun, Given> {
  const [first, last] = [folders[0], folders.at(-1)];
  if (first === undefined || last === undefined) return { songCount: 0 };
  const songs = store.walkedSongsBetween(first.walk_key, last.walk_key);
  const songCount = songs?.song_count ?? 0;
  // More than there were a moment ago, or to be looked through each.
  if (songCount > limit || (songs?.longest ?? 0) > longWire)
    return yield* oneByOne(store, { folders }, { offset: 0, limit });
  if (songs?.json) yield songs.json;
  return { songCount };
}

/** Songs of a range, from an offset in it on: whole folders in pieces, of the first and the last what belongs to the page. */
function* walkRange(store: ListsStore, range: WalkRange, page: ListPage): Generator<JsonRun, Given> {
  const seeking = yield* seek(store, range, page.offset);
  let { skip } = seeking;
  let songCount = 0;
  let piece = emptyPiece();
  for (const folder of foldersOf(store, range, seeking.from)) {
    if (skip >= folder.song_count) {
      skip -= folder.song_count;
      continue;
    }
    if (songCount + piece.songCount >= page.limit) break;
    const isWhole = skip === 0 && folder.song_count <= songsInPiece;
    if (isWhole && piece.songCount + folder.song_count <= Math.min(songsInPiece, page.limit - songCount)) {
      addFolder(piece, folder);
      continue;
    }
    songCount += (yield* inOnePiece(store, piece, page.limit - songCount)).songCount;
    piece = emptyPiece();
    if (isWhole && folder.song_count <= page.limit - songCount) {
      addFolder(piece, folder);
      continue;
    }
    const part = { offset: skip, limit: page.limit - songCount };
    songCount += (yield* oneByOne(store, { folders: [folder] }, part)).songCount;
    skip = 0;
  }
  songCount += (yield* inOnePiece(store, piece, page.limit - songCount)).songCount;
  return { songCount };
}

/** Runs of songs of the ranges in the order in which a person walks the folders, as JSON. */
export function* walkSongs(
  store: ListsStore,
  ranges: readonly WalkRange[],
  page: ListPage,
): Generator<JsonRun> {
  let { limit, offset } = page;
  for (const range of ranges) {
    if (limit <= 0) return;
    if (offset >= range.songCount && offset > 0) {
      offset -= range.songCount;
      continue;
    }
    limit -= (yield* walkRange(store, range, { offset, limit })).songCount;
    offset = 0;
  }
}
