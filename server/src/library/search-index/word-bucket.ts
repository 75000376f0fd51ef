import { type Field, fieldCount } from './posting-list.ts';

/*
 * A bucket is a row of bytes: 16 with a bit for each of its words that has rows of its own besides, then 6
 * for each posting: `place of the word * 16 + field` (2) and the document id (4).
 */

/** Words in a bucket. */
export const bucketWords = 128;

const headBytes = bucketWords / 8;
const entryBytes = 6;

/** Rare postings, each at one place of both lists. */
export interface BucketPostings {
  /** See {@link slotOf}. */
  readonly slots: number[];
  readonly documentIds: number[];
}

/** None. */
export const noPostings = (): BucketPostings => ({ slots: [], documentIds: [] });

/** What says in a posting which word and field it is of. */
export const slotOf = (place: number, field: Field): number => place * fieldCount + field;

/** The bucket of a word. */
export const bucketOf = (wordId: number): number => Math.floor(wordId / bucketWords);

/** Where a word stands in its bucket. */
export const placeOf = (wordId: number): number => wordId % bucketWords;

/** A bucket without postings. */
export const emptyBucket = (): Buffer => Buffer.alloc(headBytes);

/** How many postings a bucket has. */
export const postingCount = (bucket: Buffer): number => (bucket.length - headBytes) / entryBytes;

/** Whether a word of a bucket has rows of its own. */
export const hasOwnRows = (bucket: Buffer, place: number): boolean =>
  (((bucket[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

/** Notes that a word has rows of its own, in place. */
export const markOwnRows = (bucket: Buffer, place: number): void => {
  bucket[place >> 3] = (bucket[place >> 3] ?? 0) | (1 << (place & 7));
};

/** Calls back for each posting of a bucket. */
export const eachPosting = (
  bucket: Buffer,
  visit: (place: number, field: number, documentId: number) => void,
): void => {
  for (let at = headBytes; at < bucket.length; at += entryBytes) {
    const slot = bucket.readUInt16LE(at);
    visit(slot >> 4, slot & (fieldCount - 1), bucket.readUInt32LE(at + 2));
  }
};

/** A bucket with more postings. */
export const withPostings = (bucket: Buffer, { slots, documentIds }: BucketPostings): Buffer => {
  const joined = Buffer.allocUnsafe(bucket.length + slots.length * entryBytes);
  joined.set(bucket);
  for (let index = 0; index < slots.length; index += 1) {
    const at = bucket.length + index * entryBytes;
    joined.writeUInt16LE(slots[index] ?? 0, at);
    joined.writeUInt32LE(documentIds[index] ?? 0, at + 2);
  }
  return joined;
};

/** A bucket without the postings that `isGone` names. */
export const withoutPostings = (
  bucket: Buffer,
  isGone: (place: number, field: number, documentId: number) => boolean,
): Buffer => {
  const kept = noPostings();
  eachPosting(bucket, (place, field, documentId) => {
    if (isGone(place, field, documentId)) return;
    kept.slots.push(slotOf(place, field as Field));
    kept.documentIds.push(documentId);
  });
  return withPostings(bucket.subarray(0, headBytes), kept);
};

/** How many postings each word of a bucket has. */
export const countsByPlace = (bucket: Buffer): Uint32Array => {
  const counts = new Uint32Array(bucketWords);
  for (let at = headBytes; at < bucket.length; at += entryBytes) {
    const place = bucket.readUInt16LE(at) >> 4;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
};
