import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type OpenedFile, openInside } from '../../platform/paths/open-inside.ts';
import { readSmall } from '../../platform/paths/read-small.ts';
import type { PictureOutcome } from './pictures/picture-messages.ts';
import { type KnownFile, openThumbnailCacheStore } from './thumbnail-cache-store.ts';
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

/** How full the cache is after room was made, of its limit: making room is then rare. */
const fillAfterEviction = 0.9;

/** A file that cannot be removed now is counted no more, and removed when its name is written again. */
const removeFile = async (path: string): Promise<void> => {
  await rm(path, { force: true }).catch(() => {});
};

/** Opens the cache in a folder of its own. Whoever opens it closes it. */
export const createThumbnailCache = (deps: {
  folder: string;
  limitBytes: number;
  clock: Pick<Clock, 'nowMs'>;
  log: Log;
}): ThumbnailCache => {
  const store = openThumbnailCacheStore(deps.folder);
  let totalBytes = store.totalBytes();
  let partCount = 0;
  let hasWarned = false;
  /** Names whose row is there already and whose file is on its way. */
  const underway = new Set<string>();
  const pathOf = (name: string): string => join(deps.folder, thumbnailFile(name));
  const nowSeconds = (): number => Math.floor(deps.clock.nowMs() / 1000);

  const trying = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!hasWarned) deps.log.warn('the picture cache cannot be written', { error });
      hasWarned = true;
      return null;
    }
  };

  const remove = async (name: string): Promise<void> => {
    trying(() => store.removeThumbnail(name));
    totalBytes = store.totalBytes();
    await removeFile(pathOf(name));
  };

  const makeRoom = async (): Promise<void> => {
    const gone: string[] = [];
    totalBytes = store.totalBytes();
    while (totalBytes > deps.limitBytes * fillAfterEviction) {
      const batch = store.oldestThumbnails(64);
      if (batch.length === 0) break;
      for (const { name, sizeBytes } of batch) {
        if (totalBytes <= deps.limitBytes * fillAfterEviction) break;
        store.removeThumbnail(name);
        totalBytes -= sizeBytes;
        gone.push(name);
      }
    }
    await Promise.all(gone.map((name) => removeFile(pathOf(name))));
  };

  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    partCount += 1;
    const part = `${pathOf(name)}.${process.pid}-${partCount}.part`;
    await mkdir(join(deps.folder, name.slice(0, 2)), { recursive: true });
    try {
      await writeFile(part, bytes);
      await rename(part, pathOf(name));
    } catch (error) {
      await removeFile(part);
      throw error;
    }
  };

  return {
    folder: deps.folder,
    findFile: store.findFile,
    findColor: store.findColor,
    remember: (outcome) => {
      const known: KnownFile =
        outcome.kind === 'done'
          ? { digest: outcome.digest, refusal: null }
          : { digest: null, refusal: outcome.refusal };
      trying(() => store.saveFile(outcome.identity, known));
      if (outcome.kind === 'done' && outcome.color !== null) {
        const { digest, color } = outcome;
        trying(() => store.saveColor(digest, color));
      }
    },
    open: async (name) => {
      const row = store.findThumbnail(name);
      if (row === null) return null;
      const path = pathOf(name);
      const body =
        (await readSmall(path, mostBytesAtOnce)) ??
        (await openInside(Buffer.from(path), { folders: [deps.folder] }));
      if (body === null) {
        if (!underway.has(name)) await remove(name);
        return null;
      }
      const now = nowSeconds();
      if (Math.abs(now - row.usedAt) > touchEverySeconds) trying(() => store.touchThumbnail(name, now));
      return { body, contentType: row.contentType };
    },
    put: async (name, { bytes, contentType }) => {
      // The row first: a file without one would never be counted.
      const row = { contentType, sizeBytes: bytes.length, usedAt: nowSeconds() };
      const isSaved = trying(() => {
        store.saveThumbnail(name, row);
        return true;
      });
      if (isSaved === null) return;
      totalBytes += bytes.length;
      underway.add(name);
      try {
        await write(name, bytes);
        // Another one's room was made of this one's row.
        if (store.findThumbnail(name) === null) await removeFile(pathOf(name));
        if (totalBytes > deps.limitBytes) await makeRoom();
      } catch (error) {
        trying(() => {
          throw error;
        });
        await remove(name);
      } finally {
        underway.delete(name);
      }
    },
    remove,
    heal: () => {
      store.heal();
      totalBytes = store.totalBytes();
      hasWarned = false;
    },
    close: store.close,
  };
};
