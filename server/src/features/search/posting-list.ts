/*
 * Where each word occurs: lists of document ids ("postings"), kept in two forms.
 *
 * A word that is common within a run of 4,096 ids has a row of its own for that run: ids as 16-bit
 * offsets, or a bitmap when that is smaller. Most words are rare (nine in ten occur once or twice), and
 * a row for each would be mostly overhead, so 32 neighbouring words share a bucket of (word, id) pairs.
 * A word may have both; its postings are the two together.
 */

/** In which part of a document a word occurs. Songs first, then folders; below 16. */
export const fields = {
  /** Title and file name. */
  name: 0,
  /** Artists, album artists and album. */
  album: 1,
  /** Virtual path of the folder. */
  folder: 2,
  /** First word of the title, or of the file name without one. */
  titleStart: 3,
  /** First part of the file name: with the next, finds words that reach over the last slash. */
  fileStart: 4,
  /** Last part of the folder's path. */
  folderEnd: 5,
  /** The number of distinct words of the title, in digits: with the first word, finds exact titles. */
  titleLength: 6,
  directoryPath: 8,
  /** Virtual path of the folder above. */
  directoryParent: 9,
  directoryName: 10,
  directoryNameStart: 11,
  directoryNameLength: 12,
} as const;

/** Number of a field. */
export type Field = (typeof fields)[keyof typeof fields];

/** Fields a word can occur in, as a power of two. */
export const fieldCount = 16;

const chunkBits = 12;
/** Ids in a run. */
export const chunkSize = 1 << chunkBits;
/** Runs there can be: 2^16 of 4,096 ids. */
const chunkCount = 0x10000;
const bitmapBytes = chunkSize / 8;
/** Offsets of two bytes each until they would be as long as a bitmap. */
const longestArray = bitmapBytes / 2 - 1;

/** The run of a document id. */
export const chunkOf = (documentId: number): number => documentId >>> chunkBits;

/** A posting list: a word in a field. */
export const listOf = (wordId: number, field: Field): number => wordId * fieldCount + field;

/** The word of a posting list. */
export const wordOf = (list: number): number => Math.floor(list / fieldCount);

/** Key of the row of a list's run; rows of one word lie together, by field and run. */
export const rowKey = (list: number, chunk: number): number => list * chunkCount + chunk;

/** The field of a row. */
export const fieldOfRow = (key: number): number => Math.floor(key / chunkCount) % fieldCount;

/** The run of a row. */
export const chunkOfRow = (key: number): number => key % chunkCount;

const offsetAt = (data: Uint8Array, at: number): number => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);

/** The offsets of a row, ascending. */
export const decodeOffsets = (data: Uint8Array): number[] => {
  const offsets: number[] = [];
  if (data.length !== bitmapBytes) {
    for (let at = 0; at < data.length; at += 2) offsets.push(offsetAt(data, at));
    return offsets;
  }
  for (let at = 0; at < bitmapBytes; at += 1) {
    for (let byte = data[at] ?? 0, bit = at * 8; byte !== 0; byte >>= 1, bit += 1) {
      if ((byte & 1) === 1) offsets.push(bit);
    }
  }
  return offsets;
};

const setBit = (bitmap: Uint8Array, offset: number): void => {
  bitmap[offset >> 3] = (bitmap[offset >> 3] ?? 0) | (1 << (offset & 7));
};

/** A row of offsets, which are ascending and not empty. */
export const encodeOffsets = (offsets: readonly number[]): Buffer => {
  if (offsets.length <= longestArray) {
    const data = Buffer.allocUnsafe(offsets.length * 2);
    for (let at = 0; at < offsets.length; at += 1) data.writeUInt16LE(offsets[at] ?? 0, at * 2);
    return data;
  }
  const data = Buffer.alloc(bitmapBytes);
  for (const offset of offsets) setBit(data, offset);
  return data;
};

const appendOffsets = (old: Uint8Array, offsets: readonly number[]): Buffer | null => {
  if (old.length === bitmapBytes) {
    const bitmap = Buffer.from(old);
    for (const offset of offsets) setBit(bitmap, offset);
    return bitmap;
  }
  const isBehind = (offsets[0] ?? 0) > offsetAt(old, old.length - 2);
  return isBehind && old.length / 2 + offsets.length <= longestArray
    ? Buffer.concat([old, encodeOffsets(offsets)])
    : null;
};

/**
 * A row after documents of its run were added and removed, each list ascending.
 * @returns null when nothing is left
 */
export const withDocuments = (
  old: Uint8Array | undefined,
  changes: { added: readonly number[]; removed: readonly number[] },
): Buffer | null => {
  const added = changes.added.map((documentId) => documentId % chunkSize);
  if (changes.removed.length === 0 && added.length > 0) {
    // Nearly every write of a scan: new documents have new, greater ids.
    const appended = old === undefined ? encodeOffsets(added) : appendOffsets(old, added);
    if (appended !== null) return appended;
  }
  const kept = new Set(old === undefined ? [] : decodeOffsets(old));
  for (const offset of added) kept.add(offset);
  for (const documentId of changes.removed) kept.delete(documentId % chunkSize);
  return kept.size === 0 ? null : encodeOffsets([...Uint16Array.from(kept).sort()]);
};

/** Sets the bits of a row's documents in a bitmap by document id, which must reach that far. */
export const addRow = (bits: Uint32Array, chunk: number, data: Uint8Array): void => {
  const base = chunk * (chunkSize / 32);
  if (data.length === bitmapBytes) {
    for (let at = 0, word = base; at < bitmapBytes; at += 4, word += 1) {
      const value =
        (data[at] ?? 0) |
        ((data[at + 1] ?? 0) << 8) |
        ((data[at + 2] ?? 0) << 16) |
        ((data[at + 3] ?? 0) << 24);
      bits[word] = (bits[word] ?? 0) | value;
    }
    return;
  }
  for (let at = 0; at < data.length; at += 2) {
    const offset = offsetAt(data, at);
    const word = base + (offset >> 5);
    bits[word] = (bits[word] ?? 0) | (1 << (offset & 31));
  }
};
