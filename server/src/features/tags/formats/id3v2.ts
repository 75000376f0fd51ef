import { id3EndOf } from '../../../platform/paths/audio-formats.ts';
import type { TagCollector } from '../tag-collector.ts';
import { tagSourcesOf } from '../tag-sources.ts';
import { type ByteSource, type FileWindow, longestRead } from './file-window.ts';
import { frameContent, isReadable, type PackedFrame, resynchronised } from './id3-frame.ts';
import { addId3Picture } from './id3-picture.ts';
import { addId3Rest, isId3Rest } from './id3-rest.ts';
import { addId3Text, decoded } from './id3-text.ts';

/** Frames longer than this are not text worth having. */
const longestTextFrame = 256 * 1024;

/** Most frames looked at; a tag of a million empty frames is an attack. */
const mostFrames = 5000;

/** Most compressed frames unpacked, of which each may grow a thousandfold. */
const mostCompressed = 100;

const tagFlags = { unsynchronised: 0x80, extended: 0x40, footer: 0x10 } as const;

const synchsafe = (bytes: Buffer, at: number): number => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f);
};

const isFrameName = (bytes: Buffer, at: number, length: number): boolean => {
  if (bytes.length < at + length) return false;
  for (let index = at; index < at + length; index += 1) {
    const byte = bytes[index] ?? 0;
    const isLetter = byte >= 0x41 && byte <= 0x5a;
    if (!isLetter && !(byte >= 0x30 && byte <= 0x39)) return false;
  }
  return true;
};

/** The frames of a tag: where they lie, and how this version of the format writes them. */
interface Frames {
  readonly source: ByteSource;
  readonly start: number;
  readonly end: number;
  readonly version: number;
  /** Of the whole tag, where each frame is to be resynchronised by itself. */
  readonly isUnsynchronised: boolean;
}

/** The name of a frame; null when there is none. iTunes put names of 2.2, with a space or zero behind, in tags of 2.3. */
const frameNameOf = (header: Buffer, version: number): string | null => {
  if (version === 2) return isFrameName(header, 0, 3) ? header.toString('latin1', 0, 3) : null;
  if (isFrameName(header, 0, 4)) return header.toString('latin1', 0, 4);
  const isShort = isFrameName(header, 0, 3) && (header[3] === 0 || header[3] === 0x20);
  return isShort ? header.toString('latin1', 0, 3) : null;
};

/** Whether a frame, the padding or the end of the tag comes at a position. */
const mayGoOnAt = ({ source, end, version }: Frames, position: number): boolean => {
  if (position >= end) return position === end;
  const next = source.read(position, 4);
  return next[0] === 0 || frameNameOf(next, version) !== null;
};

/** The size of a frame of version 2.4: seven bits a byte, though some programs write plain numbers. */
const sizeIn24 = (frames: Frames, header: Buffer, position: number): number => {
  const plain = header.readUInt32BE(4);
  const safe = synchsafe(header, 4);
  if ((plain & 0x80808080) !== 0) return plain;
  if (plain === safe || mayGoOnAt(frames, position + 10 + safe)) return safe;
  return mayGoOnAt(frames, position + 10 + plain) ? plain : safe;
};

const headerBytesOf = (version: number): number => (version === 2 ? 6 : 10);

const frameAt = (frames: Frames, position: number): PackedFrame | null => {
  const { source, version, end, isUnsynchronised } = frames;
  const headerBytes = headerBytesOf(version);
  const read = source.read(position, headerBytes);
  // A copy, where looking for the frame after may replace what the source holds.
  const header = version === 4 ? Buffer.from(read) : read;
  const name = header.length < headerBytes ? null : frameNameOf(header, version);
  if (name === null) return null;
  const plainSize = version === 2 ? header.readUIntBE(3, 3) : header.readUInt32BE(4);
  const size = version === 4 ? sizeIn24(frames, header, position) : plainSize;
  const at = position + headerBytes;
  if (at + size > end) return null;
  return { name, at, size, version, flags: header[9] ?? 0, isUnsynchronised };
};

/** Not all frames of text begin with a T: those of movements and of iTunes' groupings do not. */
const isWorthReading = ({ name, size }: PackedFrame): boolean =>
  (name.startsWith('T') || isId3Rest(name) || tagSourcesOf('id3', name) !== undefined) &&
  size > 1 &&
  size <= longestTextFrame;

