import type { BucketAccess } from '../../platform/bucket/bucket-client.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readSetting, writeSettings } from '../settings/index.ts';

const key = 'buckets';

/** How buckets are reached; none where that was never said or the key file was lost. */
export const readBuckets = async (query: StateQuery, box: SecretBox): Promise<readonly BucketAccess[]> => {
  const stored = await readSetting(query, key);
  const text = typeof stored === 'string' ? box.open(Buffer.from(stored, 'base64')) : null;
  return text === null ? [] : (JSON.parse(text) as readonly BucketAccess[]);
};

/** Stores all of it, encrypted as a whole. */
export const writeBuckets = (
  query: StateQuery,
  box: SecretBox,
  buckets: readonly BucketAccess[],
): Promise<void> =>
  writeSettings(query, new Map([[key, box.seal(JSON.stringify(buckets)).toString('base64')]]));
