import type { JsonRun } from '../library-reading.ts';
import { countOnPage, type ListPage, rowRuns, runLength } from '../list-page.ts';
import { directoryJson, songJson } from '../wire.ts';
import type { FoundDirectory, ListsStore } from './lists-store.ts';
import { songPieces } from './song-pieces.ts';

/** What is in a folder: folders, then songs. */
export function* folderRuns(store: ListsStore, folder: FoundDirectory, page: ListPage): Generator<JsonRun> {
  const directories = rowRuns(
    page,
    (limit, offset) => store.childrenFrom(folder.id, limit, offset),
    (key, limit) => store.childrenAfter(folder.id, key, limit),
  );
  for (const run of directories) yield run.map((row) => `{"Directory":${directoryJson(row)}}`);
  const songPage = {
    offset: Math.max(0, page.offset - folder.child_count),
    limit: page.limit - countOnPage(folder.child_count, page),
  };
  yield* songPieces(songPage, {
    from: (limit, offset) => ({
      piece: store.songPieceFrom(folder.id, limit, offset),
      rows: () => store.songsFrom(folder.id, limit, offset),
    }),
    after: (key, limit) => ({
      piece: store.songPieceAfter(folder.id, key, limit),
      rows: () => store.songsAfter(folder.id, key, limit),
    }),
    json: (row) => `{"Song":${songJson(row, folder)}}`,
  });
}

/** Albums by their ids. */
export function* albumRuns(store: ListsStore, ids: readonly number[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += runLength) {
    yield store.albumsOf(ids.slice(at, at + runLength)).map(directoryJson);
  }
}

/** Albums, newest first. */
export function* newestRuns(store: ListsStore, page: ListPage): Generator<string[]> {
  for (let done = 0; done < page.limit; done += runLength) {
    const wanted = Math.min(runLength, page.limit - done);
    const albums = store.newestAlbums(wanted, page.offset + done);
    yield albums.map(directoryJson);
    if (albums.length < wanted) return;
  }
}