/** Versions before 2.4 have the year in one frame, day and month in another: together they are a date. */
const createDate23 = (collector: TagCollector) => {
  const known = { year: '', day: '' };
  return {
    note: (name: string, bytes: Buffer): void => {
      if (name === 'TYER' || name === 'TYE') known.year = decoded(bytes).slice(0, 4);
      else if (name === 'TDAT' || name === 'TDA') known.day = decoded(bytes).slice(0, 4);
      else return;
      const isWhole = /^\d{4}$/.test(known.year) && /^\d{4}$/.test(known.day);
      if (isWhole)
        collector.add('id3', 'TDRC', `${known.year}-${known.day.slice(2)}-${known.day.slice(0, 2)}`);
    },
  };
};

/** Gives every frame worth having to the collector, up to the first that is broken. */
const readFrames = (frames: Frames, collector: TagCollector): void => {
  const { source } = frames;
  let position = frames.start;
  let compressed = 0;
  const dates = createDate23(collector);
  for (
    let count = 0;
    count < mostFrames && position + headerBytesOf(frames.version) < frames.end;
    count += 1
  ) {
    const frame = frameAt(frames, position);
    if (frame === null) return;
    position = frame.at + frame.size;
    const readable = isReadable(frame);
    if (readable === 'compressed') compressed += 1;
    if (readable === 'no' || compressed > mostCompressed) continue;
    if (frame.name === 'APIC' || frame.name === 'PIC') addId3Picture(source, frame, collector);
    else if (isWorthReading(frame)) {
      const bytes = frameContent(source, frame, longestTextFrame);
      if (bytes === null) continue;
      dates.note(frame.name, bytes);
      if (!addId3Rest(collector, { name: frame.name, bytes }))
        addId3Text(collector, { name: frame.name, bytes });
    }
  }
};

/** Where the frames begin, after an extended header. Some programs announce one and write none. */
const afterExtended = (source: ByteSource, start: number, version: number): number => {
  const header = source.read(start, 4);
  if (header.length < 4 || isFrameName(header, 0, 4)) return start;
  return start + (version === 4 ? synchsafe(header, 0) : 4 + header.readUInt32BE(0));
};

/** The frames of a tag, resynchronised as a whole where its version does that; null when that is too much to hold. */
const framesOf = (
  window: ByteSource,
  tag: { at: number; end: number; version: number; flags: number },
): Frames | null => {
  const { version, flags } = tag;
  const isUnsynchronised = (flags & tagFlags.unsynchronised) !== 0;
  const isWhole = isUnsynchronised && version < 4;
  let body: { source: ByteSource; start: number; end: number } = {
    source: window,
    start: tag.at + 10,
    end: tag.end,
  };
  if (isWhole) {
    if (tag.end - tag.at > longestRead) return null;
    const bytes = resynchronised(Buffer.from(window.read(body.start, body.end - body.start)));
    body = { source: { read: (at, length) => bytes.subarray(at, at + length) }, start: 0, end: bytes.length };
  }
  const isExtended = version > 2 && (flags & tagFlags.extended) !== 0;
  const start = isExtended ? afterExtended(body.source, body.start, version) : body.start;
  return { ...body, start, version, isUnsynchronised: isUnsynchronised && !isWhole };
};

/**
 * Reads the ID3v2 tag (2.2, 2.3 or 2.4) that begins at a position into the collector: unsynchronised, with an
 * extended header or a footer, frames compressed or grouped. What is encrypted or broken is left out.
 * @returns where the tag ends; the position itself when there is none
 * @see https://id3.org/id3v2.4.0-structure
 */
export const readId3v2 = (window: FileWindow, at: number, collector: TagCollector): number => {
  const head = window.read(at, 10);
  const tagBytes = id3EndOf(head);
  if (tagBytes === 0) return at;
  const end = at + tagBytes;
  const [version = 0, , flags = 0] = head.subarray(3, 6);
  const hasFooter = version === 4 && (flags & tagFlags.footer) !== 0;
  // In version 2.2 the second flag meant a compression that was never defined.
  const isKnown = version === 2 ? (flags & 0x40) === 0 : version === 3 || version === 4;
  if (!isKnown) return end;
  const framesEnd = Math.min(end - (hasFooter ? 10 : 0), window.sizeBytes);
  const frames = framesOf(window, { at, end: framesEnd, version, flags });
  if (frames !== null) readFrames(frames, collector);
  return end;
};
