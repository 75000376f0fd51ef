import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';
import { emptyWindow, type FileWindow, headBytes, keptBytes, longestRead } from './file-window.ts';

/** A page of an Ogg stream. @see https://www.rfc-editor.org/rfc/rfc3533#section-6 */
export interface Page {
  readonly serial: number;
  /** Whether it begins a stream. */
  readonly isFirst: boolean;
  /** Position of the last sample that ends here; -1 when none does. */
  readonly granule: number;
  /** Lengths of the pieces; a piece below 255 ends a packet. */
  readonly lacing: Buffer;
  readonly bodyAt: number;
  readonly end: number;
}

const granuleOf = (header: Buffer, at: number): number => {
  const high = header.readInt32LE(at + 10);
  return high < 0 ? -1 : high * 2 ** 32 + header.readUInt32LE(at + 6);
};

const plus = (sum: number, length: number): number => sum + length;

/** The page at a position; null when there is none or it is broken off. */
export const readPage = (window: FileWindow, position: number): Page | null => {
  const header = window.read(position, 27 + 255);
  if (header.length < 27 || header.toString('latin1', 0, 4) !== 'OggS' || header[4] !== 0) return null;
  const pieces = header[26] ?? 0;
  if (header.length < 27 + pieces) return null;
  const lacing = Buffer.from(header.subarray(27, 27 + pieces));
  const bodyAt = position + 27 + pieces;
  const end = bodyAt + lacing.reduce(plus, 0);
  if (end > window.sizeBytes) return null;
  const isFirst = ((header[5] ?? 0) & 2) !== 0;
  return { serial: header.readUInt32LE(14), isFirst, granule: granuleOf(header, 0), lacing, bodyAt, end };
};

/** Gathers the packets of one stream from its pages. */
const createPackets = (window: FileWindow) => {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  return {
    packets,
    add: (page: Page): void => {
      let at = page.bodyAt;
      let start = at;
      for (const length of page.lacing) {
        at += length;
        if (length === 255) continue;
        parts.push(keptBytes(window, start, at - start));
        packets.push(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
        parts = [];
        start = at;
      }
      if (start < at) parts.push(keptBytes(window, start, at - start));
    },
  };
};

keepCompiled(createPackets(emptyWindow));

/** The first packets of a stream. */
export interface StreamStart {
  readonly serial: number;
  readonly packets: readonly Buffer[];
  /** Where the page after the last packet begins. */
  readonly end: number;
}

/** What the first packet of a stream of moving pictures begins with. */
const movingPictures: ReadonlySet<string> = new Set(['\x80theo', 'BBCD\0', 'OVP80', '\x01vide']);

/** Most pages looked at before the headers of the sound are complete. */
const mostPages = 2000;

/**
 * The header packets of the first stream that is sound; others, such as a skeleton or moving pictures, are
 * passed over.
 * @param packetCount how many packets a stream's headers are, by its first; null when it is not sound
 * @returns null when it is broken; `silent` when there are moving pictures alone
 */
export const readStreamStart = (
  window: FileWindow,
  packetCount: (first: Buffer) => number | null,
): StreamStart | 'silent' | null => {
  let serial: number | null = null;
  let hasMovingPictures = false;
  let wanted = 0;
  let gathered = 0;
  const stream = createPackets(window);
  let position = 0;
  for (let count = 0; count < mostPages; count += 1) {
    const page = readPage(window, position);
    if (page === null) return null;
    // All streams begin before any of them goes on.
    if (serial === null && !page.isFirst) return hasMovingPictures ? 'silent' : null;
    if (serial === null) {
      const first = createPackets(window);
      first.add(page);
      const packet = first.packets[0] ?? Buffer.alloc(0);
      hasMovingPictures ||= movingPictures.has(packet.toString('latin1', 0, 5));
      wanted = packetCount(packet) ?? 0;
      if (wanted > 0) serial = page.serial;
    }
    position = page.end;
    if (page.serial !== serial) continue;
    stream.add(page);
    gathered += page.end - page.bodyAt;
    if (gathered > longestRead) return null;
    if (stream.packets.length >= wanted) return { serial, packets: stream.packets, end: position };
  }
  return null;
};

/**
 * Sound of a stream in samples, from its last page.
 * @param isAlone whether the file has but this stream: then one that ends the file is a chain, which is left alone
 */
export const lastGranule = (
  window: FileWindow,
  stream: { serial: number; isAlone: boolean },
): number | null => {
  for (const span of [4096, headBytes]) {
    const start = Math.max(0, window.sizeBytes - span);
    const tail = window.read(start, span);
    for (
      let at = tail.lastIndexOf('OggS');
      at !== -1;
      at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)
    ) {
      if (at + 27 > tail.length || tail[at + 4] !== 0) continue;
      if (tail.readUInt32LE(at + 14) !== stream.serial) {
        if (stream.isAlone) return null;
        continue;
      }
      const granule = granuleOf(tail, at);
      if (granule >= 0) return granule;
    }
  }
  return null;
};

/**
 * Sound of a stream in samples, from page to page: for a file that has something else behind its last one.
 * @returns null when no page says it, or when another stream goes on behind it
 */
export const walkedGranule = (
  window: FileWindow,
  stream: { serial: number; isAlone: boolean; from: number },
): number | null => {
  let samples: number | null = null;
  for (let page = readPage(window, stream.from); page !== null; page = readPage(window, page.end)) {
    if (page.serial === stream.serial && page.granule >= 0) samples = page.granule;
    else if (page.serial !== stream.serial && stream.isAlone) return null;
  }
  return samples;
};

/** Most pages of headers, and of other streams, that are passed over. */
const mostHeaderPages = 200;

/**
 * Tells a recording by its length in samples and the body of its first page of sound, which tags never
 * share. Page numbers and checksums change when tags do; what the pages of sound hold does not.
 */
export const soundDigest = (
  window: FileWindow,
  stream: { serial: number; samples: number; from: number },
): Buffer => {
  const length = Buffer.alloc(8);
  length.writeDoubleLE(stream.samples);
  let page = readPage(window, stream.from);
  const isPassed = (at: Page): boolean => at.serial !== stream.serial || at.granule <= 0;
  for (let count = 0; page !== null && isPassed(page) && count < mostHeaderPages; count += 1) {
    page = readPage(window, page.end);
  }
  if (page === null) return length;
  return Buffer.concat([length, window.read(page.bodyAt, page.end - page.bodyAt)]);
};
