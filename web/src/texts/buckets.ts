import { buckets } from './en/buckets.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of buckets, in a module of their own: few have a source in one. */
export const { texts: bucketTexts, exchange: setBucketsCatalogue } = /* @__PURE__ */ exchangeable(buckets);
