import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nullishText, text, yesOrNo } from '../values.ts';

const place = {
  /** Name of the bucket, as it stands in `s3://bucket/prefix`. */
  bucket: text,
  /** Root of the store: `https://` or `http://`, a host, perhaps a port. */
  endpoint: text,
  region: text,
  /** Whether the bucket is the first part of the path, and not of the host's name. */
  is_path_style: yesOrNo,
};

const bucket = z.object({
  ...place,
  /** Whether keys are stored. They are never told. */
  has_keys: yesOrNo,
});
export type Bucket = z.infer<typeof bucket>;

const bucketChange = z.object({
  ...place,
  /** Absent or null: the stored ones stay. */
  access_key: nullishText,
  secret_key: nullishText,
});
export type BucketChange = z.infer<typeof bucketChange>;

/** How buckets that music sources lie in are reached. */
export const bucketEndpoints = {
  getBuckets: endpoint({
    method: 'GET',
    path: '/buckets',
    access: 'admin',
    summary: 'How the buckets that music sources lie in are reached. Keys are never told.',
    answer: z.array(bucket),
  }),
  putBuckets: endpoint({
    method: 'PUT',
    path: '/buckets',
    access: 'admin',
    summary:
      'Replace the whole list of buckets; what is not in it is forgotten with its keys. Absent keys stay as they are stored.',
    body: z.array(bucketChange),
    bodyExample: [
      {
        bucket: 'music',
        endpoint: 'https://s3.example.org',
        region: 'eu-central-1',
        is_path_style: true,
        access_key: 'key',
        secret_key: 'secret',
      },
    ],
    answer: 'empty',
    errors: ['invalid_bucket'],
  }),
};
