import { lstatSync, realpathSync } from 'node:fs';
import type { DirectoryRow } from '../../library/write/directories-store.ts';
import { joinReal, type RealPath } from '../../platform/paths/real-path.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import type { ScanContext, SourceScan } from './scan-context.ts';
import type { FolderVisit } from './walk/folder-visit.ts';
import type { FolderChain } from './walk/links.ts';
import type { SyncedSource } from './walk/source-sync.ts';

/** A source that is there, and its scan. */
export interface PresentSource {
  readonly source: SyncedSource;
  readonly scan: SourceScan;
}

const resolved = (path: RealPath): RealPath => {
  try {
    return realpathSync.native(path as string, 'buffer');
  } catch (error) {
    // It went meanwhile; the visit will find out.
    if (error instanceof Error && 'code' in error) return path;
    throw error;
  }
};

const rootVisit = (context: ScanContext, { source, scan }: PresentSource): FolderVisit => {
  const row = context.library.directories.findByPath(source.name);
  return {
    source: scan,
    id: source.rootId,
    parentId: null,
    name: source.name,
    realName: null,
    virtualPath: source.name,
    realPath: source.realPath,
    chain: { realPath: resolved(source.realPath), parent: null, linkCount: 0 },
    entriesKey: row?.entriesKey ?? null,
    isMissing: row?.isMissing ?? false,
    isDeep: true,
  };
};

/** The next real folder on a way: only a link has to be resolved from the top. */
const chainBelow = (chain: FolderChain, { name, realName }: DirectoryRow): FolderChain => {
  const realPath = joinReal(chain.realPath, name, realName);
  const isLink = lstatSync(realPath, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink) return { realPath, parent: chain, linkCount: chain.linkCount };
  return { realPath: resolved(realPath), parent: chain, linkCount: chain.linkCount + 1 };
};

const visitBelow = (visit: FolderVisit, row: DirectoryRow): FolderVisit => {
  const { id, name, realName, entriesKey, isMissing } = row;
  return {
    ...visit,
    parentId: visit.id,
    id,
    name,
    realName,
    entriesKey,
    isMissing,
    virtualPath: `${visit.virtualPath}/${name}`,
    realPath: joinReal(visit.realPath, name, realName),
    chain: chainBelow(visit.chain, row),
  };
};

/**
 * Finds the folder at a path, or the nearest above it that the library knows as there: what is below comes back with
 * it. Ways that folders share are gone once.
 */
const createWays = ({ library }: ScanContext, root: FolderVisit) => {
  const known = new Map([[root.virtualPath, root]]);
  const nextOf = (parent: FolderVisit, path: string): FolderVisit => {
    const row = library.directories.findByPath(path);
    return row === null || row.isMissing ? parent : visitBelow(parent, row);
  };
  const visitAt = (path: string): FolderVisit => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const { folder } = splitLast(path);
    const parent = visitAt(folder);
    const visit = parent.virtualPath === folder ? nextOf(parent, path) : parent;
    known.set(path, visit);
    return visit;
  };
  return visitAt;
};

/**
 * Where the walk begins: at the sources, or at the folders that are asked for, which are then looked into
 * without what is below them, except what is new there. A folder stands before those in it: what is found on
 * the way down is newer than what the library knows.
 */
export const startsOf = (
  context: ScanContext,
  present: readonly PresentSource[],
  folders: readonly string[] | null,
): FolderVisit[] => {
  const roots = present.map((source) => rootVisit(context, source));
  if (folders === null) return roots;
  const starts = new Map<string, FolderVisit>();
  const ways = new Map(roots.map((root) => [root.name, createWays(context, root)]));
  for (const path of folders) {
    const visit = ways.get(path.split('/', 1)[0] ?? '')?.(path);
    if (visit === undefined) continue;
    starts.set(visit.virtualPath, { ...visit, isDeep: false });
  }
  return [...starts.values()].sort((a, b) => (a.virtualPath < b.virtualPath ? -1 : 1));
};
