import { type FileWindow, headBytes, longestRead } from './file-window.ts';
import type { ReadFile } from './song-tags.ts';
import { createTagCollector } from './tag-collector.ts';
import { readVorbisComments } from './vorbis-comment.ts';

/** A page of an Ogg stream. @see https://www.rfc-editor.org/rfc/rfc3533#section-6 */
interface Page {
  readonly serial: number;
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

const readPage = (window: FileWindow, position: number): Page | null => {
  const header = window.read(position, 27 + 255);
  if (header.length < 27 || header.toString('latin1', 0, 4) !== 'OggS' || header[4] !== 0) return null;
  const pieces = header[26] ?? 0;
  if (header.length < 27 + pieces) return null;
  const lacing = Buffer.from(header.subarray(27, 27 + pieces));
  const bodyAt = position + 27 + pieces;
  const end = bodyAt + lacing.reduce((sum, length) => sum + length, 0);
  if (end > window.sizeBytes) return null;
  return { serial: header.readUInt32LE(14), granule: granuleOf(header, 0), lacing, bodyAt, end };
};

/** The first packets of the stream that begins the file. */
interface Packets {
  readonly packets: Buffer[];
  readonly serial: number;
  /** Where the page after the last packet begins. */
  readonly end: number;
}

const readFirstPackets = (window: FileWindow, wanted: number): Packets | null => {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  let gathered = 0;
  let serial: number | null = null;
  for (let position = 0; packets.length < wanted; ) {
    const page = readPage(window, position);
    if (page === null) return null;
    serial ??= page.serial;
    // Another stream is interleaved (video, or a chain begins): rare, left to the library.
    if (page.serial !== serial) return null;
    let at = page.bodyAt;
    let start = at;
    for (const length of page.lacing) {
      at += length;
      if (length === 255) continue;
      parts.push(Buffer.from(window.read(start, at - start)));
      packets.push(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
      parts = [];
      start = at;
    }
    if (start < at) parts.push(Buffer.from(window.read(start, at - start)));
    gathered += page.end - page.bodyAt;
    if (gathered > longestRead) return null;
    position = page.end;
    if (packets.length >= wanted) return { packets, serial, end: page.end };
  }
  return null;
};

/** Sound of the stream in samples, from the last page; null when the end belongs to another stream. */
const lastGranule = (window: FileWindow, serial: number): number | null => {
  for (const span of [4096, headBytes]) {
    const start = Math.max(0, window.sizeBytes - span);
    const tail = window.read(start, span);
    for (
      let at = tail.lastIndexOf('OggS');
      at !== -1;
      at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)
    ) {
      if (at + 27 > tail.length || tail[at + 4] !== 0) continue;
      if (tail.readUInt32LE(at + 14) !== serial) return null;
      const granule = granuleOf(tail, at);
      if (granule >= 0) return granule;
    }
  }
  return null;
};

interface Codec {
  readonly samplesPerSecond: number;
  readonly skippedSamples: number;
  /** The comments, after the codec's own mark. */
  readonly comments: Buffer;
}

const codecOf = (first: Buffer, second: Buffer): Codec | null => {
  if (
    first.length >= 19 &&
    first.toString('latin1', 0, 8) === 'OpusHead' &&
    second.toString('latin1', 0, 8) === 'OpusTags'
  ) {
    return { samplesPerSecond: 48_000, skippedSamples: first.readUInt16LE(10), comments: second.subarray(8) };
  }
  const isVorbis =
    first.length >= 30 &&
    first.toString('latin1', 0, 7) === '\x01vorbis' &&
    second.toString('latin1', 0, 7) === '\x03vorbis';
  if (!isVorbis) return null;
  return { samplesPerSecond: first.readUInt32LE(12), skippedSamples: 0, comments: second.subarray(7) };
};

/**
 * Reads an Ogg file of one Vorbis or Opus stream; its length comes from the last page.
 * @returns null when it is anything else: the library decides then
 */
export const readOgg = (window: FileWindow): ReadFile | null => {
  const start = readFirstPackets(window, 2);
  const [first, second] = start?.packets ?? [];
  if (start === null || first === undefined || second === undefined) return null;
  const codec = codecOf(first, second);
  if (codec === null || codec.samplesPerSecond === 0) return null;
  const collector = createTagCollector();
  const comments = readVorbisComments(codec.comments, collector);
  const samples = lastGranule(window, start.serial);
  if (comments === null || samples === null) return null;
  const playedSamples = Math.max(0, samples - codec.skippedSamples);
  return {
    tags: collector.finish(),
    durationMs: Math.round((playedSamples * 1000) / codec.samplesPerSecond),
    hasPicture: comments.hasPicture,
    sound: { kind: 'digest', digest: soundDigest(window, { samples, from: start.end }) },
  };
};

/** Most pages of headers that are passed over. */
const mostHeaderPages = 50;

/**
 * Tells a recording by its length in samples and the body of its first page of sound, which tags never
 * share. Page numbers and checksums change when tags do; what the pages of sound hold does not.
 */
const soundDigest = (window: FileWindow, stream: { samples: number; from: number }): Buffer => {
  const length = Buffer.alloc(8);
  length.writeDoubleLE(stream.samples);
  let page = readPage(window, stream.from);
  for (let count = 0; page !== null && page.granule <= 0 && count < mostHeaderPages; count += 1) {
    page = readPage(window, page.end);
  }
  if (page === null) return length;
  return Buffer.concat([length, window.read(page.bodyAt, page.end - page.bodyAt)]);
};
