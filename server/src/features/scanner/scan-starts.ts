import { realpathSync } from 'node:fs';
import type { DirectoryRow } from './directories-store.ts';
import type { FolderVisit } from './folder-visits.ts';
import type { FolderChain } from './links.ts';
import { joinReal, type RealPath } from './real-path.ts';
import type { ScanContext, SourceScan } from './scan-context.ts';
import type { SyncedSource } from './source-sync.ts';

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

const visitBelow = (visit: FolderVisit, row: DirectoryRow): FolderVisit => {
  const realPath = joinReal(visit.realPath, row.name, row.realName);
  const chain: FolderChain = {
    realPath: resolved(realPath),
    parent: visit.chain,
    linkCount: visit.chain.linkCount,
  };
  const { id, name, realName, entriesKey, isMissing } = row;
  const virtualPath = `${visit.virtualPath}/${name}`;
  return {
    ...visit,
    parentId: visit.id,
    id,
    name,
    realName,
    entriesKey,
    isMissing,
    virtualPath,
    realPath,
    chain,
  };
};

/** The folder at a path, or the nearest above it that the library knows as there: what is below comes back with it. */
const visitAt = (context: ScanContext, root: FolderVisit, path: string): FolderVisit => {
  let visit = root;
  for (const name of path.slice(root.name.length + 1).split('/')) {
    const row = context.library.directories.findByPath(`${visit.virtualPath}/${name}`);
    if (row === null || row.isMissing) break;
    visit = visitBelow(visit, row);
  }
  return visit;
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
  for (const path of folders) {
    const root = roots.find(({ name }) => path === name || path.startsWith(`${name}/`));
    if (root === undefined) continue;
    const visit = visitAt(context, root, path);
    starts.set(visit.virtualPath, { ...visit, isDeep: false });
  }
  return [...starts.values()].sort((a, b) => (a.virtualPath < b.virtualPath ? -1 : 1));
};
