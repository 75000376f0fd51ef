import type { AwayReason } from '@tonearm/contract';
import { isInBucket, parseBucketAddress } from '../../../platform/bucket/bucket-address.ts';
import type { BucketAccess, BucketClient } from '../../../platform/bucket/bucket-client.ts';
import { BucketTrouble } from '../../../platform/bucket/bucket-trouble.ts';
import type { RealPath } from '../../../platform/paths/real-path.ts';
import type { TagReaders } from '../reading/tag-readers.ts';
import type { ScanRequest, ScanSource } from '../scan-messages.ts';
import { folderDate } from '../walk/folder-date.ts';
import type { FolderReading } from '../walk/read-folder.ts';
import type { SongFolders } from '../walk/song-folders.ts';
import { readFromBuckets, type SongReaders } from './bucket-readers.ts';
import { type BucketTree, createBucketTree } from './bucket-tree.ts';

/** The sources of one scan that lie in buckets, as they were listed before it. */
export interface ScanBuckets {
  /** Whether a source is looked at by this scan: one in a bucket is not where only folders of others are asked for. */
  isAsked(source: ScanSource): boolean;
  /** Why it is away; null for a folder of the host. */
  stateOf(source: ScanSource): AwayReason | 'listed' | null;
  /** Folders of the host, and those that were listed. */
  readonly folders: SongFolders;
  readonly readers: SongReaders;
  close(): void;
}

type Listed = { readonly root: string; readonly tree: BucketTree } | { readonly reason: AwayReason };

const list = async (
  client: BucketClient,
  prefix: string,
  isCancelled: () => boolean,
): Promise<BucketTree> => {
  const tree = createBucketTree();
  const start = prefix === '' ? '' : `${prefix}/`;
  for await (const objects of client.list(start)) {
    for (const object of objects) tree.add(object, object.key.slice(start.length));
    if (isCancelled()) break;
  }
  return tree;
};

/** Parts of a folder's key below a source's root; null when it lies elsewhere. */
const partsBelow = (path: string, root: string): string[] | null => {
  if (path === root) return [];
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : null;
};

const gone: FolderReading = { kind: 'gone' };

/** Folders of the host as ever, and those of what was listed. */
const createFolders = (listed: ReadonlyMap<string, Listed>, host: SongFolders): SongFolders => {
  const find = (path: RealPath) => {
    const text = path.toString();
    for (const each of listed.values()) {
      const parts = 'tree' in each ? partsBelow(text, each.root) : null;
      if (parts !== null && 'tree' in each) return { tree: each.tree, parts };
    }
    return null;
  };
  return {
    read: (path) => {
      if (!isInBucket(path)) return host.read(path);
      const found = find(path);
      return found === null ? gone : found.tree.read(found.parts);
    },
    dateOf: (path, nowSeconds) => {
      if (!isInBucket(path)) return host.dateOf(path, nowSeconds);
      const found = find(path);
      const mtimeMs = found === null ? 0 : found.tree.modifiedAtMs(found.parts);
      return folderDate({ birthtimeMs: 0, mtimeMs }, nowSeconds);
    },
  };
};

/** A scan of folders pays nothing for what it does not have. */
const withoutBuckets = ({ folders, readers }: Pick<ScanBuckets, 'folders' | 'readers'>): ScanBuckets => ({
  isAsked: () => true,
  stateOf: () => null,
  folders,
  readers,
  close: () => {},
});

/**
 * Lists the sources of a scan that lie in buckets, each whole: what is not in the listing is gone, so half of one is
 * worth nothing.
 */
export const listBuckets = async (
  request: Pick<ScanRequest, 'sources' | 'buckets' | 'folders'>,
  deps: {
    readonly openBucket: (access: BucketAccess) => BucketClient;
    readonly folders: SongFolders;
    readonly readers: TagReaders;
    readonly isCancelled: () => boolean;
  },
): Promise<ScanBuckets> => {
  if (!request.sources.some(({ realPath }) => isInBucket(realPath))) return withoutBuckets(deps);
  const clients = new Map(request.buckets.map((access) => [access.bucket, deps.openBucket(access)]));
  const listed = new Map<string, Listed>();
  const isAsked = ({ name }: ScanSource): boolean =>
    request.folders === null || request.folders.some((path) => path.split('/', 1)[0] === name);

  const look = async ({ realPath }: ScanSource): Promise<Listed> => {
    const address = parseBucketAddress(realPath);
    const client = address === null ? undefined : clients.get(address.bucket);
    if (address === null || client === undefined) return { reason: 'bucket_unset' };
    try {
      return { root: realPath, tree: await list(client, address.prefix, deps.isCancelled) };
    } catch (error) {
      if (error instanceof BucketTrouble) return { reason: error.reason };
      throw error;
    }
  };
  for (const source of request.sources)
    if (isInBucket(source.realPath) && isAsked(source)) listed.set(source.realPath, await look(source));

  return {
    isAsked: (source) => !isInBucket(source.realPath) || isAsked(source),
    stateOf: ({ realPath }) => {
      const found = listed.get(realPath);
      if (found === undefined) return null;
      return 'reason' in found ? found.reason : 'listed';
    },
    folders: createFolders(listed, deps.folders),
    readers: readFromBuckets(deps.readers, (bucket) => clients.get(bucket) ?? null),
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
};
