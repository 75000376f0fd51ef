import type Database from 'better-sqlite3';
import { chunkOf, type Field, fieldCount, listOf, rowKey, withDocuments, wordOf } from './posting-list.ts';
import {
  type BucketPosting,
  bucketOf,
  bucketWords,
  countsByPlace,
  eachPosting,
  emptyBucket,
  markOwnRows,
  ownRowsOf,
  placeOf,
  postingCount,
  withoutPostings,
  withPostings,
} from './word-bucket.ts';

/** New postings of a list within one run that earn it a row of its own at once. */
const ownRowFrom = 6;
/** Postings a word may have in its bucket before they move to rows of their own. */
const bucketShare = 12;

/** Gathers changes of postings and writes them list by list. */
export interface PostingWriter {
  add(list: number, documentId: number): void;
  remove(list: number, documentId: number): void;
  /** Writes what was gathered. */
  flush(): void;
  /** Forgets what was gathered. */
  discard(): void;
}

/** Documents of one list within one run, ascending. */
interface ChunkChanges {
  readonly chunk: number;
  readonly added: number[];
  readonly removed: number[];
}

/** Changes as they were gathered: `document id * 2`, and 1 more when it was added. Of several the last counts. */
const byChunk = (changes: readonly number[]): ChunkChanges[] => {
  const isPlain = changes.every(
    (change, index) => change % 2 === 1 && (index === 0 || change > (changes[index - 1] ?? 0)),
  );
  const last = isPlain
    ? changes
    : [...new Map(changes.map((change) => [Math.floor(change / 2), change])).values()].sort((a, b) => a - b);
  const chunks: ChunkChanges[] = [];
  for (const change of last) {
    const documentId = Math.floor(change / 2);
    const chunk = chunkOf(documentId);
    let current = chunks.at(-1);
    if (current?.chunk !== chunk) {
      current = { chunk, added: [], removed: [] };
      chunks.push(current);
    }
    (change % 2 === 1 ? current.added : current.removed).push(documentId);
  }
  return chunks;
};

/** Writes the tables `search_postings` and `search_buckets`. */
export const createPostingWriter = (raw: Database.Database): PostingWriter => {
  const findRow = raw.prepare<[number], Buffer>('SELECT data FROM search_postings WHERE key = ?').pluck();
  const putRow = raw.prepare<[number, Buffer]>(
    'INSERT INTO search_postings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET data = excluded.data',
  );
  const removeRow = raw.prepare<[number]>('DELETE FROM search_postings WHERE key = ?');
  const findBucket = raw.prepare<[number], Buffer>('SELECT data FROM search_buckets WHERE id = ?').pluck();
  const putBucket = raw.prepare<[number, Buffer]>(
    'INSERT INTO search_buckets VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data',
  );
  let gathered = new Map<number, number[]>();

  const note = (list: number, change: number): void => {
    const changes = gathered.get(list);
    if (changes === undefined) gathered.set(list, [change]);
    else changes.push(change);
  };

  const writeRow = (list: number, changes: ChunkChanges): void => {
    const key = rowKey(list, changes.chunk);
    const old = findRow.get(key);
    const data = withDocuments(old, changes);
    if (data !== null) putRow.run(key, data);
    else if (old !== undefined) removeRow.run(key);
  };

  /**
   * Writes one list's changes where they belong.
   * @returns the bucket, changed or not; new postings for it are put into `rare`
   */
  const writeList = (bucket: Buffer, list: number, rare: BucketPosting[]): Buffer => {
    const place = placeOf(wordOf(list));
    const field = (list % fieldCount) as Field;
    let after = bucket;
    for (const changes of byChunk(gathered.get(list) ?? [])) {
      if (changes.removed.length > 0) {
        const gone = new Set(changes.removed);
        after = withoutPostings(after, (p, f, id) => p === place && f === field && gone.has(id));
      }
      const hasOwnRows = (ownRowsOf(after) & (1 << place)) !== 0;
      if (hasOwnRows || changes.added.length >= ownRowFrom) {
        markOwnRows(after, place);
        writeRow(list, changes);
      } else {
        for (const documentId of changes.added) rare.push({ place, field, documentId });
      }
    }
    return after;
  };

  /** Gives words that have outgrown their bucket rows of their own. */
  const moveGrown = (bucketId: number, bucket: Buffer): Buffer => {
    if (postingCount(bucket) <= bucketShare) return bucket;
    const counts = countsByPlace(bucket);
    if (counts.every((count) => count <= bucketShare)) return bucket;
    const hasGrown = (place: number): boolean => (counts[place] ?? 0) > bucketShare;
    const moved = new Map<number, number[]>();
    eachPosting(bucket, (place, field, documentId) => {
      if (!hasGrown(place)) return;
      const list = listOf(bucketId * bucketWords + place, field as Field);
      moved.set(list, [...(moved.get(list) ?? []), documentId * 2 + 1]);
    });
    for (const [list, changes] of moved) {
      for (const part of byChunk([...changes].sort((a, b) => a - b))) writeRow(list, part);
    }
    const after = withoutPostings(bucket, hasGrown);
    counts.forEach((_count, place) => {
      if (hasGrown(place)) markOwnRows(after, place);
    });
    return after;
  };

  /** Writes the changes of all lists of one bucket's words. */
  const writeBucket = (id: number, lists: Float64Array): void => {
    const before = findBucket.get(id);
    const rare: BucketPosting[] = [];
    let bucket = before === undefined ? emptyBucket() : Buffer.from(before);
    for (const list of lists) bucket = writeList(bucket, list, rare);
    if (rare.length > 0) bucket = moveGrown(id, withPostings(bucket, rare));
    if (before?.equals(bucket) !== true) putBucket.run(id, bucket);
  };

  const flush = (): void => {
    const lists = Float64Array.from(gathered.keys()).sort();
    for (let from = 0, to = 0; from < lists.length; from = to) {
      const id = bucketOf(wordOf(lists[from] ?? 0));
      while (to < lists.length && bucketOf(wordOf(lists[to] ?? 0)) === id) to += 1;
      writeBucket(id, lists.subarray(from, to));
    }
    gathered = new Map();
  };

  return {
    add: (list, documentId) => note(list, documentId * 2 + 1),
    remove: (list, documentId) => note(list, documentId * 2),
    flush,
    discard: () => {
      gathered = new Map();
    },
  };
};
