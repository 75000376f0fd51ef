import type { ListPage } from './list-page.ts';
import type { ListsStore, WalkedDirectory } from './lists-store.ts';
import { songJson } from './wire.ts';

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
const foldersAtOnce = 50;
/** Songs read at once, and at least in a run before it is sent. */
const songsAtOnce = 250;

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

function* songsOf(store: ListsStore, folder: WalkedDirectory, page: ListPage): Generator<string[]> {
  let left = page.limit;
  for (let songs = store.walkedSongsFrom(folder.id, Math.min(songsAtOnce, left), page.offset); ; ) {
    const last = songs.at(-1);
    if (last === undefined) return;
    yield songs.map((song) => songJson(song, folder));
    left -= songs.length;
    if (left <= 0 || songs.length < songsAtOnce) return;
    songs = store.walkedSongsAfter(folder.id, last.key, Math.min(songsAtOnce, left));
  }
}

/** Runs of songs of the ranges in the order in which a person walks the folders, as JSON. */
export function* walkSongs(
  store: ListsStore,
  ranges: readonly WalkRange[],
  page: ListPage,
): Generator<string[]> {
  let { limit, offset } = page;
  let run: string[] = [];
  for (const range of ranges) {
    if (offset >= range.songCount && offset > 0) {
      offset -= range.songCount;
      continue;
    }
    let { from, skip } = yield* seek(store, range, offset);
    offset = 0;
    for (const folder of foldersOf(store, range, from)) {
      if (limit <= 0) break;
      if (skip >= folder.song_count) {
        skip -= folder.song_count;
        continue;
      }
      for (const songs of songsOf(store, folder, { offset: skip, limit })) {
        run = run.length === 0 ? songs : [...run, ...songs];
        limit -= songs.length;
        if (run.length < songsAtOnce) continue;
        yield run;
        run = [];
      }
      skip = 0;
    }
  }
  if (run.length > 0) yield run;
}
