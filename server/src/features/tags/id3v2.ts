import type { FileWindow } from './file-window.ts';
import { addId3Text } from './id3-text.ts';
import type { TagCollector } from './tag-collector.ts';

/** What lies at the start of a file. */
export interface Id3v2Result {
  /** Where the tag ends and the sound may begin; 0 without a tag. */
  readonly end: number;
  readonly hasPicture: boolean;
  /** Whether the tag uses something rare that only the library reads right. */
  readonly isOdd: boolean;
}

/** Frames longer than this are not text worth having. */
const longestTextFrame = 256 * 1024;

/** Most frames looked at; a tag of a million empty frames is an attack. */
const mostFrames = 5000;

const synchsafe = (bytes: Buffer, at: number): number => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f);
};

const isFrameName = (bytes: Buffer, at: number, length: number): boolean => {
  for (let index = at; index < at + length; index += 1) {
    const byte = bytes[index] ?? 0;
    const isLetter = byte >= 0x41 && byte <= 0x5a;
    if (!isLetter && !(byte >= 0x30 && byte <= 0x39)) return false;
  }
  return true;
};

/** How one version of the format writes frames. */
interface FrameLayout {
  readonly headerBytes: number;
  readonly nameBytes: number;
  sizeOf(header: Buffer): number;
  /** Whether the frame is compressed, encrypted, grouped or otherwise packed. */
  isPacked(header: Buffer): boolean;
}

const layouts: Readonly<Record<number, FrameLayout>> = {
  2: { headerBytes: 6, nameBytes: 3, sizeOf: (header) => header.readUIntBE(3, 3), isPacked: () => false },
  3: {
    headerBytes: 10,
    nameBytes: 4,
    sizeOf: (header) => header.readUInt32BE(4),
    isPacked: (header) => header[9] !== 0,
  },
  4: {
    headerBytes: 10,
    nameBytes: 4,
    sizeOf: (header) => synchsafe(header, 4),
    isPacked: (header) => header[9] !== 0,
  },
};

/** Some programs write sizes of version 2.4 as plain numbers; such a size has a high bit or misses the next frame. */
const isPlainSize = (header: Buffer): boolean =>
  ((header[4] ?? 0) | (header[5] ?? 0) | (header[6] ?? 0) | (header[7] ?? 0)) > 0x7f;

const pictureFrames: ReadonlySet<string> = new Set(['APIC', 'PIC']);

const oddAt = (end: number): Id3v2Result => ({ end, hasPicture: false, isOdd: true });

/** Reads the frames between `start` and `end`; null when something rare is among them. */
const readFrames = (
  window: FileWindow,
  span: { start: number; end: number; layout: FrameLayout; version: number },
  collector: TagCollector,
): { hasPicture: boolean } | null => {
  const { layout, version, end } = span;
  let hasPicture = false;
  let position = span.start;
  for (let count = 0; position + layout.headerBytes < end; count += 1) {
    const header = window.read(position, layout.headerBytes);
    if (header.length < layout.headerBytes || header[0] === 0) break;
    if (count > mostFrames || !isFrameName(header, 0, layout.nameBytes)) return null;
    if (layout.isPacked(header) || (version === 4 && isPlainSize(header))) return null;
    const name = header.toString('latin1', 0, layout.nameBytes);
    const size = layout.sizeOf(header);
    const body = position + layout.headerBytes;
    if (body + size > end) return null;
    if (pictureFrames.has(name)) hasPicture ||= size > 10;
    else if (name.startsWith('T') && size > 1 && size <= longestTextFrame) {
      addId3Text(collector, { name, bytes: window.read(body, size) });
    }
    position = body + size;
  }
  return { hasPicture };
};

/**
 * Reads the ID3v2 tag (2.2, 2.3 or 2.4) at the start of a file into the collector.
 * @see https://id3.org/id3v2.4.0-structure
 */
export const readId3v2 = (window: FileWindow, collector: TagCollector): Id3v2Result => {
  const { head } = window;
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3')
    return { end: 0, hasPicture: false, isOdd: false };
  const version = head[3] ?? 0;
  const flags = head[5] ?? 0;
  const hasFooter = version === 4 && (flags & 0x10) !== 0;
  const end = 10 + synchsafe(head, 6) + (hasFooter ? 10 : 0);
  const layout = layouts[version];
  // Unsynchronised tags, extended headers and tags past the end of the file are rare: leave them to the library.
  if (layout === undefined || (flags & 0xc0) !== 0 || end > window.sizeBytes) return oddAt(end);
  const frames = readFrames(
    window,
    { start: 10, end: end - (hasFooter ? 10 : 0), layout, version },
    collector,
  );
  return frames === null ? oddAt(end) : { end, hasPicture: frames.hasPicture, isOdd: false };
};
