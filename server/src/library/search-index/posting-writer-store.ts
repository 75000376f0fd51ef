import type Database from 'better-sqlite3';
import {
  chunkOf,
  eachSection,
  encodeRow,
  type Field,
  fieldCount,
  listOf,
  rowKey,
  type Sections,
  withDocuments,
  wordOf,
} from './posting-list.ts';
import {
  type BucketPosting,
  bucketOf,
  bucketWords,
  countsByPlace,
  eachPosting,
  emptyBucket,
  hasOwnRows,
  markOwnRows,
  placeOf,
  postingCount,
  withoutPostings,
  withPostings,
} from './word-bucket.ts';

/** New postings of a word within one run that earn it a row of its own at once. */
const ownRowFrom = 12;
/** Postings a word may have in its bucket before they move to rows of their own. */
const bucketShare = 24;

/** Gathers changes of postings and writes them list by list. */
export interface PostingWriter {
  add(list: number, documentId: number): void;
  remove(list: number, documentId: number): void;
  /** Writes what was gathered. */
  flush(): void;
  /** Forgets what was gathered. */
  discard(): void;
}

/** Documents of one field within one run, ascending. */
interface FieldChanges {
  readonly field: Field;
  readonly added: number[];
  readonly removed: number[];
}

/** Changes by posting list: `document id * 2`, and 1 more when it was added. Of several the last counts. */
type Gathered = ReadonlyMap<number, readonly number[]>;

const inOrder = (changes: readonly number[]): readonly number[] => {
  const isPlain = changes.every(
    (change, index) => change % 2 === 1 && (index === 0 || change > (changes[index - 1] ?? 0)),
  );
  if (isPlain) return changes;
  const last = new Map(changes.map((change) => [Math.floor(change / 2), change]));
  return [...last.values()].sort((a, b) => a - b);
};

/** A word's changes by run. */
const byChunk = (wordId: number, gathered: Gathered): Map<number, FieldChanges[]> => {
  const chunks = new Map<number, FieldChanges[]>();
  for (let field = 0; field < fieldCount; field += 1) {
    const changes = gathered.get(wordId * fieldCount + field);
    if (changes === undefined) continue;
    for (const change of inOrder(changes)) {
      const documentId = Math.floor(change / 2);
      const chunk = chunkOf(documentId);
      const inChunk = chunks.get(chunk) ?? [];
      if (inChunk.length === 0) chunks.set(chunk, inChunk);
      let current = inChunk.at(-1);
      if (current?.field !== field) {
        current = { field: field as Field, added: [], removed: [] };
        inChunk.push(current);
      }
      (change % 2 === 1 ? current.added : current.removed).push(documentId);
    }
  }
  return chunks;
};

/** Brings a word's row of one run up to date. */
type WriteRow = (wordId: number, chunk: number, changes: readonly FieldChanges[]) => void;

const createWriteRow = (raw: Database.Database): WriteRow => {
  const findRow = raw.prepare<[number], Buffer>('SELECT data FROM search_postings WHERE key = ?').pluck();
  const putRow = raw.prepare<[number, Buffer]>(
    'INSERT INTO search_postings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET data = excluded.data',
  );
  const removeRow = raw.prepare<[number]>('DELETE FROM search_postings WHERE key = ?');
  return (wordId, chunk, changes) => {
    const key = rowKey(wordId, chunk);
    const old = findRow.get(key);
    const sections: Sections = [];
    if (old !== undefined) {
      eachSection(old, (field, section) => {
        sections[field] = section;
      });
    }
    for (const change of changes) sections[change.field] = withDocuments(sections[change.field], change);
    const row = encodeRow(sections);
    if (row !== null) putRow.run(key, row);
    else if (old !== undefined) removeRow.run(key);
  };
};

/** Gives words that have outgrown their bucket rows of their own. */
const moveGrown = (bucketId: number, bucket: Buffer, writeRow: WriteRow): Buffer => {
  if (postingCount(bucket) <= bucketShare) return bucket;
  const counts = countsByPlace(bucket);
  if (counts.every((count) => count <= bucketShare)) return bucket;
  const hasGrown = (place: number): boolean => (counts[place] ?? 0) > bucketShare;
  const moved = new Map<number, number[]>();
  eachPosting(bucket, (place, field, documentId) => {
    if (!hasGrown(place)) return;
    const list = listOf(bucketId * bucketWords + place, field as Field);
    const documents = moved.get(list) ?? [];
    documents.push(documentId * 2 + 1);
    moved.set(list, documents);
  });
  const after = withoutPostings(bucket, hasGrown);
  counts.forEach((_count, place) => {
    if (!hasGrown(place)) return;
    markOwnRows(after, place);
    const wordId = bucketId * bucketWords + place;
    for (const [chunk, changes] of byChunk(wordId, moved)) writeRow(wordId, chunk, changes);
  });
  return after;
};

/** Writes the tables `search_postings` and `search_buckets`. */
export const createPostingWriter = (raw: Database.Database): PostingWriter => {
  const writeRow = createWriteRow(raw);
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

  /** Writes one word's changes where they belong; new postings for the bucket are put into `rare`. */
  const writeWord = (bucket: Buffer, wordId: number, rare: BucketPosting[]): Buffer => {
    const place = placeOf(wordId);
    let after = bucket;
    for (const [chunk, changes] of byChunk(wordId, gathered)) {
      for (const { field, removed } of changes) {
        if (removed.length === 0) continue;
        const gone = new Set(removed);
        after = withoutPostings(after, (p, f, id) => p === place && f === field && gone.has(id));
      }
      const added = changes.reduce((sum, change) => sum + change.added.length, 0);
      if (hasOwnRows(after, place) || added >= ownRowFrom) {
        markOwnRows(after, place);
        writeRow(wordId, chunk, changes);
        continue;
      }
      for (const { field, added: documents } of changes) {
        for (const documentId of documents) rare.push({ place, field, documentId });
      }
    }
    return after;
  };

  /** Writes the changes of a bucket's words. */
  const writeBucket = (id: number, wordIds: Float64Array): void => {
    const before = findBucket.get(id);
    const rare: BucketPosting[] = [];
    let bucket = before === undefined ? emptyBucket() : Buffer.from(before);
    for (const wordId of wordIds) bucket = writeWord(bucket, wordId, rare);
    if (rare.length > 0) bucket = moveGrown(id, withPostings(bucket, rare), writeRow);
    if (before?.equals(bucket) !== true) putBucket.run(id, bucket);
  };

  const flush = (): void => {
    const wordIds = Float64Array.from(new Set([...gathered.keys()].map(wordOf))).sort();
    for (let from = 0, to = 0; from < wordIds.length; from = to) {
      const id = bucketOf(wordIds[from] ?? 0);
      while (to < wordIds.length && bucketOf(wordIds[to] ?? 0) === id) to += 1;
      writeBucket(id, wordIds.subarray(from, to));
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
