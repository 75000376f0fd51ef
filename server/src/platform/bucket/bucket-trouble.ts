/** Why a bucket gave nothing. */
export type BucketReason =
  | 'bucket_missing'
  | 'bucket_forbidden'
  | 'bucket_elsewhere'
  | 'bucket_unreachable'
  | 'bucket_unset';

/** A bucket that cannot be asked, or did not answer as one. Holds no key, and no address. */
export class BucketTrouble extends Error {
  override readonly name = 'BucketTrouble';
  readonly reason: BucketReason;

  constructor(reason: BucketReason) {
    super(reason);
    this.reason = reason;
  }
}
