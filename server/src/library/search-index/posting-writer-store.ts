import type Database from 'better-sqlite3';
import { createGatheredChanges } from './gathered-changes.ts';
import { documentAt, placesOfRun, runsOfNew, type SomeChanges, withNewDocuments } from './new-documents.ts';
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
  type BucketPostings,
  bucketOf,
  bucketWords,
  countsByPlace,
  eachPosting,
  emptyBucket,
  hasOwnRows,
  markOwnRows,
  noPostings,
  placeOf,
  postingCount,
  slotOf,
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

/** Writes a word's rows of one run. */
interface RowWriter {
  /** Brings it up to date. */
  change(wordId: number, chunk: number, changes: readonly FieldChanges[]): void;
  /** Adds the documents of a run that are new, all of `word`, see {@link runsOfNew}. */
  add(wordId: number, chunk: number, word: SomeChanges): void;
}

/** New documents of a run, field by field. */
const newDocuments = (word: SomeChanges, run: number): FieldChanges[] => {
  const found: FieldChanges[] = [];
  for (const at of placesOfRun(word, run)) {
    const field = fieldOf(word.lists[at] ?? 0);
    const documentId = documentAt(word, at);
    const last = found.at(-1);
    if (last?.field === field) last.added.push(documentId);
    else found.push({ field, added: [documentId], removed: [] });
  }
  return found;
};

const createRowWriter = (raw: Database.Database): RowWriter => {
  const findRow = raw.prepare<[number], Buffer>('SELECT data FROM search_postings WHERE key = ?').pluck();
  const putRow = raw.prepare<[number, Buffer]>(
    'INSERT INTO search_postings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET data = excluded.data',
  );
  const removeRow = raw.prepare<[number]>('DELETE FROM search_postings WHERE key = ?');
  const changeRow = (key: number, old: Buffer | undefined, changes: readonly FieldChanges[]): void => {
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
  return {
    change: (wordId, chunk, changes) => {
      const key = rowKey(wordId, chunk);
      changeRow(key, findRow.get(key), changes);
    },
    add: (wordId, chunk, word) => {
      const key = rowKey(wordId, chunk);
      const old = findRow.get(key);
      const row = withNewDocuments(old, word, chunk);
      if (row === null) changeRow(key, old, newDocuments(word, chunk));
      else putRow.run(key, row);
    },
  };
};

/** Gives words that have outgrown their bucket rows of their own. */
const moveGrown = (bucketId: number, bucket: Buffer, rows: RowWriter): Buffer => {
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
    for (const [chunk, changes] of byChunk(fieldsOfWord)) rows.change(wordId, chunk, changes);
  }
  return after;
};

/** Where changes end that are of the same as the first of them. */
const endOfSame = (
  { lists, to }: Pick<SomeChanges, 'lists' | 'to'>,
  from: number,
  same: (one: number, other: number) => boolean,
): number => {
  const first = lists[from] ?? 0;
  let end = from + 1;
  while (end < to && same(lists[end] ?? 0, first)) end += 1;
  return end;
};

const isOfWord = (one: number, other: number): boolean => wordOf(one) === wordOf(other);
const isOfBucket = (one: number, other: number): boolean => bucketOf(wordOf(one)) === bucketOf(wordOf(other));
const isOfList = (one: number, other: number): boolean => one === other;

/** Changes of one word, field by field. */
const fieldsOf = (word: SomeChanges): FieldOfWord[] => {
  const found: FieldOfWord[] = [];
  for (let from = word.from; from < word.to; ) {
    const end = endOfSame(word, from, isOfList);
    found.push({ field: fieldOf(word.lists[from] ?? 0), changes: [...word.changes.subarray(from, end)] });
    from = end;
  }
  return found;
};

/** Where one word's changes are to go. */
interface WordPlace {
  readonly wordId: number;
  /** New postings for the bucket are put here. */
  readonly rare: BucketPostings;
  readonly rows: RowWriter;
}

