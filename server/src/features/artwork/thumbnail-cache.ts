import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { excessBytes } from '../../platform/eviction.ts';
import type { Log } from '../../platform/log.ts';
import { createCachedOpen } from '../../platform/memory/cached-open.ts';
import { createCachedRead } from '../../platform/memory/cached-read.ts';
import { type OpenedFile, openInside } from '../../platform/paths/open-inside.ts';
import { type AtOnce, readSmall } from '../../platform/paths/read-small.ts';
import type { PictureOutcome } from './pictures/picture-messages.ts';
import {
  type KnownFile,
  openThumbnailCacheStore,
  type ThumbnailCacheStore,
} from './thumbnail-cache-store.ts';
import { thumbnailFile } from './thumbnail-options.ts';

/** A thumbnail out of the cache: its bytes where they are few, else its file, closed by whoever took it. */
interface CachedThumbnail {
  readonly body: Buffer | OpenedFile;
  readonly contentType: string;
}

/** Thumbnails on disk by what they show, bounded, least recently used first out. Never the only copy. */
export interface ThumbnailCache {
  readonly folder: string;
  /** What is known of a file by its identity (see open-inside); null when it was never looked into. */
  findFile(identity: string): KnownFile | null;
  /** `#rrggbb` of a picture by its digest. */
  findColor(digest: string): string | null;
  /** Remembers what looking into a file brought. */
  remember(outcome: Exclude<PictureOutcome, { kind: 'absent' }>): void;
  open(name: string): Promise<CachedThumbnail | null>;
  /** Stores a thumbnail whole or not at all. A full disk is no error: it is then made again next time. */
  put(name: string, thumbnail: { bytes: Uint8Array; contentType: string }): Promise<void>;
  /** Takes a thumbnail away, file and all. */
  remove(name: string): Promise<void>;
  /** The disk can be written to again. */
  heal(): void;
  close(): void;
}

/** How often the time of last use is written for a thumbnail that is shown again and again, in seconds. */
const touchEverySeconds = 3600;

/** Larger ones are read as the client takes them: this is what a stalled one may cost in memory. */
const mostBytesAtOnce = 64 * 1024;

/** Files of thumbnails: each is written whole or not at all. */
const createFiles = (folder: string) => {
  let partCount = 0;
  /** Those that are on their way. */
  const underway = new Set<string>();
  const pathOf = (name: string): string => join(folder, thumbnailFile(name));
  const openCached = createCachedOpen();
  const atOnce: AtOnce = {
    open: (path) => openCached(Buffer.from(path), [folder]),
    read: createCachedRead(),
  };
  const removeFile = (path: string): Promise<void> => rm(path, { force: true }).catch(() => {});
  return {
    isUnderway: (name: string): boolean => underway.has(name),
    read: async (name: string): Promise<Buffer | OpenedFile | null> => {
      const path = pathOf(name);
      const small = await readSmall(path, mostBytesAtOnce, atOnce);
      return small ?? (await openInside(Buffer.from(path), { folders: [folder] }));
    },
    write: async (name: string, bytes: Uint8Array): Promise<void> => {
      underway.add(name);
      partCount += 1;
      const part = `${pathOf(name)}.${process.pid}-${partCount}.part`;
      try {
        await mkdir(join(folder, name.slice(0, 2)), { recursive: true });
        await writeFile(part, bytes);
        await rename(part, pathOf(name));
      } catch (error) {
        await removeFile(part);
        throw error;
      } finally {
        underway.delete(name);
      }
    },
    /** One that cannot be removed now is counted no more, and removed when its name is written again. */
    remove: (name: string): Promise<void> => removeFile(pathOf(name)),
  };
};

/** Does what may fail where nothing can be written; tells of it once, until it is healed. */
const createTrying = (log: Log) => {
  let hasWarned = false;
  const tell = (error: unknown): void => {
    if (!hasWarned) log.warn('the picture cache cannot be written', { error });
    hasWarned = true;
  };
  return {
    tell,
    /** @returns whether it was done */
    trying: (work: () => void): boolean => {
      try {
        work();
        return true;
      } catch (error) {
        tell(error);
        return false;
      }
    },
    heal: (): void => {
      hasWarned = false;
    },
  };
};

/** What is known of files without opening them. */
const createKnowledge = (
  store: ThumbnailCacheStore,
  trying: (work: () => void) => void,
): Pick<ThumbnailCache, 'findFile' | 'findColor' | 'remember'> => ({
  findFile: store.findFile,
  findColor: store.findColor,
  remember: (outcome) => {
    if (outcome.kind === 'refused') {
      trying(() => store.saveFile(outcome.identity, { digest: null, refusal: outcome.refusal }));
      return;
    }
    const { identity, digest, color } = outcome;
    trying(() => store.saveFile(identity, { digest, refusal: null }));
    if (color !== null) trying(() => store.saveColor(digest, color));
  },
});

/** Opens the cache in a folder of its own. Whoever opens it closes it. */
export const createThumbnailCache = (deps: {
  folder: string;
  limitBytes: number;
  clock: Pick<Clock, 'nowMs'>;
  log: Log;
}): ThumbnailCache => {
  const { folder, limitBytes, clock } = deps;
  const store = openThumbnailCacheStore(folder);
  const { trying, tell, heal } = createTrying(deps.log);
  const files = createFiles(folder);
  let totalBytes: number | null = null;
  const nowSeconds = (): number => Math.floor(clock.nowMs() / 1000);

  const remove = async (name: string): Promise<void> => {
    trying(() => store.removeThumbnail(name));
    totalBytes = null;
    await files.remove(name);
  };

  const makeRoom = async (): Promise<void> => {
    const gone = store.removeOldest(excessBytes(store.totalBytes(), limitBytes));
    totalBytes = null;
    await Promise.all(gone.map(files.remove));
  };

  return {
    folder,
    ...createKnowledge(store, trying),
    open: async (name) => {
      const row = store.findThumbnail(name);
      if (row === null) return null;
      const body = await files.read(name);
      if (body === null) {
        // Its row is there first.
        if (!files.isUnderway(name)) await remove(name);
        return null;
      }
      const now = nowSeconds();
      if (Math.abs(now - row.usedAt) > touchEverySeconds) trying(() => store.touchThumbnail(name, now));
      return { body, contentType: row.contentType };
    },
    put: async (name, { bytes, contentType }) => {
      // The row first: a file without one would never be counted.
      const row = { contentType, sizeBytes: bytes.length, usedAt: nowSeconds() };
      if (!trying(() => store.saveThumbnail(name, row))) return;
      // Counted with its row where it was not counted before.
      if (totalBytes !== null) totalBytes += bytes.length;
      totalBytes ??= store.totalBytes();
      try {
        await files.write(name, bytes);
        // Another one's room was made of this one's row.
        if (store.findThumbnail(name) === null) await files.remove(name);
        if (totalBytes > limitBytes) await makeRoom();
      } catch (error) {
        tell(error);
        await remove(name);
      }
    },
    remove,
    heal: () => {
      store.heal();
      totalBytes = null;
      heal();
    },
    close: store.close,
  };
};
