import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../../platform/app-error.ts';
import { isInBucket, objectAt } from '../../platform/bucket/bucket-address.ts';
import {
  type BucketAccess,
  type BucketClient,
  createBucketClient,
} from '../../platform/bucket/bucket-client.ts';
import { BucketTrouble } from '../../platform/bucket/bucket-trouble.ts';
import { objectTimeUs } from '../../platform/bucket/object-time.ts';
import { createPartFetcher } from '../../platform/bucket/part-fetcher.ts';
import type { RemoteFile, RemoteFiles } from '../../platform/bucket/remote-files.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OpenedFile, ServedFolders } from '../../platform/paths/open-inside.ts';
import { letGo } from '../../platform/paths/open-inside.ts';
import { readInsideParts, type SongInside } from '../tags/index.ts';
import type { BucketCopies } from './bucket-copies.ts';

/** What reading files of buckets needs. */
export interface BucketFilesDeps {
  readonly access: () => readonly BucketAccess[];
  readonly copies: BucketCopies;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs' | 'schedule'>;
}

/** They, and what lets their connections go. */
export interface BucketFiles extends RemoteFiles {
  close(): void;
}

/** What is asked of a file before it is sent: what its first bytes are. */
const headBytes = 64;

/** For so long it is not asked again what a file is, in milliseconds: a player asks for many parts. */
const rememberedMs = 10_000;

/** Files that are remembered. */
const mostRemembered = 500;

/** Clients of the buckets as they are set now. */
const createClients = ({ access, clock }: BucketFilesDeps) => {
  const open = new Map<BucketAccess, BucketClient>();
  return {
    of: (bucket: string): BucketClient | null => {
      const now = access();
      for (const [before, client] of open) {
        if (now.includes(before)) continue;
        client.close();
        open.delete(before);
      }
      const found = now.find((each) => each.bucket === bucket);
      if (found === undefined) return null;
      const client = open.get(found) ?? createBucketClient(found, clock);
      open.set(found, client);
      return client;
    },
    close: (): void => {
      for (const client of open.values()) client.close();
    },
  };
};

const isServed = (path: Buffer, { folders }: ServedFolders): boolean =>
  folders.some((folder) => isInBucket(folder) && path.toString('utf8').startsWith(`${folder}/`));

const notGiven = (): AppError =>
  new AppError('unavailable', 'The bucket did not give this file. Please try again.');

const identityOf = (path: string, { etag, sizeBytes }: { etag: string; sizeBytes: number }): string =>
  `${path} ${etag} ${sizeBytes}`;

interface Found extends RemoteFile {
  readonly mtimeUs: number;
}

/** Finds files, and remembers for a moment what they are. */
const createFinder = (clients: ReturnType<typeof createClients>, { clock }: BucketFilesDeps) => {
  const remembered = new Map<string, { readonly atMs: number; readonly found: Promise<Found | null> }>();

  const ask = async (path: string): Promise<Found | null> => {
    const object = objectAt(Buffer.from(path));
    const client = object === null ? null : clients.of(object.bucket);
    if (object === null || client === null) return null;
    const { key } = object;
    const answer = await client.part({ key, start: 0, end: headBytes - 1 });
    if (answer.kind === 'outside') return emptyFile(path);
    if (answer.kind !== 'part') return null;
    const { body, etag, sizeBytes, modifiedAtMs } = answer.part;
    return {
      ...{ sizeBytes, mtimeMs: modifiedAtMs, identity: identityOf(path, { etag, sizeBytes }) },
      mtimeUs: objectTimeUs({ etag, modifiedAtMs }),
      head: await buffer(body),
      read: async (start, end) => {
        const part = await client.part({ key, start, end, etag }).catch((error: unknown) => {
          if (error instanceof BucketTrouble) return null;
          throw error;
        });
        if (part?.kind === 'part') return part.part.body;
        remembered.delete(path);
        throw notGiven();
      },
    };
  };

  return async (path: Buffer, served: ServedFolders): Promise<Found | null> => {
    if (!isServed(path, served)) return null;
    const text = path.toString('utf8');
    const before = remembered.get(text);
    const nowMs = clock.monotonicMs();
    if (before !== undefined && nowMs - before.atMs < rememberedMs) return before.found;
    const found = ask(text).catch((error: unknown) => {
      remembered.delete(text);
      if (error instanceof BucketTrouble || (error instanceof Error && 'code' in error)) return null;
      throw error;
    });
    const [oldest] = remembered.keys();
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(text, { atMs: nowMs, found });
    return found;
  };
};

