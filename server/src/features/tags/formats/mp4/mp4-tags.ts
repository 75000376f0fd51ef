import { isUtf8 } from 'node:buffer';
import { genreByNumber } from '../../genres.ts';
import type { TagCollector } from '../../tag-collector.ts';
import type { FileWindow } from '../file-window.ts';
import { type Box, type BoxReader, findBox } from './mp4-boxes.ts';

/** Texts longer than this are not kept. */
const longestText = 256 * 1024;

const pairTypes: ReadonlySet<string> = new Set(['trkn', 'disk']);

/** The kind of data that is a number, the highest byte first, as the tempo is. */
const wholeNumber = 21;

/** Gives the value of one `data` box to the collector under `name`. */
const addData = (window: FileWindow, data: Box, target: { name: string; collector: TagCollector }): void => {
  const { name, collector } = target;
  const body = window.read(data.bodyAt, Math.min(data.end - data.bodyAt, longestText));
  if (body.length < 8) return;
  const kind = body.readUInt32BE(0) & 0xffffff;
  const value = body.subarray(8);
  if (pairTypes.has(name)) {
    if (value.length >= 4) {
      const total = value.length >= 6 ? value.readUInt16BE(4) : 0;
      collector.add('mp4', name, `${value.readUInt16BE(2)}${total > 0 ? `/${total}` : ''}`);
    }
  } else if (name === 'gnre') {
    if (value.length >= 2) collector.add('mp4', name, genreByNumber(value.readUInt16BE(0) - 1) ?? '');
  } else if (kind === 1 || kind === 0) collector.add('mp4', name, value.toString('utf8'));
  else if (kind === 2)
    collector.add(
      'mp4',
      name,
      Buffer.from(value.subarray(0, value.length & ~1))
        .swap16()
        .toString('utf16le'),
    );
  else if (kind === wholeNumber && value.length >= 1 && value.length <= 6)
    collector.add('mp4', name, String(value.readIntBE(0, value.length)));
};

/** Gives the picture of a `data` box to the collector; none of them is called the front cover. */
const addPicture = (window: FileWindow, data: Box, collector: TagCollector): void => {
  const at = data.bodyAt + 8;
  const lengthBytes = data.end - at;
  if (lengthBytes <= 0) return;
  collector.addPicture({
    isFront: false,
    lengthBytes,
    read: (wanted) => window.read(at, Math.min(wanted, lengthBytes)),
  });
};

/** The name of a `----` item: `----:` its meaning `:` its name. */
const freeName = (window: FileWindow, reader: BoxReader, item: Box): string => {
  const parts: Record<string, string> = {};
  for (const box of reader.boxes(item.bodyAt, item.end)) {
    if (box.type === 'data') break;
    parts[box.type] = window.read(box.bodyAt, Math.min(box.end - box.bodyAt, 256)).toString('utf8', 4);
  }
  const name = parts['name'] ?? '';
  // Names we know are in capitals; programs write them in any case.
  return `----:${parts['mean'] ?? ''}:${name.toUpperCase()}`;
};

/** What keys of QuickTime are called in the lists of iTunes. @see the QuickTime File Format, Metadata Item Keys */
const itunesNames: Readonly<Record<string, string>> = {
  disc: '----:com.apple.iTunes:DISCNUMBER',
  title: '©nam',
  artist: '©ART',
  album: '©alb',
  album_artist: 'aART',
  albumartist: 'aART',
  composer: '©wrt',
  genre: '©gen',
  year: '©day',
  date: '©day',
  creationdate: '©day',
  artwork: 'covr',
};

/** What a key stands for: `com.apple.quicktime.title` as `title`, one that is not known as a free name. */
const nameOfKey = (key: string): string => {
  const word = key.slice(key.lastIndexOf('.') + 1);
  return itunesNames[word.toLowerCase()] ?? `----:com.apple.iTunes:${word.toUpperCase()}`;
};

/** Most keys of a list. */
const mostKeys = 10_000;

/** The names that items of a list have by their numbers, from 1. */
const readKeys = (window: FileWindow, box: Box): readonly string[] => {
  const names: string[] = [];
  for (let at = box.bodyAt + 8; at + 8 <= box.end && names.length < mostKeys; ) {
    const size = window.read(at, 4).readUInt32BE(0);
    if (size < 8 || at + size > box.end) break;
    names.push(nameOfKey(window.read(at + 8, Math.min(size - 8, 256)).toString('utf8')));
    at += size;
  }
  return names;
};

