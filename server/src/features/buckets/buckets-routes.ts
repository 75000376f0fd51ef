import { type Route, route } from '../../http/route.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** `/buckets`. */
export const createBucketsRoutes = (deps: { buckets: BucketSettings }): Route[] => [
  route('getBuckets', () => deps.buckets.list()),
  route('putBuckets', async ({ body }) => {
    await deps.buckets.save(body);
  }),
];
