import { genreByNumber } from '../genres.ts';
import type { TagCollector } from '../tag-collector.ts';
import { type FileWindow, headBytes, longestRead } from './file-window.ts';
import { latinText } from './id3-text.ts';

const id3v1Bytes = 128;
const footerBytes = 32;
const mark = 'APETAGEX';

/** Gives what an ID3v1 tag says to the collector. @param tag its 128 bytes */
export const addId3v1 = (tag: Buffer, collector: TagCollector): void => {
  const text = (start: number, end: number): string => {
    const bytes = tag.subarray(start, end);
    const nul = bytes.indexOf(0);
    return latinText(nul === -1 ? bytes : bytes.subarray(0, nul)).trimEnd();
  };
  collector.add('id3v1', 'TITLE', text(3, 33));
  collector.add('id3v1', 'ARTIST', text(33, 63));
  collector.add('id3v1', 'ALBUM', text(63, 93));
  collector.add('id3v1', 'YEAR', text(93, 97));
  collector.add('id3v1', 'COMMENT', text(97, tag[125] === 0 ? 125 : 127));
  if (tag[125] === 0) collector.add('id3v1', 'TRACK', String(tag[126] ?? 0));
  collector.add('id3v1', 'GENRE', genreByNumber(tag[127] ?? 255) ?? '');
};

/** Where an APE tag lies. */
export interface ApePlace {
  /** Its first byte, that of its header where it has one. */
  readonly at: number;
  readonly itemsAt: number;
  /** Where its items end. */
  readonly end: number;
  readonly count: number;
}

const headerFlag = 0x8000_0000;
const isHeaderFlag = 0x2000_0000;

/** The place of an APE tag by its header or its footer. @param block 32 bytes. @param at where they lie */
export const apePlace = (block: Buffer, at: number): ApePlace | null => {
  if (block.length < footerBytes || block.toString('latin1', 0, mark.length) !== mark) return null;
  const [size, count, flags] = [12, 16, 20].map((offset) => block.readUInt32LE(offset)) as [
    number,
    number,
    number,
  ];
  if (size < footerBytes) return null;
  if ((flags & isHeaderFlag) !== 0) {
    const itemsAt = at + footerBytes;
    return { at, itemsAt, end: itemsAt + size - footerBytes, count };
  }
  const itemsAt = at + footerBytes - size;
  const hasHeader = (flags & headerFlag) !== 0;
  return { at: hasHeader ? itemsAt - footerBytes : itemsAt, itemsAt, end: at, count };
};

/** The kinds of values of an item. @see https://wiki.hydrogenaud.io/index.php?title=Ape_Tags_Flags */
const kinds = { text: 0, binary: 1 } as const;

/** A picture: the name of its file, and its bytes. */
const addCover = (key: string, value: Buffer, collector: TagCollector): void => {
  const bytes = value.subarray(value.indexOf(0) + 1);
  collector.addPicture({
    isFront: /front/i.test(key),
    lengthBytes: bytes.length,
    read: (lengthBytes) => bytes.subarray(0, lengthBytes),
  });
};

/** Gives the items of an APE tag to the collector, up to the first that is broken. */
const addItems = (window: FileWindow, { itemsAt, end, count }: ApePlace, collector: TagCollector): void => {
  if (itemsAt < 0 || end - itemsAt > longestRead) return;
  // A copy, because pictures in it are read when the window has gone on.
  const body = Buffer.from(window.read(itemsAt, end - itemsAt));
  for (let at = 0, left = count; left > 0 && at + 9 <= body.length; left -= 1) {
    const kind = (body.readUInt32LE(at + 4) >>> 1) & 3;
    const nul = body.indexOf(0, at + 8);
    const next = nul + 1 + body.readUInt32LE(at);
    if (nul === -1 || next > body.length) return;
    const key = body.toString('latin1', at + 8, nul);
    const value = body.subarray(nul + 1, next);
    if (kind === kinds.text)
      for (const text of value.toString('utf8').split('\0')) collector.add('ape', key, text);
    else if (kind === kinds.binary && /^cover art/i.test(key)) addCover(key, value, collector);
    at = next;
  }
};

/** The last APE tag that begins or ends within the last bytes, whatever is behind it. */
const findApeTag = (window: FileWindow): ApePlace | null => {
  const from = Math.max(0, window.sizeBytes - headBytes);
  const tail = Buffer.from(window.read(from, headBytes));
  for (let at = tail.lastIndexOf(mark); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(mark, at - 1)) {
    const place = apePlace(tail.subarray(at, at + footerBytes), from + at);
    if (place !== null && place.at >= 0) return place;
  }
  return null;
};

/**
 * Reads the tags that stand behind the sound of files that keep them there: APE tags with or without a header, ID3v1, and
 * both, also with something else behind them.
 * @returns where they begin; the end of the file without any
 */
export const readTailTags = (window: FileWindow, collector: TagCollector): number => {
  const oldAt = window.sizeBytes - id3v1Bytes;
  const old = oldAt < 0 ? Buffer.alloc(0) : Buffer.from(window.read(oldAt, id3v1Bytes));
  const hasOld = old.toString('latin1', 0, 3) === 'TAG';
  if (hasOld) addId3v1(old, collector);
  const end = hasOld ? oldAt : window.sizeBytes;
  const footer = Buffer.from(window.read(Math.max(0, end - footerBytes), footerBytes));
  const place = apePlace(footer, end - footerBytes) ?? findApeTag(window);
  if (place === null) return end;
  addItems(window, place, collector);
  return Math.max(0, Math.min(place.at, end));
};