/** The name of an item: a number leads to a key. */
const itemName = (
  window: FileWindow,
  reader: BoxReader,
  { item, keys }: { item: Box; keys: readonly string[] | null },
): string | null => {
  if (keys !== null) return keys[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1] ?? null;
  return item.type === '----' ? freeName(window, reader, item) : item.type;
};

/** Gives the items of a list to the collector. */
const readItems = (
  window: FileWindow,
  reader: BoxReader,
  list: { items: Box; keys: readonly string[] | null; collector: TagCollector },
): void => {
  for (const item of reader.boxes(list.items.bodyAt, list.items.end)) {
    const name = itemName(window, reader, { item, keys: list.keys });
    if (name === null) continue;
    for (const box of reader.boxes(item.bodyAt, item.end)) {
      if (box.type !== 'data') continue;
      if (name === 'covr') addPicture(window, box, list.collector);
      else addData(window, box, { name, collector: list.collector });
    }
  }
};

/** Reads a list of tags, `meta/ilst`, with its keys where it has some; `meta` is a full box in files that keep to the standard. */
export const readMeta = (
  window: FileWindow,
  reader: BoxReader,
  { meta, collector }: { meta: Box; collector: TagCollector },
): void => {
  const isFull = window.read(meta.bodyAt + 4, 4).toString('latin1') !== 'hdlr';
  const inside = { ...meta, bodyAt: meta.bodyAt + (isFull ? 4 : 0) };
  const items = findBox(reader, inside, 'ilst');
  if (items === null) return;
  const keyBox = findBox(reader, inside, 'keys');
  readItems(window, reader, { items, keys: keyBox === null ? null : readKeys(window, keyBox), collector });
};

/** Languages below this are numbers of the old Macintosh, whose letters the text has. */
const leastPackedLanguage = 0x400;

const macintosh = new TextDecoder('macintosh');

const decodeText = (bytes: Buffer, isMacintosh: boolean): string => {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfeff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  if (mark === 0xfffe) return bytes.toString('utf16le', 2);
  return isMacintosh && !isUtf8(bytes) ? macintosh.decode(bytes) : bytes.toString('utf8');
};

/** The texts of a box of QuickTime, each with its length and language. */
const addTexts = (window: FileWindow, { type, bodyAt, end }: Box, collector: TagCollector): void => {
  const body = Buffer.from(window.read(bodyAt, Math.min(end - bodyAt, longestText)));
  for (let at = 0; at + 4 <= body.length; ) {
    const next = at + 4 + body.readUInt16BE(at);
    const isMacintosh = body.readUInt16BE(at + 2) < leastPackedLanguage;
    if (next > body.length) break;
    collector.add('mp4', type, decodeText(body.subarray(at + 4, next), isMacintosh));
    at = next;
  }
};

/** What boxes of phones are called in the lists of iTunes. @see 3GPP TS 26.244 §8 */
const phoneNames: Readonly<Record<string, string>> = {
  titl: '©nam',
  perf: '©ART',
  albm: '©alb',
  auth: '©wrt',
  gnre: '©gen',
  yrrc: '©day',
};

/** The text of a box of a phone, behind its language; a year is a number, and an album may end in one of its track. */
const addPhoneText = (window: FileWindow, box: Box, collector: TagCollector): void => {
  const name = phoneNames[box.type];
  const body = Buffer.from(window.read(box.bodyAt + 4, Math.min(box.end - box.bodyAt - 4, longestText)));
  if (name === undefined || body.length < 2) return;
  if (box.type === 'yrrc') {
    collector.add('mp4', name, String(body.readUInt16BE(0)));
    return;
  }
  const text = body.subarray(2);
  const isWide = text.length >= 2 && [0xfeff, 0xfffe].includes(text.readUInt16BE(0));
  const nul = isWide ? -1 : text.indexOf(0);
  const words = nul === -1 ? text : text.subarray(0, nul);
  collector.add('mp4', name, decodeText(words, false));
  if (box.type === 'albm' && nul !== -1 && nul + 2 === text.length)
    collector.add('mp4', '----:com.apple.iTunes:TRACK', String(text[nul + 1]));
};

/** Gives what a `udta` box says to the collector: the list of iTunes, texts of QuickTime, texts of phones. */
export const readUserData = (
  window: FileWindow,
  reader: BoxReader,
  { userData, collector }: { userData: Box; collector: TagCollector },
): void => {
  for (const box of reader.boxes(userData.bodyAt, userData.end)) {
    if (box.type === 'meta') readMeta(window, reader, { meta: box, collector });
    else if (box.type.startsWith('©')) addTexts(window, box, collector);
    else addPhoneText(window, box, collector);
  }
};