/** The same where some changes are of documents that went, or come again. @returns its bucket, without `rare` */
const writeMixed = (bucket: Buffer, word: SomeChanges, { wordId, rare, rows }: WordPlace): Buffer => {
  const place = placeOf(wordId);
  let after = bucket;
  for (const [chunk, changes] of byChunk(fieldsOf(word))) {
    let added = 0;
    for (const { field, removed, added: documents } of changes) {
      added += documents.length;
      if (removed.length === 0) continue;
      const gone = new Set(removed);
      after = withoutPostings(after, (p, f, id) => p === place && f === field && gone.has(id));
    }
    if (hasOwnRows(after, place) || added >= ownRowFrom) {
      markOwnRows(after, place);
      rows.change(wordId, chunk, changes);
      continue;
    }
    for (const { field, added: documents } of changes) {
      for (const documentId of documents) {
        rare.slots.push(slotOf(place, field));
        rare.documentIds.push(documentId);
      }
    }
  }
  return after;
};

/** How many new documents of a word are of a run. @param runs all there are */
const countOfRun = (word: SomeChanges, run: number, runs: readonly number[]): number =>
  runs.length === 1 ? word.to - word.from : placesOfRun(word, run).length;

/** Writes one word's changes where they belong. @returns its bucket after that, without `rare` */
const writeWord = (bucket: Buffer, word: SomeChanges, to: WordPlace): Buffer => {
  const runs = runsOfNew(word);
  if (runs === null) return writeMixed(bucket, word, to);
  const place = placeOf(to.wordId);
  for (const run of runs) {
    if (hasOwnRows(bucket, place) || countOfRun(word, run, runs) >= ownRowFrom) {
      markOwnRows(bucket, place);
      to.rows.add(to.wordId, run, word);
      continue;
    }
    for (const at of placesOfRun(word, run)) {
      to.rare.slots.push(slotOf(place, fieldOf(word.lists[at] ?? 0)));
      to.rare.documentIds.push(documentAt(word, at));
    }
  }
  return bucket;
};

/** Writes the tables `search_postings` and `search_buckets`. */
export const createPostingWriter = (raw: Database.Database): PostingWriter => {
  const rows = createRowWriter(raw);
  const findBucket = raw.prepare<[number], Buffer>('SELECT data FROM search_buckets WHERE id = ?').pluck();
  const putBucket = raw.prepare<[number, Buffer]>(
    'INSERT INTO search_buckets VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data',
  );
  const gathered = createGatheredChanges();

  /** Writes the changes of a bucket's words. */
  const writeBucket = (id: number, words: SomeChanges): void => {
    const before = findBucket.get(id);
    const rare = noPostings();
    let bucket = before === undefined ? emptyBucket() : Buffer.from(before);
    for (let from = words.from; from < words.to; ) {
      const { lists, changes } = words;
      const to = endOfSame(words, from, isOfWord);
      bucket = writeWord(
        bucket,
        { lists, changes, from, to },
        { wordId: wordOf(lists[from] ?? 0), rare, rows },
      );
      from = to;
    }
    if (rare.slots.length > 0) bucket = moveGrown(id, withPostings(bucket, rare), rows);
    if (before?.equals(bucket) !== true) putBucket.run(id, bucket);
  };

  const flush = (): void => {
    const { lists, changes } = gathered.inOrder();
    for (let from = 0; from < lists.length; ) {
      const to = endOfSame({ lists, to: lists.length }, from, isOfBucket);
      writeBucket(bucketOf(wordOf(lists[from] ?? 0)), { lists, changes, from, to });
      from = to;
    }
    gathered.forget();
  };

  return {
    add: (list, documentId) => gathered.note(list, documentId * 2 + 1),
    remove: (list, documentId) => gathered.note(list, documentId * 2),
    flush,
    discard: gathered.forget,
  };
};
