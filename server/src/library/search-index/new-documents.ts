import type { ListChanges } from './gathered-changes.ts';
import { chunkOf, chunkSize, fieldCount, fieldOf, longestArray, shortAt } from './posting-list.ts';

/** Some of the changes that were gathered. */
export interface SomeChanges extends ListChanges {
  readonly from: number;
  /** Behind the last. */
  readonly to: number;
}

/** The document of a change that adds it. */
export const documentAt = ({ changes }: SomeChanges, at: number): number => ((changes[at] ?? 0) - 1) / 2;

/**
 * The runs of documents that a word's changes are about, where all of them are new and come in order, as nearly always in
 * a scan; null where it is not so.
 */
export const runsOfNew = (word: SomeChanges): number[] | null => {
  const { lists, changes, from, to } = word;
  const runs: number[] = [];
  for (let at = from; at < to; at += 1) {
    const change = changes[at] ?? 0;
    if (change % 2 === 0) return null;
    if (at > from && lists[at] === lists[at - 1] && change <= (changes[at - 1] ?? 0)) return null;
    const run = chunkOf(documentAt(word, at));
    if (run !== runs.at(-1) && !runs.includes(run)) runs.push(run);
  }
  return runs;
};

/** Places of the changes that add documents of a run. */
export const placesOfRun = (word: SomeChanges, run: number): number[] => {
  const places: number[] = [];
  for (let at = word.from; at < word.to; at += 1) if (chunkOf(documentAt(word, at)) === run) places.push(at);
  return places;
};

/** How many ids a row has of each field; null where those of any are a bitmap. */
const countsOf = (row: Buffer | undefined): number[] | null => {
  const counts = new Array<number>(fieldCount).fill(0);
  if (row === undefined) return counts;
  const mask = shortAt(row, 0);
  let head = 2;
  for (let field = 0; field < fieldCount; field += 1) {
    if ((mask & (1 << field)) === 0) continue;
    const count = shortAt(row, head) + 1;
    if (count > longestArray) return null;
    counts[field] = count;
    head += 2;
  }
  return counts;
};

/** Where ids begin in a row. */
const headOf = (counts: readonly number[]): number => {
  let bytes = 2;
  for (const count of counts) if (count > 0) bytes += 2;
  return bytes;
};

const putShort = (row: Buffer, at: number, value: number): void => {
  row[at] = value & 0xff;
  row[at + 1] = value >> 8;
};

/** A row that grows. */
interface GrowingRow {
  readonly row: Buffer;
  /** Of each field where its next id is put. */
  readonly ends: number[];
  /** And the last it has, -1 before the first. */
  readonly last: number[];
}

/** A row with room for more ids of each field behind those it has. */
const widened = (
  old: Buffer | undefined,
  { before, after }: { readonly before: readonly number[]; readonly after: readonly number[] },
): GrowingRow => {
  const ids = after.reduce((sum, count) => sum + count, 0);
  const row = Buffer.allocUnsafe(headOf(after) + ids * 2);
  const ends: number[] = [];
  const last: number[] = [];
  let mask = 0;
  let head = 2;
  let from = headOf(before);
  let to = headOf(after);
  for (let field = 0; field < fieldCount; field += 1) {
    const kept = (before[field] ?? 0) * 2;
    const count = after[field] ?? 0;
    ends.push(to + kept);
    last.push(old === undefined || kept === 0 ? -1 : shortAt(old, from + kept - 2));
    if (count === 0) continue;
    mask |= 1 << field;
    putShort(row, head, count - 1);
    head += 2;
    old?.copy(row, to, from, from + kept);
    from += kept;
    to += count * 2;
  }
  putShort(row, 0, mask);
  return { row, ends, last };
};

/**
 * A word's row with new documents of its run behind those it has, see posting-list: made in one go, as nearly every write
 * of a scan is one.
 * @returns null where they are not behind those, or a field takes a bitmap
 */
export const withNewDocuments = (old: Buffer | undefined, word: SomeChanges, run: number): Buffer | null => {
  const before = countsOf(old);
  if (before === null) return null;
  const places = placesOfRun(word, run);
  const after = [...before];
  for (const at of places) {
    const field = fieldOf(word.lists[at] ?? 0);
    after[field] = (after[field] ?? 0) + 1;
  }
  if (after.some((count) => count > longestArray)) return null;
  const { row, ends, last } = widened(old, { before, after });
  let isBehind = true;
  for (const at of places) {
    const field = fieldOf(word.lists[at] ?? 0);
    const offset = documentAt(word, at) % chunkSize;
    const end = ends[field] ?? 0;
    isBehind &&= offset > (last[field] ?? -1);
    last[field] = offset;
    putShort(row, end, offset);
    ends[field] = end + 2;
  }
  return isBehind ? row : null;
};
