import type { FileParts, MissingPart } from '../../../platform/bucket/part-fetcher.ts';
import { type FileWindow, headBytes, longestRead } from './file-window.ts';

/** A window over parts. */
export interface PartsWindow extends FileWindow {
  /** The first that was wanted and not at hand; what was read then means nothing. */
  missing(): MissingPart | null;
}

/** Ends a reading that cannot go on. */
class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Opens a window over what is at hand; a read outside of it ends the reading. */
export const openParts = ({ sizeBytes, pieces }: FileParts): PartsWindow => {
  let missing: MissingPart | null = null;
  const take = (position: number, lengthBytes: number): Buffer => {
    const start = Math.min(position, sizeBytes);
    const end = Math.min(position + lengthBytes, sizeBytes);
    if (end <= start) return Buffer.alloc(0);
    const piece = pieces.find(({ at, bytes }) => at <= start && end <= at + bytes.length);
    if (piece !== undefined) return bufferOf(piece.bytes).subarray(start - piece.at, end - piece.at);
    missing ??= { position: start, lengthBytes: end - start };
    throw new PartMissing();
  };
  return {
    sizeBytes,
    head: take(0, headBytes),
    read: (position, lengthBytes) => {
      if (lengthBytes > longestRead) throw new RangeError('too large a part of the file at once');
      if (position < 0) throw new RangeError('before the beginning of the file');
      return take(position, lengthBytes);
    },
    missing: () => missing,
  };
};
