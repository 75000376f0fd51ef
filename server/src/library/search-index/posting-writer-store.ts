import type Database from 'better-sqlite3';
import { createGatheredChanges } from './gathered-changes.ts';
import {
  chunkOf,
  eachSection,
  encodeRow,
  type Field,
  fieldOf,
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

/** What is to change of one field of a word, in the order it came: `document id * 2`, and 1 more when it was added. */
interface FieldOfWord {
  readonly field: Field;
  readonly changes: readonly number[];
}

/** Ascending by document; of several changes of one the last counts. */
const inOrder = (changes: readonly number[]): readonly number[] => {
  let before = 0;
  for (const change of changes) {
    if (change % 2 === 0 || change <= before) {
      const last = new Map(changes.map((each) => [Math.floor(each / 2), each]));
      return [...last.values()].sort((a, b) => a - b);
    }
    before = change;
  }
  return changes;
};

/** A word's changes by run. */
const byChunk = (word: readonly FieldOfWord[]): Map<number, FieldChanges[]> => {
  const chunks = new Map<number, FieldChanges[]>();
  for (const { field, changes } of word) {
    let current: FieldChanges | undefined;
    let currentChunk = -1;
    for (const change of inOrder(changes)) {
      const documentId = Math.floor(change / 2);
      const chunk = chunkOf(documentId);
      if (current === undefined || chunk !== currentChunk) {
        current = { field, added: [], removed: [] };
        currentChunk = chunk;
        const inChunk = chunks.get(chunk);
        if (inChunk === undefined) chunks.set(chunk, [current]);
        else inChunk.push(current);
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
  const moved = new Map<number, Map<number, number[]>>();
  eachPosting(bucket, (place, field, documentId) => {
    if (!hasGrown(place)) return;
    const word = moved.get(place) ?? new Map<number, number[]>();
    moved.set(place, word);
    const documents = word.get(field);
    if (documents === undefined) word.set(field, [documentId * 2 + 1]);
    else documents.push(documentId * 2 + 1);
  });
  const after = withoutPostings(bucket, hasGrown);
  for (const [place, word] of moved) {
    markOwnRows(after, place);
    const fieldsOfWord = [...word].map(([field, changes]) => ({ field: field as Field, changes }));
    const wordId = bucketId * bucketWords + place;
    for (const [chunk, changes] of byChunk(fieldsOfWord)) writeRow(wordId, chunk, changes);
  }
  return after;
};

/** Changes of the words of one bucket. */
type BucketChanges = Map<number, FieldOfWord[]>;

/** One word's changes, and where they are to go. */
interface WordToWrite {
  readonly wordId: number;
  readonly word: readonly FieldOfWord[];
  /** New postings for the bucket are put here. */
  readonly rare: BucketPosting[];
  readonly writeRow: WriteRow;
}

/** Writes one word's changes where they belong. @returns its bucket after that, without `rare` */
const writeWord = (bucket: Buffer, { wordId, word, rare, writeRow }: WordToWrite): Buffer => {
  const place = placeOf(wordId);
  let after = bucket;
  for (const [chunk, changes] of byChunk(word)) {
    let added = 0;
    for (const { field, removed, added: documents } of changes) {
      added += documents.length;
      if (removed.length === 0) continue;
      const gone = new Set(removed);
      after = withoutPostings(after, (p, f, id) => p === place && f === field && gone.has(id));
    }
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

/** Writes the tables `search_postings` and `search_buckets`. */
export const createPostingWriter = (raw: Database.Database): PostingWriter => {
  const writeRow = createWriteRow(raw);
  const findBucket = raw.prepare<[number], Buffer>('SELECT data FROM search_buckets WHERE id = ?').pluck();
  const putBucket = raw.prepare<[number, Buffer]>(
    'INSERT INTO search_buckets VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data',
  );
  const gathered = createGatheredChanges();

  /** Writes the changes of a bucket's words. */
  const writeBucket = (id: number, words: BucketChanges): void => {
    const before = findBucket.get(id);
    const rare: BucketPosting[] = [];
    let bucket = before === undefined ? emptyBucket() : Buffer.from(before);
    for (const [wordId, word] of words) bucket = writeWord(bucket, { wordId, word, rare, writeRow });
    if (rare.length > 0) bucket = moveGrown(id, withPostings(bucket, rare), writeRow);
    if (before?.equals(bucket) !== true) putBucket.run(id, bucket);
  };

  const flush = (): void => {
    let bucketId = -1;
    let words: BucketChanges = new Map();
    for (const { list, changes } of gathered.all()) {
      const wordId = wordOf(list);
      if (bucketOf(wordId) !== bucketId) {
        if (words.size > 0) writeBucket(bucketId, words);
        bucketId = bucketOf(wordId);
        words = new Map();
      }
      const field = { field: fieldOf(list), changes };
      const word = words.get(wordId);
      if (word === undefined) words.set(wordId, [field]);
      else word.push(field);
    }
    if (words.size > 0) writeBucket(bucketId, words);
    gathered.forget();
  };

  return {
    add: (list, documentId) => gathered.note(list, documentId * 2 + 1),
    remove: (list, documentId) => gathered.note(list, documentId * 2),
    flush,
    discard: gathered.forget,
  };
};
