import type { RealPath } from '../paths/real-path.ts';

/** What a location begins with that is no folder of the host. */
const scheme = 's3://';

/** Where a bucket's songs lie: objects whose keys begin with a prefix. */
export interface BucketAddress {
  readonly bucket: string;
  /** Without slashes at its ends; '' for the whole bucket. */
  readonly prefix: string;
}

/** Whether a path or location is of a bucket; a folder of the host begins otherwise. */
export const isInBucket = (path: RealPath | Uint8Array): boolean =>
  typeof path === 'string'
    ? path.startsWith(scheme)
    : path.length > scheme.length &&
      Buffer.from(path.subarray(0, scheme.length)).toString('latin1') === scheme;

/** Letters, digits, dots, dashes and underscores: also what older buckets are called. */
const bucketName = /^[a-z0-9][a-z0-9._-]{1,254}$/i;

/**
 * Reads a location.
 * @returns null for what is no bucket or names none
 */
export const parseBucketAddress = (text: string): BucketAddress | null => {
  const location = text.trim();
  if (!isInBucket(location)) return null;
  const [bucket = '', ...rest] = location.slice(scheme.length).split('/');
  if (!bucketName.test(bucket) || bucket.includes('..')) return null;
  return { bucket, prefix: rest.join('/').replace(/^\/+|\/+$/g, '') };
};

/** The one way to write a location: what lies in it follows behind a slash. */
export const bucketRoot = ({ bucket, prefix }: BucketAddress): string =>
  prefix === '' ? `${scheme}${bucket}` : `${scheme}${bucket}/${prefix}`;

/** The bucket and key of an object's path, which is its bucket's root and the key's parts behind slashes. */
export const objectAt = (path: Uint8Array): { readonly bucket: string; readonly key: string } | null => {
  const text = Buffer.from(path).toString('utf8');
  if (!isInBucket(text)) return null;
  const at = text.indexOf('/', scheme.length);
  return at === -1 ? null : { bucket: text.slice(scheme.length, at), key: text.slice(at + 1) };
};
