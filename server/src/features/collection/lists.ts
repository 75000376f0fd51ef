import { createOneLibrary, type OneLibrary } from '../../library/one-library.ts';
import type { FoundDirectory, ListsStore } from '../../library/read/lists-store.ts';
import type { CollectionLookup } from '../../library/read/lookup.ts';
import { directoryJson, songJson } from '../../library/read/wire.ts';
import { AppError } from '../../platform/app-error.ts';
import { parseVirtualPath } from '../../platform/paths/virtual-path.ts';
import type { Around } from '../../platform/slices.ts';
import { walkKeyEnd } from '../../platform/text/walk-key.ts';
import type { JsonRuns } from './json-list.ts';
import { countOnPage, type ListPage, rowRuns, runLength } from './list-page.ts';
import { sampleAlbumIds } from './random-albums.ts';
import { walkSongs } from './walk.ts';

/** A part of a list as JSON, and how many entries the whole list has. */
export interface List {
  readonly total: number;
  /** How many of them are folders, where that is told: folders come first. */
  readonly directoryCount?: number;
  /** About how many entries `runs` gives. */
  readonly count: number;
  readonly runs: JsonRuns;
  /** What runs are read in, where reading several of them together costs less. */
  readonly around?: Around;
}

/** The lists of the collection. */
export interface Lists {
  /** @throws AppError source_not_found or folder_not_found */
  browse(path: string, page: ListPage): List;
  /** @throws AppError source_not_found or folder_not_found */
  flatten(path: string, page: ListPage): List;
  /** Albums, every one equally likely, none twice. */
  random(count: number): List;
  /** Albums, newest first. */
  recent(page: ListPage): List;
}

const notFound = (isSourceMissing: boolean): AppError =>
  isSourceMissing
    ? new AppError('source_not_found', 'There is no music source of this name.')
    : new AppError('folder_not_found', 'There is no such folder in the collection.');

/** Makes the lists from the store. */
export const createLists = (deps: {
  store: ListsStore;
  lookup: Pick<CollectionLookup, 'findSong'>;
  random: () => number;
  oneLibrary?: OneLibrary;
}): Lists => {
  const { store, oneLibrary = createOneLibrary() } = deps;

  /** The folder of a path; null for the root. */
  const folderAt = (path: string): FoundDirectory | null => {
    const parts = parseVirtualPath(path);
    if (parts === null) throw notFound(false);
    if (parts.length === 0) return null;
    const found = store.findDirectory(path);
    if (found === undefined) throw notFound(store.findDirectory(parts[0] ?? '') === undefined);
    return found;
  };

  const browseRoot = (page: ListPage): List => {
    const all = store.sources();
    const shown = all.slice(page.offset, page.offset + page.limit);
    const runs = [shown.map((row) => `{"Directory":${directoryJson(row)}}`)];
    return { total: all.length, count: shown.length, runs };
  };

  function* folderRuns(folder: FoundDirectory, page: ListPage): Generator<string[]> {
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
    const songs = rowRuns(
      songPage,
      (limit, offset) => store.songsFrom(folder.id, limit, offset),
      (key, limit) => store.songsAfter(folder.id, key, limit),
    );
    for (const run of songs) yield run.map((row) => `{"Song":${songJson(row, folder)}}`);
  }

  const songAlone = (path: string, page: ListPage): List | null => {
    const song = deps.lookup.findSong(path);
    if (song === null) return null;
    const shown = [JSON.stringify(song)].slice(page.offset, page.offset + page.limit);
    return { total: 1, count: shown.length, runs: [shown] };
  };

  const flattenFrom = (roots: readonly FoundDirectory[], total: number, page: ListPage): List => {
    const ranges = roots.map((root) => ({
      from: root.walk_key,
      end: Buffer.from(walkKeyEnd(root.walk_key) ?? []),
      songCount: root.total_song_count,
    }));
    return { total, count: countOnPage(total, page), runs: walkSongs(store, ranges, page) };
  };

  function* albumRuns(ids: readonly number[]): Generator<string[]> {
    for (let at = 0; at < ids.length; at += runLength) {
      const albums = ids.slice(at, at + runLength).map((id) => store.albumById(id));
      yield albums.flatMap((album) => (album === undefined ? [] : directoryJson(album)));
    }
  }

  function* newestRuns(page: ListPage): Generator<string[]> {
    for (let done = 0; done < page.limit; done += runLength) {
      const wanted = Math.min(runLength, page.limit - done);
      const albums = store.newestAlbums(wanted, page.offset + done);
      yield albums.map(directoryJson);
      if (albums.length < wanted) return;
    }
  }

  const browse = (path: string, page: ListPage): List => {
    const folder = folderAt(path);
    if (folder === null) return browseRoot(page);
    const total = folder.child_count + store.countSongs(folder.id);
    return { total, count: countOnPage(total, page), runs: folderRuns(folder, page) };
  };

  const flatten = (path: string, page: ListPage): List => {
    const song = path === '' ? null : songAlone(path, page);
    if (song !== null) return song;
    const folder = folderAt(path);
    if (folder === null) return flattenFrom(store.sourceRoots(), store.totalSongs(), page);
    return flattenFrom([folder], folder.total_song_count, page);
  };

  const random = (wanted: number): List => {
    const total = store.countAlbums();
    const ids = sampleAlbumIds({ store, total, count: wanted, random: deps.random });
    return { total, count: ids.length, runs: albumRuns(ids) };
  };

  const recent = (page: ListPage): List => {
    const total = store.countAlbums();
    return { total, count: countOnPage(total, page), runs: newestRuns(page) };
  };

  const together = (makeList: () => List): List => {
    const list = store.together(makeList);
    return { ...list, runs: oneLibrary.steady(list.runs[Symbol.iterator]()), around: store.together };
  };

  return {
    browse: (path, page) => together(() => browse(path, page)),
    flatten: (path, page) => together(() => flatten(path, page)),
    random: (count) => together(() => random(count)),
    recent: (page) => together(() => recent(page)),
  };
};
