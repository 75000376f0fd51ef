import type Database from 'better-sqlite3';
import { dataVersionOf } from '../../db/settings.ts';
import { createTogether, type Together } from '../together.ts';
import { addBit, type BitSet } from './bit-set.ts';
import {
  addSection,
  chunkOfRow,
  eachSection,
  type Field,
  fieldCount,
  rowKey,
  type Section,
} from './posting-list.ts';
import { bucketOf, bucketWords, eachPosting, hasOwnRows, placeOf } from './word-bucket.ts';
import { equalMatch, startMatch, type WordMatch, wholeMatch, wordIdOf } from './word-list.ts';

/** Where the documents of a field go, by how the query word stands in the word found; absent is not wanted. */
export interface Sink {
  readonly any?: BitSet;
  readonly whole?: BitSet;
  readonly start?: BitSet;
  readonly equal?: BitSet;
}

/** Sinks by field. */
export type Sinks = readonly (Sink | undefined)[];

/** Reads postings. Every method may be called at any time while another connection writes. */
export interface PostingReader {
  /** Makes reads on this connection share a transaction. */
  readonly together: Together;
  /** Changes whenever another connection has committed something. */
  version(): number;
  greatestSongId(): number;
  greatestDirectoryId(): number;
  /** Up to `limit` words behind a number, in order. */
  wordsAfter(wordId: number, limit: number): string[];
  /** The number of a whole word. */
  wordId(word: string): number | undefined;
  /** Puts the documents of words, which are ascending, into the sinks; may be interrupted where it yields. */
  collect(matches: readonly WordMatch[], sinks: Sinks): Generator<undefined, void>;
}

/** Keys of one word's rows begin here. */
const firstKeyOf = (wordId: number): number => rowKey(wordId, 0);

/** Words handled between two interruptions. */
const wordsAtOnce = 256;
/** From this share of all buckets on, reading them in order is quicker than one by one. */
const scanShare = 0.1;
/** Buckets read at once then. */
const bucketsAtOnce = 32;

/** Puts what holds a word into the sets that want it. Called for every posting, so it makes nothing. */
const putInto = <What>(
  sink: Sink | undefined,
  match: WordMatch,
  add: (set: BitSet, what: What) => void,
  what: What,
): void => {
  if (sink === undefined) return;
  if (sink.any !== undefined) add(sink.any, what);
  if (sink.whole !== undefined && (match & wholeMatch) !== 0) add(sink.whole, what);
  if (sink.start !== undefined && (match & startMatch) !== 0) add(sink.start, what);
  if (sink.equal !== undefined && (match & equalMatch) !== 0) add(sink.equal, what);
};

/** Documents of a run. */
interface Run {
  readonly chunk: number;
  readonly section: Section;
}

const addRun = (set: BitSet, { chunk, section }: Run): void => addSection(set, chunk, section);

const bucketOfMatch = (match: WordMatch): number => bucketOf(wordIdOf(match));

/** The buckets of matches, ascending as those are. */
const bucketsIn = (matches: readonly WordMatch[]): number[] => {
  const ids: number[] = [];
  for (const match of matches) {
    const id = bucketOfMatch(match);
    if (ids.at(-1) !== id) ids.push(id);
  }
  return ids;
};

const reading = (raw: Database.Database, sql: string) => {
  const statement = raw.prepare<[], number>(sql).pluck();
  return (): number => statement.get() ?? 0;
};

type Bucket = { readonly id: number; readonly data: Buffer };

/** Reads the buckets of matches, ascending. */
const createBuckets = (raw: Database.Database) => {
  const bucketAt = raw.prepare<[number], Buffer>('SELECT data FROM search_buckets WHERE id = ?').pluck();
  const bucketsFrom = raw.prepare<[number, number], Bucket>(
    'SELECT id, data FROM search_buckets WHERE id >= ? ORDER BY id LIMIT ?',
  );
  const greatestBucket = reading(raw, 'SELECT ifnull(max(id), 0) FROM search_buckets');

  return function* bucketsOf(matches: readonly WordMatch[]): Generator<Bucket> {
    const ids = bucketsIn(matches);
    if (ids.length < (greatestBucket() + 1) * scanShare) {
      for (const id of ids) {
        const data = bucketAt.get(id);
        if (data !== undefined) yield { id, data };
      }
      return;
    }
    let next = 0;
    for (let from = 0; ; ) {
      const rows = bucketsFrom.all(from, bucketsAtOnce);
      for (const row of rows) {
        while ((ids[next] ?? row.id) < row.id) next += 1;
        if (ids[next] === row.id) yield row;
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      from = last.id + 1;
    }
  };
};

/** Reads the search tables on a connection that only reads. */
export const createPostingReader = (raw: Database.Database): PostingReader => {
  const wordsAfter = raw
    .prepare<[number, number], string>('SELECT word FROM search_words WHERE id > ? ORDER BY id LIMIT ?')
    .pluck();
  const wordId = raw.prepare<[string], number>('SELECT id FROM search_words WHERE word = ?').pluck();
  const rowsOf = raw.prepare<[number, number], { key: number; data: Buffer }>(
    'SELECT key, data FROM search_postings WHERE key >= ? AND key < ?',
  );
  const bucketsOf = createBuckets(raw);

  const collectRows = (match: WordMatch, sinks: Sinks): void => {
    const wordId = wordIdOf(match);
    for (const { key, data } of rowsOf.all(firstKeyOf(wordId), firstKeyOf(wordId + 1))) {
      const chunk = chunkOfRow(key);
      eachSection(data, (field, section) => putInto(sinks[field], match, addRun, { chunk, section }));
    }
  };

  function* collect(matches: readonly WordMatch[], sinks: Sinks): Generator<undefined, void> {
    /** By place in the bucket; 0 where there is none. */
    const byPlace: WordMatch[] = new Array(bucketWords).fill(0);
    let next = 0;
    let done = 0;
    for (const { id, data } of bucketsOf(matches)) {
      byPlace.fill(0);
      while (next < matches.length && bucketOfMatch(matches[next] ?? 0) < id) next += 1;
      for (; next < matches.length; next += 1) {
        const match = matches[next] ?? 0;
        if (bucketOfMatch(match) !== id) break;
        const place = placeOf(wordIdOf(match));
        byPlace[place] = match;
        if (hasOwnRows(data, place)) collectRows(match, sinks);
        done += 1;
        if (done % wordsAtOnce === 0) yield;
      }
      eachPosting(data, (place, field, documentId) => {
        const match = byPlace[place] ?? 0;
        if (match !== 0) putInto(sinks[field], match, addBit, documentId);
      });
    }
  }

  return {
    together: createTogether(raw),
    version: dataVersionOf(raw),
    greatestSongId: reading(raw, 'SELECT ifnull(max(id), 0) FROM search_songs'),
    greatestDirectoryId: reading(raw, 'SELECT ifnull(max(id), 0) FROM search_directories'),
    wordsAfter: (id, limit) => wordsAfter.all(id, limit),
    wordId: (word) => wordId.get(word),
    collect,
  };
};

/** Fields as sinks: one entry for each field that is wanted. */
export const sinksOf = (wanted: readonly (readonly [Field, Sink])[]): Sinks => {
  const sinks: (Sink | undefined)[] = new Array(fieldCount);
  for (const [field, sink] of wanted) sinks[field] = sink;
  return sinks;
};
