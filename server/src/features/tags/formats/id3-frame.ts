import { inflateSync } from 'node:zlib';
import type { ByteSource } from './file-window.ts';

/** A frame as it lies in a tag. */
export interface PackedFrame {
  readonly name: string;
  /** Where what is in it begins, and how long that is. */
  readonly at: number;
  readonly size: number;
  readonly version: number;
  /** The second byte of its flags. */
  readonly flags: number;
  /** Whether the tag says that all frames are unsynchronised. */
  readonly isUnsynchronised: boolean;
}

/** How the content of a frame is packed. */
interface Packing {
  readonly isEncrypted: boolean;
  readonly isCompressed: boolean;
  readonly isUnsynchronised: boolean;
  /** Bytes before the content: a group, a method, a length. */
  readonly prefixBytes: number;
}

/** Of nearly all frames. */
const plain: Packing = { isEncrypted: false, isCompressed: false, isUnsynchronised: false, prefixBytes: 0 };

const packingOf = ({ version, flags, isUnsynchronised }: PackedFrame): Packing => {
  if (flags === 0 && !isUnsynchronised) return plain;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const length = (flag: number, bytes: number): number => (has(flag) ? bytes : 0);
  switch (version) {
    case 3:
      return {
        isCompressed: has(0x80),
        isEncrypted: has(0x40),
        isUnsynchronised: false,
        prefixBytes: length(0x80, 4) + length(0x40, 1) + length(0x20, 1),
      };
    case 4:
      return {
        isCompressed: has(0x08),
        isEncrypted: has(0x04),
        isUnsynchronised: has(0x02) || isUnsynchronised,
        prefixBytes: length(0x40, 1) + length(0x04, 1) + length(0x08 | 0x01, 4),
      };
    default:
      return { isCompressed: false, isEncrypted: false, isUnsynchronised, prefixBytes: 0 };
  }
};

/** Whether the content of a frame can be had at all, and what it costs. */
export const isReadable = (frame: PackedFrame): 'plain' | 'compressed' | 'no' => {
  const { isEncrypted, isCompressed, prefixBytes } = packingOf(frame);
  if (isEncrypted || prefixBytes > frame.size) return 'no';
  return isCompressed ? 'compressed' : 'plain';
};

/**
 * Takes the zeros out that were put behind bytes of ones, so that no player takes a tag for sound. Bytes that
 * cannot have been written so, of which some programs say it nevertheless, stay as they are.
 */
export const resynchronised = (bytes: Buffer): Buffer => {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next >= 0xe0) return bytes;
    if (next !== 0 || at + 1 >= bytes.length) continue;
    parts.push(bytes.subarray(from, at + 1));
    from = at + 2;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
};

/** Unpacks; null when it is no such packing or becomes longer than allowed. */
const inflated = (bytes: Buffer, maxOutputLength: number): Buffer | null => {
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch {
    return null;
  }
};

/**
 * The content of a frame that is readable.
 * @param longest of the content, in bytes
 * @param wanted how much of the beginning is enough; of a compressed frame all is unpacked
 * @returns null when it is broken or longer; good until the source is read again
 */
export const frameContent = (
  source: ByteSource,
  frame: PackedFrame,
  longest: number,
  wanted: number = frame.size,
): Buffer | null => {
  const { isCompressed, isUnsynchronised, prefixBytes } = packingOf(frame);
  const size = frame.size - prefixBytes;
  const length = isCompressed ? size : Math.min(size, wanted);
  if (length > longest) return null;
  const stored = source.read(frame.at + prefixBytes, length);
  const bytes = isUnsynchronised ? resynchronised(stored) : stored;
  return isCompressed ? inflated(bytes, longest) : bytes;
};