const emptyFile = (path: string): Found => ({
  ...{ sizeBytes: 0, mtimeMs: 0, mtimeUs: 0, identity: `${path} empty`, head: Buffer.alloc(0) },
  read: async () => Readable.from([]),
});

/** Reads what is inside a song, and fetches what that takes. */
const createInside =
  (clients: ReturnType<typeof createClients>) =>
  async (path: Buffer, found: Found, wanted: keyof SongInside): Promise<SongInside | null> => {
    const name = path.toString('utf8');
    const fetcher = createPartFetcher({ path, name, ...found }, clients.of);
    let fetched = await fetcher.first();
    while (fetched.kind === 'parts') {
      const read = await readInsideParts(fetched.parts, wanted);
      if (!('missing' in read)) return read;
      fetched = await fetcher.more(read.missing);
    }
    return null;
  };

/** Names of objects whose keys begin as told, behind that. */
const createNamesAfter =
  (clients: ReturnType<typeof createClients>): RemoteFiles['namesAfter'] =>
  async (start, served) => {
    const object = isServed(start, served) ? objectAt(start) : null;
    const client = object === null ? null : clients.of(object.bucket);
    if (object === null || client === null) return [];
    try {
      // One part of a listing is more than there ever is beside one song.
      for await (const objects of client.list(object.key))
        return objects.map(({ key }) => Buffer.from(key.slice(object.key.length)));
    } catch (error) {
      if (!(error instanceof BucketTrouble)) throw error;
    }
    return [];
  };

/** Reads files of buckets. */
export const createBucketFiles = (deps: BucketFilesDeps): BucketFiles => {
  const { copies } = deps;
  const clients = createClients(deps);
  const find = createFinder(clients, deps);

  const wholeOf = async ({ sizeBytes, read }: RemoteFile): Promise<Readable | null> =>
    sizeBytes === 0 ? null : await read(0, sizeBytes - 1).catch(() => null);

  const open = async (path: Buffer, served: ServedFolders): Promise<OpenedFile | null> => {
    const found = await find(path, served);
    if (found === null) return null;
    const { identity, mtimeMs } = found;
    const copy = await copies.open(identity, () => wholeOf(found));
    return copy === null ? null : { ...copy, identity, mtimeMs };
  };

  const inside = createInside(clients);

  return {
    find,
    open,
    copy: async (path, served) => {
      const found = await find(path, served);
      const opened = found === null ? null : await open(path, served);
      if (found === null || opened === null) return null;
      letGo(opened);
      return copies.placeOf(found.identity);
    },
    pictureInside: async (path, served) => {
      const found = await find(path, served);
      if (found === null || found.sizeBytes === 0) return null;
      const name = `${found.identity} picture`;
      let isWithout = false;
      const opened = await copies.open(name, async () => {
        const read = await inside(path, found, 'picture');
        isWithout = read !== null && (read.picture === null || read.picture.length === 0);
        return read?.picture == null || isWithout ? null : Readable.from([read.picture]);
      });
      if (opened === null) return isWithout ? 'none' : null;
      letGo(opened);
      return copies.placeOf(name);
    },
    wordsInside: async (path, served) => {
      const found = await find(path, served);
      return found === null || found.sizeBytes === 0
        ? null
        : ((await inside(path, found, 'words'))?.words ?? null);
    },
    namesAfter: createNamesAfter(clients),
    close: clients.close,
  };
};
