import type { TagCollector } from '../tag-collector.ts';
import { type ByteSource, longestRead } from './file-window.ts';
import { frameContent, isReadable, type PackedFrame } from './id3-frame.ts';

/** What stands before a picture is found within this many bytes: its type and a description. */
const longestHeader = 4096;

const frontCover = 3;

/** Where text of an encoding ends, its zeros included; -1 when it does not. */
const textEnd = (bytes: Buffer, from: number, encoding: number): number => {
  const isWide = encoding === 1 || encoding === 2;
  if (!isWide) {
    const nul = bytes.indexOf(0, from);
    return nul === -1 ? -1 : nul + 1;
  }
  for (let at = from; at + 2 <= bytes.length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return at + 2;
  }
  return -1;
};

/** Where the bytes of the picture begin, and whether it is the front cover; null when it is a link, or broken. */
const readHeader = (bytes: Buffer, version: number): { dataAt: number; isFront: boolean } | null => {
  const typeAt = version === 2 ? 4 : textEnd(bytes, 1, 0);
  if (typeAt <= 0 || bytes.toString('latin1', 1, 4) === '-->') return null;
  const dataAt = textEnd(bytes, typeAt + 1, bytes[0] ?? 0);
  return dataAt === -1 ? null : { dataAt, isFront: bytes[typeAt] === frontCover };
};

/** Gives the picture of a frame to the collector; it is read again when it is wanted. */
export const addId3Picture = (source: ByteSource, frame: PackedFrame, collector: TagCollector): void => {
  const content = (wanted: number): Buffer | null => frameContent(source, frame, longestRead, wanted);
  const head = content(longestHeader);
  const header = head === null ? null : readHeader(head, frame.version);
  if (head === null || header === null) return;
  const { dataAt, isFront } = header;
  const contentBytes = isReadable(frame) === 'compressed' ? head.length : frame.size;
  collector.addPicture({
    isFront,
    lengthBytes: contentBytes - dataAt,
    read: (lengthBytes) => {
      // What is unsynchronised takes more room where it lies.
      const bytes = content(Math.min(frame.size, dataAt + 2 * lengthBytes)) ?? Buffer.alloc(0);
      return bytes.subarray(dataAt, dataAt + lengthBytes);
    },
  });
};
