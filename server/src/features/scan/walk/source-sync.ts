import type { Library } from '../../../library/write/library.ts';
import type { LibrarySource } from '../../../library/write/library-sources-store.ts';
import type { SourceTreeStore } from '../../../library/write/source-tree-store.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { walkKey } from '../../../platform/text/walk-key.ts';
import type { FirstSeenNotes } from '../scan-context.ts';
import type { ScanSource } from '../scan-messages.ts';
import { putInSearch } from '../write/song-returns.ts';

/** A source of the library and the row of its folder. */
export interface SyncedSource extends LibrarySource {
  readonly rootId: number;
}

interface SyncDeps {
  readonly library: Library;
  readonly tree: SourceTreeStore;
  readonly firstSeen: FirstSeenNotes;
  readonly nowSeconds: number;
}

const createRoot = ({ library, nowSeconds }: SyncDeps, sourceId: number, name: string): number => {
  const sortKey = naturalKey(name);
  const rootId = library.directories.insert({
    sourceId,
    parentId: null,
    name,
    realName: null,
    virtualPath: name,
    sortKey,
    walkKey: walkKey(new Uint8Array(), sortKey),
    addedAt: nowSeconds,
  });
  library.search.putDirectory(rootId, { virtualPath: name });
  return rootId;
};

/** Songs put into search before what gathers is written, within one transaction: what bounds its memory. */
const songsAtOnce = 20_000;

/** Gives all that is there of a source to search again: its name is part of every path. */
const putAgain = ({ library, tree }: SyncDeps, sourceId: number): void => {
  let count = 0;
  tree.eachDirectory(sourceId, (id, virtualPath) => {
    if (library.directories.place(id)?.isMissing !== false) return;
    library.search.putDirectory(id, { virtualPath });
    for (const songId of library.songs.presentIds(id)) {
      putInSearch(library, songId, virtualPath);
      count += 1;
      if (count % songsAtOnce === 0) library.search.flush();
    }
  });
};

/** Gives a source another name; everything below it moves along, and keeps its ids and dates. */
const changeName = ({ library, tree }: SyncDeps, source: Renaming['source'], name: string): void => {
  const sortKey = naturalKey(name);
  tree.rename(source.id, {
    from: source.name,
    to: name,
    sortKey,
    walkKey: walkKey(new Uint8Array(), sortKey),
  });
  library.moves.addBelow(source.id, source.name, name);
  library.moves.renameReplaced(source.name, name);
  // Apart from what moves within the source later: that follows.
  library.moves.arrange();
};

interface Renaming {
  readonly source: Pick<LibrarySource, 'id' | 'name'>;
  readonly name: string;
}

/** No source has such a name. */
const passingName = (id: number): string => `/${id}`;

const renameAll = (deps: SyncDeps, renamings: readonly Renaming[]): void => {
  const { library } = deps;
  const taken = new Set(library.sources.all().map(({ name }) => name));
  // Names that go round are given by way of others.
  const isRound = renamings.some(({ name }) => taken.has(name));
  const ready = isRound
    ? renamings.map(({ source, name }): Renaming => {
        changeName(deps, source, passingName(source.id));
        return { source: { id: source.id, name: passingName(source.id) }, name };
      })
    : renamings;
  for (const { source, name } of ready) {
    changeName(deps, source, name);
    putAgain(deps, source.id);
    deps.tree.eachSong(source.id, (virtualPath, addedAt) => deps.firstSeen.move(virtualPath, addedAt));
  }
};

/** Takes a source out of the library: people's playlists and dates are elsewhere and stay. */
const remove = ({ library, tree }: SyncDeps, source: LibrarySource): void => {
  tree.eachDirectory(source.id, (id) => library.search.removeDirectory(id));
  for (const songId of tree.songIds(source.id)) library.search.removeSong(songId);
  tree.remove(source.id);
  library.sources.remove(source.id);
};

/**
 * Which source of the library each of the list is: the one of the same folder and name, else of the same
 * folder, else of the same name.
 */
const matchSources = (
  known: readonly LibrarySource[],
  wanted: readonly ScanSource[],
): Map<ScanSource, LibrarySource> => {
  const matches = new Map<ScanSource, LibrarySource>();
  const left = new Set(known);
  const match = (isSame: (a: ScanSource, b: LibrarySource) => boolean): void => {
    for (const source of wanted) {
      const found = matches.has(source) ? undefined : [...left].find((before) => isSame(source, before));
      if (found === undefined) continue;
      matches.set(source, found);
      left.delete(found);
    }
  };
  match((a, b) => a.realPath === b.realPath && a.name === b.name);
  match((a, b) => a.realPath === b.realPath);
  match((a, b) => a.name === b.name);
  return matches;
};

/**
 * Brings the library's sources in line with the list: new ones begin empty, ones with another name but the
 * same folder are renamed, and ones that are not in the list any more go.
 * @returns the sources in the order of the list
 */
export const syncSources = (deps: SyncDeps, wanted: readonly ScanSource[]): SyncedSource[] => {
  const { library, tree } = deps;
  library.batch.begin(1);
  // What a scan that was interrupted left.
  library.moves.arrange();
  const known = library.sources.all();
  const matches = matchSources(known, wanted);
  const kept = new Set(matches.values());
  for (const source of known) if (!kept.has(source)) remove(deps, source);
  renameAll(
    deps,
    [...matches]
      .map(([{ name }, source]) => ({ source, name }))
      .filter(({ source, name }) => source.name !== name),
  );
  wanted.forEach((source, position) => {
    const { name, realPath } = source;
    const before = matches.get(source);
    if (before === undefined) library.sources.insert({ name, position, realPath });
    else library.sources.update(before.id, { name, position, realPath });
  });
  const synced = library.sources.all().map((source) => ({
    ...source,
    rootId: tree.rootId(source.id) ?? createRoot(deps, source.id, source.name),
  }));
  library.batch.commit();
  return synced;
};
