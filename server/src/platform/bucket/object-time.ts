import { crc32 } from 'node:zlib';
import type { ListedObject } from './list-page.ts';

const digestSpan = 1_000_000;

const etagDigest = (etag: string): number => crc32(etag.replace(/^W\/|"/g, '')) % digestSpan;

/**
 * A time in microseconds since the epoch that changes whenever an object does, if only within a second: the second in
 * which it was stored, and a digest of its tag.
 */
export const objectTimeUs = ({ modifiedAtMs, etag }: Pick<ListedObject, 'modifiedAtMs' | 'etag'>): number =>
  Math.floor(modifiedAtMs / 1000) * digestSpan + etagDigest(etag);

/** Whether an object of a tag is the one whose time was told. */
export const isOfTime = (etag: string, timeUs: number): boolean => etagDigest(etag) === timeUs % digestSpan;
