import { genreByNumber } from '../genres.ts';
import { type OwnReading, type SoundFormat, type SoundPlace, unknownFormat } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { editGaps, itunesGaps, type MediaEdit, type MediaLength, mp4Format } from './mp4-sound.ts';

/** A box of an MP4 file. @see ISO/IEC 14496-12 §4.2 */
interface Box {
  readonly type: string;
  readonly bodyAt: number;
  readonly end: number;
}

/** Most boxes looked at in one file; a file of a million boxes is an attack. */
const mostBoxes = 20_000;

/** Texts longer than this are not kept. */
const longestText = 256 * 1024;

/** Steps through boxes of one file and counts them. */
interface BoxReader {
  /** The boxes between two positions; stops at the first that is broken. */
  boxes(start: number, end: number): Generator<Box>;
  /** Whether a broken box was met. */
  isBroken(): boolean;
}

const createBoxReader = (window: FileWindow): BoxReader => {
  let count = 0;
  let isBroken = false;
  return {
    isBroken: () => isBroken,
    boxes: function* (start, end) {
      for (let position = start; position + 8 <= end; ) {
        const header = window.read(position, 16);
        if (header.length < 8 || ++count > mostBoxes) break;
        let size = header.readUInt32BE(0);
        const type = header.toString('latin1', 4, 8);
        let bodyAt = position + 8;
        if (size === 1 && header.length === 16) {
          size = Number(header.readBigUInt64BE(8));
          bodyAt += 8;
        } else if (size === 0) size = end - position;
        if (size < bodyAt - position || position + size > end) break;
        yield { type, bodyAt, end: position + size };
        position += size;
        if (position === end) return;
      }
      isBroken = start + 8 <= end;
    },
  };
};

const findBox = (reader: BoxReader, parent: Box, type: string): Box | null => {
  for (const box of reader.boxes(parent.bodyAt, parent.end)) if (box.type === type) return box;
  return null;
};

/** Length from a `mdhd` or `mvhd` box; null when it says none. */
const readLength = (window: FileWindow, box: Box): MediaLength | null => {
  const body = window.read(box.bodyAt, 32);
  const isLong = body[0] === 1;
  if (body.length < (isLong ? 32 : 20)) return null;
  const timescale = body.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
  const isUnknown = duration === 0 || (!isLong && duration === 0xffffffff);
  return timescale === 0 || isUnknown ? null : { units: duration, timescale };
};

const millisecondsOf = ({ units, timescale }: MediaLength): number => Math.round((units * 1000) / timescale);

/**
 * The only edit of a track: what of its media is played, once, at its speed.
 * @see ISO/IEC 14496-12 §8.6.6
 */
const readOnlyEdit = (window: FileWindow, list: Box): MediaEdit | null => {
  const body = window.read(list.bodyAt, 28);
  const isLong = body[0] === 1;
  if (body.length < (isLong ? 28 : 20) || body.readUInt32BE(4) !== 1) return null;
  const rateAt = isLong ? 24 : 16;
  if (body.readUInt32BE(rateAt) !== 0x10000) return null;
  return {
    movieUnits: isLong ? Number(body.readBigUInt64BE(8)) : body.readUInt32BE(8),
    fromUnits: isLong ? Number(body.readBigInt64BE(16)) : body.readInt32BE(12),
  };
};

/** How the sound of a track is coded: what the first entry of its table of samples says. */
const readSampleEntry = (window: FileWindow, reader: BoxReader, information: Box): SoundFormat => {
  const table = findBox(reader, information, 'stbl');
  const description = table === null ? null : findBox(reader, table, 'stsd');
  const entry =
    description === null
      ? Buffer.alloc(0)
      : window.read(
          description.bodyAt + 8,
          Math.min(100, Math.max(0, description.end - description.bodyAt - 8)),
        );
  return mp4Format(entry);
};

/** What a track of sound says of itself. */
interface SoundTrack {
  readonly length: MediaLength | null;
  readonly edit: MediaEdit | null;
  readonly format: SoundFormat;
}

