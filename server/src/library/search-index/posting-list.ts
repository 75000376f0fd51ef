/*
 * Where each word occurs: lists of document ids ("postings"), kept in two forms.
 *
 * A common word has a row for every run of 65,536 ids in which it occurs: for each field the ids as 16-bit
 * offsets, or a bitmap where that is smaller. Most words are rare, and a row for each would be mostly
 * overhead, so 128 neighbouring words share a bucket of (word, id) pairs (see word-bucket). A word may have
 * both; its postings are the two together.
 *
 * A row is: a bit for each field it has (2 bytes), then for each of them the number of its ids less one
 * (2; 65,535 for a bitmap), then the ids of one field after the other.
 */

/** In which part of a document a word occurs. Songs first, then folders; below 16. */
export const fields = {
  /** Title and file name. */
  name: 0,
  /** Artists, album artists and album. */
  album: 1,
  /** Virtual path of the folder. */
  folder: 2,
  /** Beginning of the title, or of the file name without one. */
  titleStart: 3,
  /** First part of the file name: with the next, finds words that reach over the last slash. */
  fileStart: 4,
  /** Last part of the folder's path. */
  folderEnd: 5,
  /** The number of different words of the title, in digits: with its beginning, finds exact titles. */
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

/** Fields a word can occur in: a power of two. */
export const fieldCount = 16;

const chunkBits = 16;
/** Ids in a run. */
export const chunkSize = 1 << chunkBits;
/** Runs there can be. */
const chunkCount = 0x10000;
const bitmapBytes = chunkSize / 8;
/** Offsets of two bytes each until they would be as long as a bitmap. */
export const longestArray = bitmapBytes / 2 - 1;

/** The run of a document id. */
export const chunkOf = (documentId: number): number => documentId >>> chunkBits;

/** A posting list: a word in a field. */
export const listOf = (wordId: number, field: Field): number => wordId * fieldCount + field;

/** The word of a posting list. */
export const wordOf = (list: number): number => Math.floor(list / fieldCount);

/** The field of a posting list. */
export const fieldOf = (list: number): Field => (list % fieldCount) as Field;

/** Key of a word's row for a run; the rows of a word lie together. */
export const rowKey = (wordId: number, chunk: number): number => wordId * chunkCount + chunk;

/** The run of a row. */
export const chunkOfRow = (key: number): number => key % chunkCount;

/** The ids of one field in a row, as offsets or as a bitmap. */
export type Section = Uint8Array;

/** The sections of a row by field. */
export type Sections = (Section | undefined)[];

/** A number of two bytes. */
export const shortAt = (data: Uint8Array, at: number): number => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);

const sectionBytes = (count: number): number => (count > longestArray ? bitmapBytes : count * 2);

const isBitmap = (section: Section): boolean => section.length === bitmapBytes;

const setBit = (bitmap: Uint8Array, offset: number): void => {
  bitmap[offset >> 3] = (bitmap[offset >> 3] ?? 0) | (1 << (offset & 7));
};

/** Calls back for each field of a row. */
export const eachSection = (row: Uint8Array, visit: (field: Field, section: Section) => void): void => {
  const mask = shortAt(row, 0);
  let head = 2;
  let at = 2;
  for (let left = mask; left !== 0; left &= left - 1) at += 2;
  for (let field = 0; field < fieldCount; field += 1) {
    if ((mask & (1 << field)) === 0) continue;
    const length = sectionBytes(shortAt(row, head) + 1);
    visit(field as Field, row.subarray(at, at + length));
    head += 2;
    at += length;
  }
};

/** The number that stands for a section at the head of its row: of a bitmap, only that it is one. */
const lengthMark = (section: Section): number => (isBitmap(section) ? chunkSize : section.length / 2) - 1;

