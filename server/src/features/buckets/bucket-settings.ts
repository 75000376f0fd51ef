import { isDeepStrictEqual } from 'node:util';
import type { Bucket, BucketChange } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { parseBucketAddress } from '../../platform/bucket/bucket-address.ts';
import type { BucketAccess } from '../../platform/bucket/bucket-client.ts';
import type { Events } from '../../platform/events.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readBuckets, writeBuckets } from './buckets-store.ts';

/** How the buckets that music sources lie in are reached; encrypted at rest and kept in memory. */
export interface BucketSettings {
  /** With keys: for what reads buckets, never for an answer. */
  access(): readonly BucketAccess[];
  /** Without keys. */
  list(): Bucket[];
  /** @throws AppError invalid_bucket */
  save(list: readonly BucketChange[]): Promise<void>;
  /** Reads them again: another process may have saved. */
  reload(): Promise<void>;
}

/** More than anybody has. */
const mostBuckets = 100;

/** Longest of each part. */
const longestPartBytes = 1024;

const refuse = (sentence: string): never => {
  throw new AppError('invalid_bucket', sentence);
};

/** Scheme, host and port of an address; one without a scheme is meant to be secure. */
const endpointOf = (text: string): string => {
  const written = text.trim();
  const url = URL.parse(written.includes('://') ? written : `https://${written}`);
  const isRoot =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.pathname === '/' &&
    url.search + url.hash + url.username + url.password === '';
  return url !== null && isRoot
    ? url.origin
    : refuse('The address of a bucket is http:// or https:// and a host, perhaps with a port.');
};

const check = (change: BucketChange): void => {
  for (const [part, text] of Object.entries(change)) {
    if (typeof text !== 'string') continue;
    const what = `The ${part.replace('_', ' ')} of a bucket`;
    assertNotLonger({ text, what, mostBytes: longestPartBytes, code: 'invalid_bucket' });
    if (/\p{Cc}/u.test(text)) refuse(`${what} cannot hold control characters.`);
  }
  if (parseBucketAddress(`s3://${change.bucket}`)?.prefix !== '')
    refuse('The name of a bucket holds letters, digits, dots and dashes.');
};

const keyOf = (typed: string | null | undefined, stored: string | undefined): string => {
  const key = typed?.trim() ?? '';
  return key === '' ? (stored ?? refuse('A bucket needs an access key and a secret key.')) : key;
};

const accessOf = (change: BucketChange, stored: BucketAccess | undefined): BucketAccess => {
  check(change);
  const { bucket, is_path_style, access_key, secret_key } = change;
  const region = change.region.trim();
  return {
    ...{ bucket, endpoint: endpointOf(change.endpoint), isPathStyle: is_path_style },
    region: /^[\w-]+$/.test(region)
      ? region
      : refuse('The region of a bucket holds letters, digits and dashes.'),
    accessKey: keyOf(access_key, stored?.accessKey),
    secretKey: keyOf(secret_key, stored?.secretKey),
  };
};

/** Reads them. Emits `sources-changed` whenever they were saved: what lies in them is looked at again. */
export const createBucketSettings = async (deps: {
  query: StateQuery;
  box: SecretBox;
  events: Events<AppEvents>;
}): Promise<BucketSettings> => {
  let current = await readBuckets(deps.query, deps.box);
  return {
    access: () => current,
    list: () =>
      current.map(({ bucket, endpoint, region, isPathStyle }) => ({
        ...{ bucket, endpoint, region },
        is_path_style: isPathStyle,
        has_keys: true,
      })),
    reload: async () => {
      const next = await readBuckets(deps.query, deps.box);
      if (isDeepStrictEqual(next, current)) return;
      current = next;
      deps.events.emit('sources-changed', undefined);
    },
    save: async (list) => {
      if (list.length > mostBuckets) refuse('No more than 100 buckets can be saved.');
      if (new Set(list.map(({ bucket }) => bucket)).size < list.length)
        refuse('The same bucket stands twice in the list.');
      const stored = new Map(current.map((access) => [access.bucket, access]));
      const next = list.map((change) => accessOf(change, stored.get(change.bucket)));
      await writeBuckets(deps.query, deps.box, next);
      current = next;
      deps.events.emit('sources-changed', undefined);
    },
  };
};