/** A track of sound; null for tracks of another kind. */
const readSoundTrack = (window: FileWindow, reader: BoxReader, track: Box): SoundTrack | null => {
  const media = findBox(reader, track, 'mdia');
  if (media === null) return null;
  let isSound = false;
  let length: MediaLength | null = null;
  let format: SoundFormat = { ...unknownFormat, container: 'mp4' };
  for (const box of reader.boxes(media.bodyAt, media.end)) {
    if (box.type === 'hdlr') isSound = window.read(box.bodyAt + 8, 4).toString('latin1') === 'soun';
    if (box.type === 'mdhd') length = readLength(window, box);
    if (box.type === 'minf') format = readSampleEntry(window, reader, box);
  }
  if (!isSound) return null;
  const edits = findBox(reader, track, 'edts');
  const list = edits === null ? null : findBox(reader, edits, 'elst');
  return { length, edit: list === null ? null : readOnlyEdit(window, list), format };
};

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

const readItems = (
  window: FileWindow,
  reader: BoxReader,
  list: { items: Box; collector: TagCollector },
): void => {
  for (const item of reader.boxes(list.items.bodyAt, list.items.end)) {
    const name = item.type === '----' ? freeName(window, reader, item) : item.type;
    for (const box of reader.boxes(item.bodyAt, item.end)) {
      if (box.type !== 'data') continue;
      if (name === 'covr') addPicture(window, box, list.collector);
      else addData(window, box, { name, collector: list.collector });
    }
  }
};

/** The list of tags, in `udta/meta/ilst`; `meta` is a full box in files that keep to the standard. */
const findItems = (window: FileWindow, reader: BoxReader, userData: Box): Box | null => {
  const meta = findBox(reader, userData, 'meta');
  if (meta === null) return null;
  const isFull = window.read(meta.bodyAt + 4, 4).toString('latin1') !== 'hdlr';
  return findBox(reader, { ...meta, bodyAt: meta.bodyAt + (isFull ? 4 : 0) }, 'ilst');
};

/** What the `moov` box says. */
interface Movie {
  track: SoundTrack | null;
  length: MediaLength | null;
  gaps: ReturnType<typeof itunesGaps>;
}

const gapsName = '----:com.apple.iTunes:ITUNSMPB';

const readMovie = (
  window: FileWindow,
  reader: BoxReader,
  at: { box: Box; collector: TagCollector },
): Movie => {
  const movie: Movie = { track: null, length: null, gaps: null };
  const add: TagCollector['add'] = (family, name, value) => {
    if (name === gapsName) movie.gaps = itunesGaps(value);
    else at.collector.add(family, name, value);
  };
  const collector = { ...at.collector, add };
  for (const part of reader.boxes(at.box.bodyAt, at.box.end)) {
    if (part.type === 'mvhd') movie.length = readLength(window, part);
    if (part.type === 'trak') movie.track ??= readSoundTrack(window, reader, part);
    const items = part.type === 'udta' ? findItems(window, reader, part) : null;
    if (items !== null) readItems(window, reader, { items, collector });
  }
  return movie;
};

/**
 * Reads an MP4 file of sound, with or without moving pictures.
 * @returns null when it is broken, in fragments, or otherwise not plain: the library decides then; `silent`
 *   when no track of it is sound
 */
export const readMp4 = (window: FileWindow): OwnReading => {
  if (window.head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const reader = createBoxReader(window);
  const collector = createTagCollector();
  let sound: SoundPlace | null = null;
  let movie: Movie | null = null;
  for (const box of reader.boxes(0, window.sizeBytes)) {
    if (box.type === 'moof') return null;
    if (box.type === 'mdat')
      sound ??= { kind: 'bytes', start: box.bodyAt, lengthBytes: box.end - box.bodyAt };
    if (box.type === 'moov') movie = readMovie(window, reader, { box, collector });
  }
  if (reader.isBroken() || movie === null || sound === null) return null;
  if (movie.track === null) return 'silent';
  const length = movie.track.length ?? movie.length;
  const format = { ...movie.track.format, ...(movie.gaps ?? editGaps(movie.track, movie.length)) };
  return length === null
    ? null
    : { ...collector.finish(), durationMs: millisecondsOf(length), format, sound };
};
