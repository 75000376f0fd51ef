import { deflateSync } from 'node:zlib';
import { be32, latin1 } from '@tonearm/song-files';

/** A frame written in a rare way. Sizes and prefixes are worked out. */
export interface OddFrame {
  /** Four characters, three in version 2.2. */
  name: string;
  data: Buffer;
  isCompressed?: boolean;
  /** Marked only: nothing is really encrypted. */
  isEncrypted?: boolean;
  isGrouped?: boolean;
  /** Version 2.4 only: by itself, whatever the tag says. */
  isUnsynchronised?: boolean;
  /** Version 2.4 only. */
  hasLength?: boolean;
}

/** A tag written in a rare way. */
export interface OddId3 {
  version: 2 | 3 | 4;
  frames: readonly OddFrame[];
  /** The whole tag in 2.2 and 2.3, every frame in 2.4. */
  isUnsynchronised?: boolean;
  /** `lie`: announced, not written. */
  extendedHeader?: boolean | 'lie';
  hasFooter?: boolean;
  /** Version 2.4 only: sizes of frames as iTunes wrote them once, eight bits a byte. */
  hasPlainSizes?: boolean;
  padding?: number;
}

/** An ID3v2 tag byte by byte, with everything that the format allows and few programs write. */
export function oddId3Tag(spec: OddId3): Buffer {
  const { version, isUnsynchronised = false, extendedHeader = false, hasFooter = false } = spec;
  const frames = spec.frames.map((frame) => oddFrame(spec, frame));
  const extension = extendedHeader === true ? extensionOf(version) : Buffer.alloc(0);
  const plain = Buffer.concat([extension, ...frames, Buffer.alloc(spec.padding ?? 0)]);
  const body = isUnsynchronised && version < 4 ? unsynchronise(plain) : plain;
  const flags = (isUnsynchronised ? 0x80 : 0) | (extendedHeader ? 0x40 : 0) | (hasFooter ? 0x10 : 0);
  const head = Buffer.concat([Buffer.from([version, 0, flags]), safe32(body.length)]);
  const footer = hasFooter ? Buffer.concat([latin1('3DI'), head]) : Buffer.alloc(0);
  return Buffer.concat([latin1('ID3'), head, body, footer]);
}

/** The content of a text frame; encoding 0 Latin-1, 1 UTF-16 with a mark, 2 big-endian without, 3 UTF-8. */
export function id3Text(text: string, encoding: 0 | 1 | 2 | 3 = 3): Buffer {
  const bodies = {
    0: () => latin1(text),
    1: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    2: () => Buffer.from(text, 'utf16le').swap16(),
    3: () => Buffer.from(text, 'utf8'),
  };
  return Buffer.concat([Buffer.from([encoding]), bodies[encoding]()]);
}

/** The content of an `APIC` frame, of version 2.3 and 2.4. `-->` as its kind makes it a link. */
export function id3Picture(data: Buffer, { mime = 'image/png', type = 3, description = '' } = {}): Buffer {
  return Buffer.concat([
    Buffer.from([0]),
    latin1(`${mime}\0`),
    Buffer.from([type]),
    latin1(`${description}\0`),
    data,
  ]);
}

/** Puts a zero behind every byte of ones that would look like the start of sound, or like one that was unsynchronised. */
function unsynchronise(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    out.push(byte);
    const next = bytes[at + 1] ?? 0xff;
    if (byte === 0xff && (next >= 0xe0 || next === 0)) out.push(0);
  }
  return Buffer.from(out);
}

function safe32(size: number): Buffer {
  return Buffer.from([(size >>> 21) & 127, (size >>> 14) & 127, (size >>> 7) & 127, size & 127]);
}

/** An extended header that says nothing: its size does not count itself in 2.3, and does in 2.4. */
function extensionOf(version: number): Buffer {
  if (version === 4) return Buffer.concat([safe32(6), Buffer.from([1, 0])]);
  return Buffer.concat([be32(6), Buffer.from([0, 0]), be32(0)]);
}

function oddFrame(
  { version, isUnsynchronised = false, hasPlainSizes = false }: OddId3,
  frame: OddFrame,
): Buffer {
  const name = latin1(frame.name);
  if (version === 2) return Buffer.concat([name, be32(frame.data.length).subarray(1), frame.data]);
  const packed = frame.isCompressed ? deflateSync(frame.data) : frame.data;
  const group = frame.isGrouped ? Buffer.from([0x81]) : Buffer.alloc(0);
  const method = frame.isEncrypted ? Buffer.from([0x82]) : Buffer.alloc(0);
  const has = (on: boolean | undefined, flag: number) => (on ? flag : 0);
  if (version === 3) {
    const length = frame.isCompressed ? be32(frame.data.length) : Buffer.alloc(0);
    const flags = has(frame.isCompressed, 0x80) | has(frame.isEncrypted, 0x40) | has(frame.isGrouped, 0x20);
    const body = Buffer.concat([length, method, group, packed]);
    return Buffer.concat([name, be32(body.length), Buffer.from([0, flags]), body]);
  }
  const hasLength = frame.hasLength || frame.isCompressed;
  const length = hasLength ? safe32(frame.data.length) : Buffer.alloc(0);
  const isSafe = isUnsynchronised || frame.isUnsynchronised;
  const flags =
    has(frame.isGrouped, 0x40) |
    has(frame.isCompressed, 0x08) |
    has(frame.isEncrypted, 0x04) |
    has(isSafe, 0x02) |
    has(hasLength, 0x01);
  const body = Buffer.concat([group, method, length, isSafe ? unsynchronise(packed) : packed]);
  return Buffer.concat([
    name,
    hasPlainSizes ? be32(body.length) : safe32(body.length),
    Buffer.from([0, flags]),
    body,
  ]);
}
