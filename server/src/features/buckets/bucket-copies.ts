import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalCopy } from '../../platform/bucket/remote-files.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import { createTranscodeCache } from '../transcoding/index.ts';

/** Copies of what lies in buckets, on disk, bounded, the least recently used first out. */
export interface BucketCopies {
  /** The copy of a name, made first where there is none. @returns null where it cannot be made */
  open(identity: string, make: () => Promise<Readable | null>): Promise<OpenedFile | null>;
  /** Where it lies, once it was opened. */
  placeOf(identity: string): LocalCopy;
}

/** Most bytes that are kept. */
const limitBytes = 4_000_000_000;

const nameOf = (identity: string): string => `${hash('sha256', identity, 'base64url').slice(0, 22)}-0.copy`;

/** Keeps them in a folder of its own. */
export const createBucketCopies = (deps: {
  readonly folder: string;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Log;
}): BucketCopies => {
  const { folder } = deps;
  const cache = createTranscodeCache({ ...deps, limitBytes });
  const underway = new Map<string, Promise<void>>();

  const fetch = async (name: string, make: () => Promise<Readable | null>): Promise<void> => {
    const stream = await make();
    if (stream === null) return;
    const part = await cache.begin(name);
    if (part === null) {
      stream.destroy();
      return;
    }
    try {
      let sizeBytes = 0;
      await pipeline(stream, async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) {
          await part.handle.writeFile(piece);
          sizeBytes += piece.length;
        }
      });
      await part.keep(sizeBytes);
    } catch {
      // It broke off, or the disk is full: whoever wants it finds none.
      await part.drop();
    } finally {
      await part.handle.close();
    }
  };

  const share = (name: string, make: () => Promise<Readable | null>): Promise<void> => {
    const known = underway.get(name);
    if (known !== undefined) return known;
    const own = fetch(name, make).finally(() => underway.delete(name));
    underway.set(name, own);
    return own;
  };

  return {
    open: async (identity, make) => {
      const name = nameOf(identity);
      const kept = await cache.open(name);
      if (kept !== null) return kept;
      await share(name, make);
      return await cache.open(name);
    },
    placeOf: (identity) => ({ path: Buffer.from(join(folder, nameOf(identity))), folders: [folder] }),
  };
};
