export { createBucketCopies } from './bucket-copies.ts';
export { createBucketFiles } from './bucket-files.ts';
export { type BucketSettings, createBucketSettings } from './bucket-settings.ts';
export { createBucketsRoutes } from './buckets-routes.ts';
