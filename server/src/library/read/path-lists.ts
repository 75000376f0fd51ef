import { AppError } from '../../platform/app-error.ts';
import { parseVirtualPath, splitLast } from '../../platform/paths/virtual-path.ts';
import { createOneLibrary, type OneLibrary } from '../one-library.ts';
import type { PathEntry, PathLists } from './library-reading.ts';
import type { NamedFile, NamedFolder, NamesStore } from './names-store.ts';

/** Rows read at once. */
const runLength = 250;

const nothing = Buffer.alloc(0);

function* behind<Row extends { readonly sort_key: Buffer }>(
  read: (key: Buffer) => Row[],
): Generator<readonly Row[]> {
  for (let key: Buffer = nothing; ; ) {
    const rows = read(key);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < runLength) return;
    key = last.sort_key;
  }
}

const foldersOf = (store: NamesStore, id: number) => behind((key) => store.foldersAfter(id, key, runLength));

const filesOf = (store: NamesStore, id: number) => behind((key) => store.songsAfter(id, key, runLength));

/** One folder on the way down: what of it is left, in order. */
interface Level {
  readonly path: string;
  readonly folders: Iterator<NamedFolder>;
  readonly files: Iterator<NamedFile>;
  nextFolder: NamedFolder | undefined;
  nextFile: NamedFile | undefined;
}

function* oneByOne<Row>(runs: Iterable<readonly Row[]>): Generator<Row, undefined> {
  for (const run of runs) yield* run;
}

const nextOf = <Row>(rows: Iterator<Row>): Row | undefined => {
  const step = rows.next();
  return step.done === true ? undefined : step.value;
};

const levelOf = (store: NamesStore, { id, virtual_path, total_song_count }: NamedFolder): Level | null => {
  if (total_song_count === 0) return null;
  const folders = oneByOne(foldersOf(store, id));
  const files = oneByOne(filesOf(store, id));
  return { path: virtual_path, folders, files, nextFolder: nextOf(folders), nextFile: nextOf(files) };
};

/** A stack in place of recursion: each song would pass through as many generators as folders are deep. */
function* songsBelow(store: NamesStore, root: NamedFolder): Generator<string> {
  const levels = [levelOf(store, root)].filter((level) => level !== null);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { nextFile, nextFolder } = level;
    const isFileNext =
      nextFile !== undefined &&
      (nextFolder === undefined || Buffer.compare(nextFile.sort_key, nextFolder.sort_key) <= 0);
    if (isFileNext) {
      yield `${level.path}/${nextFile.name}`;
      level.nextFile = nextOf(level.files);
    } else if (nextFolder === undefined) {
      levels.pop();
    } else {
      level.nextFolder = nextOf(level.folders);
      const below = levelOf(store, nextFolder);
      if (below !== null) levels.push(below);
    }
  }
}

async function* asTaken<Run>(runs: Iterable<Run>): AsyncGenerator<Run> {
  yield* runs;
}

/** Makes the lists from the store. */
export const createPathLists = (
  store: NamesStore,
  oneLibrary: OneLibrary = createOneLibrary(),
): PathLists => {
  /** The folder of a path that is not the root. */
  const folderAt = (path: string): NamedFolder => {
    const parts = parseVirtualPath(path);
    const found = parts === null ? undefined : store.folder(path);
    if (found !== undefined) return found;
    if (parts !== null && store.folder(parts[0] ?? '') === undefined) {
      throw new AppError('source_not_found', 'There is no music source of this name.');
    }
    throw new AppError('folder_not_found', 'There is no such folder in the collection.');
  };

  function* entriesOf({ id, virtual_path }: NamedFolder): Generator<readonly PathEntry[]> {
    for (const run of foldersOf(store, id)) {
      yield run.map((folder) => ({ path: folder.virtual_path, isDirectory: true }));
    }
    for (const run of filesOf(store, id)) {
      yield run.map(({ name }) => ({ path: `${virtual_path}/${name}`, isDirectory: false }));
    }
  }

  const rootEntries = (): Iterable<readonly PathEntry[]> => {
    const sources = store.sources();
    const [only] = sources;
    if (only !== undefined && sources.length === 1) return entriesOf(only);
    return [sources.map((source) => ({ path: source.virtual_path, isDirectory: true }))];
  };

  function* inRuns(roots: readonly NamedFolder[]): Generator<readonly string[]> {
    let run: string[] = [];
    for (const root of roots) {
      for (const path of songsBelow(store, root)) {
        run.push(path);
        if (run.length < runLength) continue;
        yield run;
        run = [];
      }
    }
    yield run;
  }

  const isSong = (path: string): boolean => {
    if ((parseVirtualPath(path)?.length ?? 0) < 2) return false;
    const { folder, name } = splitLast(path);
    return store.hasSong(folder, name);
  };

  const steady = <Run>(runs: Iterable<Run>): AsyncIterable<Run> =>
    asTaken(oneLibrary.steady(runs[Symbol.iterator]()));

  return {
    browse: async (path) => steady(path === '' ? rootEntries() : entriesOf(folderAt(path))),
    flatten: async (path) => {
      if (path === '') return steady(inRuns(store.sources()));
      return steady(isSong(path) ? [[path]] : inRuns([folderAt(path)]));
    },
  };
};
