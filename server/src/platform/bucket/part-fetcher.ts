import { buffer } from 'node:stream/consumers';
import { objectAt } from './bucket-address.ts';
import type { BucketClient } from './bucket-client.ts';
import { BucketTrouble } from './bucket-trouble.ts';
import { isOfTime } from './object-time.ts';

/** Bytes of a file from a place in it. */
interface FilePiece {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** What is at hand of a file that cannot be opened here: its first 64 KiB, and pieces that were asked for since. */
export interface FileParts {
  readonly sizeBytes: number;
  /** See object-time. */
  readonly mtimeUs: number;
  readonly pieces: readonly FilePiece[];
}

/** What a reader wanted and was not at hand. */
export interface MissingPart {
  readonly position: number;
  readonly lengthBytes: number;
}

/** An object as it was listed or found. */
export interface RemoteObject {
  /** See bucket-address. */
  readonly path: string | Uint8Array;
  readonly name: string;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
}

/** What fetching came to. */
export type Fetched =
  | { readonly kind: 'parts'; readonly parts: FileParts }
  /** There is none any more; another one; it may not be had; nothing came; it would take too much. */
  | { readonly kind: 'gone' | 'changed' | 'forbidden' | 'refused' | 'too-much' };

/** Fetches one file piece by piece. */
export interface PartFetcher {
  /** What readers mostly ask for: its first and last 64 KiB. */
  first(): Promise<Fetched>;
  /** What they asked for besides, and more behind it each time. */
  more(missing: MissingPart): Promise<Fetched>;
}

/** How much is fetched at first of either end, in bytes. */
const endBytes = 65_536;

/** Requests that one file may take. */
const mostRequests = 8;

/** Bytes that one file may take: who walks through more has a broken file. */
const mostBytes = 64 * 1024 * 1024;

/** What follows is fetched in pieces four times as long as those before: a walk through all of it takes few. */
const growth = 4;

const isHeadEnough = ({ name }: RemoteObject): boolean => /\.flac$/i.test(name);

interface Run {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

const firstRuns = (file: RemoteObject): Run[] => {
  const last = file.sizeBytes - 1;
  if (file.sizeBytes <= endBytes * 2) return [{ start: 0, end: last }];
  const head = { start: 0, end: endBytes - 1 };
  return isHeadEnough(file) ? [head] : [head, { start: file.sizeBytes - endBytes, end: last }];
};

/** Begins with one file. @param clientOf null for a bucket of which it is not known how it is reached */
export const createPartFetcher = (
  file: RemoteObject,
  clientOf: (bucket: string) => BucketClient | null,
): PartFetcher => {
  const pieces: { at: number; bytes: Buffer }[] = [];
  let requestCount = 0;
  let byteCount = 0;
  let nextLength = endBytes;

  const fetchRun = async ({ start, end }: Run): Promise<Fetched | null> => {
    const object = objectAt(Buffer.from(file.path as string));
    const client = object === null ? null : clientOf(object.bucket);
    if (object === null || client === null) return { kind: 'refused' };
    requestCount += 1;
    byteCount += end - start + 1;
    const answer = await client.part({ key: object.key, start, end });
    if (answer.kind === 'gone') return { kind: 'gone' };
    if (answer.kind !== 'part') return { kind: 'changed' };
    const { body, sizeBytes, etag } = answer.part;
    const isSame = sizeBytes === file.sizeBytes && isOfTime(etag, file.mtimeUs);
    if (!isSame) {
      body.destroy();
      return { kind: 'changed' };
    }
    const bytes = await buffer(body);
    if (bytes.length !== end - start + 1) return { kind: 'refused' };
    pieces.push({ at: start, bytes });
    return null;
  };

  const fetchAll = async (runs: readonly Run[]): Promise<Fetched> => {
    try {
      const failures = await Promise.all(runs.map(fetchRun));
      const { sizeBytes, mtimeUs } = file;
      return (
        failures.find((failure) => failure !== null) ?? {
          kind: 'parts',
          parts: { sizeBytes, mtimeUs, pieces },
        }
      );
    } catch (error) {
      if (error instanceof BucketTrouble && error.reason === 'bucket_forbidden') return { kind: 'forbidden' };
      if (error instanceof BucketTrouble || (error instanceof Error && 'code' in error))
        return { kind: 'refused' };
      throw error;
    }
  };

  return {
    first: () => fetchAll(firstRuns(file)),
    more: ({ position, lengthBytes }) => {
      const isLast = requestCount === mostRequests - 1;
      const wanted = isLast ? file.sizeBytes : Math.max(lengthBytes, nextLength);
      const end = Math.min(position + wanted, file.sizeBytes) - 1;
      nextLength *= growth;
      const isTooMuch = requestCount >= mostRequests || byteCount + end - position + 1 > mostBytes;
      return isTooMuch ? Promise.resolve({ kind: 'too-much' }) : fetchAll([{ start: position, end }]);
    },
  };
};