/** A row of sections, none of them empty; null when there is none. */
export const encodeRow = (sections: Sections): Buffer | null => {
  const head: number[] = [];
  const used: Section[] = [];
  let mask = 0;
  for (let field = 0; field < fieldCount; field += 1) {
    const section = sections[field];
    if (section === undefined) continue;
    mask |= 1 << field;
    const mark = lengthMark(section);
    head.push(mark & 0xff, mark >> 8);
    used.push(section);
  }
  if (mask === 0) return null;
  return Buffer.concat([Uint8Array.of(mask & 0xff, mask >> 8, ...head), ...used]);
};

/** The offsets of a section, ascending. */
export const decodeOffsets = (section: Section): number[] => {
  const offsets: number[] = [];
  if (!isBitmap(section)) {
    for (let at = 0; at < section.length; at += 2) offsets.push(shortAt(section, at));
    return offsets;
  }
  for (let at = 0; at < bitmapBytes; at += 1) {
    for (let byte = section[at] ?? 0, bit = at * 8; byte !== 0; byte >>= 1, bit += 1) {
      if ((byte & 1) === 1) offsets.push(bit);
    }
  }
  return offsets;
};

/** A section of offsets, which are ascending. */
export const encodeOffsets = (offsets: readonly number[]): Section => {
  if (offsets.length <= longestArray) {
    const section = Buffer.allocUnsafe(offsets.length * 2);
    for (let at = 0; at < offsets.length; at += 1) section.writeUInt16LE(offsets[at] ?? 0, at * 2);
    return section;
  }
  const section = Buffer.alloc(bitmapBytes);
  for (const offset of offsets) setBit(section, offset);
  return section;
};

/** Puts greater offsets behind those of a section; null when they are not greater or it would get too long. */
const append = (old: Section, offsets: readonly number[]): Section | null => {
  if (isBitmap(old)) {
    const section = Buffer.from(old);
    for (const offset of offsets) setBit(section, offset);
    return section;
  }
  const isBehind = (offsets[0] ?? 0) > shortAt(old, old.length - 2);
  return isBehind && old.length / 2 + offsets.length <= longestArray
    ? Buffer.concat([old, encodeOffsets(offsets)])
    : null;
};

const offsetOf = (documentId: number): number => documentId % chunkSize;

/**
 * A section after documents of its run were added and removed, each list ascending.
 * @returns undefined when nothing is left
 */
export const withDocuments = (
  old: Section | undefined,
  changes: { added: readonly number[]; removed: readonly number[] },
): Section | undefined => {
  const added = changes.added.map(offsetOf);
  if (changes.removed.length === 0 && added.length > 0) {
    // Nearly every write of a scan: new documents have new, greater ids.
    const appended = old === undefined ? encodeOffsets(added) : append(old, added);
    if (appended !== null) return appended;
  }
  const kept = new Set(old === undefined ? [] : decodeOffsets(old));
  for (const offset of added) kept.add(offset);
  for (const documentId of changes.removed) kept.delete(documentId % chunkSize);
  return kept.size === 0 ? undefined : encodeOffsets([...Uint16Array.from(kept).sort()]);
};

/** Sets the bits of a section's documents in a bitmap by document id; those beyond its end are left out. */
export const addSection = (bits: Uint32Array, chunk: number, section: Section): void => {
  const base = chunk * (chunkSize / 32);
  if (!isBitmap(section)) {
    for (let at = 0; at < section.length; at += 2) {
      const offset = (section[at] ?? 0) | ((section[at + 1] ?? 0) << 8);
      const word = base + (offset >> 5);
      if (word < bits.length) bits[word] = (bits[word] ?? 0) | (1 << (offset & 31));
    }
    return;
  }
  const words = Math.min(chunkSize / 32, bits.length - base);
  for (let word = 0, at = 0; word < words; word += 1, at += 4) {
    const value =
      (section[at] ?? 0) |
      ((section[at + 1] ?? 0) << 8) |
      ((section[at + 2] ?? 0) << 16) |
      ((section[at + 3] ?? 0) << 24);
    bits[base + word] = (bits[base + word] ?? 0) | value;
  }
};
