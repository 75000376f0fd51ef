import { AppError } from '../../../platform/app-error.ts';
import { parseVirtualPath } from '../../../platform/paths/virtual-path.ts';
import { walkKeyEnd } from '../../../platform/text/walk-key.ts';
import { createOneLibrary, type OneLibrary } from '../../one-library.ts';
import { folderFaces } from '../folder-faces.ts';
import type { LibraryLists, List } from '../library-reading.ts';
import { countOnPage, type ListPage } from '../list-page.ts';
import type { LookupStore } from '../lookup-store.ts';
import { sampleAlbumIds } from '../random-albums.ts';
import { type RunsAtOnce, readRuns } from '../read-runs.ts';
import { directoryJson } from '../wire.ts';
import { albumRuns, folderRuns, newestRuns } from './list-runs.ts';
import type { FoundDirectory, ListsStore } from './lists-store.ts';
import { walkSongs } from './walk.ts';

/** A list whose runs are read when they are asked for, each at once. */
interface ListAtOnce {
  readonly total: number;
  readonly count: number;
  readonly runs: RunsAtOnce;
}

const notFound = (isSourceMissing: boolean): AppError =>
  isSourceMissing
    ? new AppError('source_not_found', 'There is no music source of this name.')
    : new AppError('folder_not_found', 'There is no such folder in the collection.');

/** The folder of a path; null for the root. */
const folderAt = (store: ListsStore, path: string): FoundDirectory | null => {
  const parts = parseVirtualPath(path);
  if (parts === null) throw notFound(false);
  if (parts.length === 0) return null;
  const found = store.findDirectory(path);
  if (found === undefined) throw notFound(store.findDirectory(parts[0] ?? '') === undefined);
  return found;
};

const browseRoot = (store: ListsStore, page: ListPage): ListAtOnce => {
  const all = store.sources();
  const shown = all.slice(page.offset, page.offset + page.limit);
  const runs = [shown.map((row) => `{"Directory":${directoryJson(row)}}`)];
  return { total: all.length, count: shown.length, runs };
};

/** More songs of one folder are not counted while others wait. */
const mostCounted = 5_000;

/** Songs in a folder. Of very many, as many as its last scan counted, which is behind while one takes them in. */
const songsIn = (store: ListsStore, { id, song_count }: FoundDirectory): number => {
  const counted = store.countSongs(id, mostCounted + 1);
  return counted > mostCounted ? Math.max(counted, song_count) : counted;
};

/** Songs below some folders, in the order of the walk. */
const flattenFrom = (
  store: ListsStore,
  { roots, total }: { roots: readonly FoundDirectory[]; total: number },
  page: ListPage,
): ListAtOnce => {
  const ranges = roots.map((root) => ({
    from: root.walk_key,
    end: Buffer.from(walkKeyEnd(root.walk_key) ?? []),
    songCount: root.total_song_count,
  }));
  return { total, count: countOnPage(total, page), runs: walkSongs(store, ranges, page) };
};

/** Makes the lists from the store. */
export const createLists = (deps: {
  store: ListsStore;
  lookup: Pick<LookupStore, 'findSong'>;
  random: () => number;
  oneLibrary?: OneLibrary;
}): LibraryLists => {
  const { store, oneLibrary = createOneLibrary() } = deps;

  const songAlone = (path: string, page: ListPage): ListAtOnce | null => {
    const song = deps.lookup.findSong(path);
    if (song === null) return null;
    const shown = [JSON.stringify(song)].slice(page.offset, page.offset + page.limit);
    return { total: 1, count: shown.length, runs: [shown] };
  };

  const browse = (path: string, page: ListPage): ListAtOnce => {
    const folder = folderAt(store, path);
    if (folder === null) return browseRoot(store, page);
    const total = folder.child_count + songsIn(store, folder);
    return { total, count: countOnPage(total, page), runs: folderRuns(store, folder, page) };
  };

  const flatten = (path: string, page: ListPage): ListAtOnce => {
    const song = path === '' ? null : songAlone(path, page);
    if (song !== null) return song;
    const folder = folderAt(store, path);
    if (folder === null)
      return flattenFrom(store, { roots: store.sourceRoots(), total: store.totalSongs() }, page);
    return flattenFrom(store, { roots: [folder], total: folder.total_song_count }, page);
  };

  const random = (wanted: number): ListAtOnce => {
    const total = store.countAlbums();
    const ids = sampleAlbumIds({ store, total, count: wanted, random: deps.random });
    return { total, count: ids.length, runs: albumRuns(store, ids) };
  };

  const recent = (page: ListPage): ListAtOnce => {
    const total = store.countAlbums();
    return { total, count: countOnPage(total, page), runs: newestRuns(store, page) };
  };

  const together = (makeList: () => ListAtOnce): List => {
    const list = store.together(makeList);
    const runs = oneLibrary.steady(list.runs[Symbol.iterator]());
    return { ...list, runs: readRuns(runs, { count: list.count, around: store.together }) };
  };

  return {
    browse: async (path, page) => together(() => browse(path, page)),
    flatten: async (path, page) => together(() => flatten(path, page)),
    folderFaces: async (path, page) => store.together(() => folderFaces(store, folderAt(store, path), page)),
    random: async (count) => together(() => random(count)),
    recent: async (page) => together(() => recent(page)),
  };
};
