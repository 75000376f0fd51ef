import { readSync } from 'node:fs';
import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';

/** Synchronous, buffered reading of one open file: its head in one read, the rest in pages. */
export interface FileWindow {
  readonly sizeBytes: number;
  /** The first bytes of the file, up to 64 KiB. */
  readonly head: Buffer;
  /**
   * Up to `lengthBytes` bytes from `position`, fewer at the end of the file. Good until the next call.
   * @throws RangeError for more than `longestRead` bytes
   */
  read(position: number, lengthBytes: number): Buffer;
}

/** Where bytes of a tag come from: the file, or a part of it that was unpacked. */
export type ByteSource = Pick<FileWindow, 'read'>;

/** Bytes that are good for as long as the file is open: those of its head are not copied. */
export const keptBytes = (window: FileWindow, position: number, lengthBytes: number): Buffer => {
  const { head, sizeBytes } = window;
  const isInHead = position + lengthBytes <= head.length || head.length >= sizeBytes;
  return isInHead
    ? head.subarray(position, position + lengthBytes)
    : Buffer.from(window.read(position, lengthBytes));
};

/** How much of every file is read at once, in bytes: most tags lie within. */
export const headBytes = 65_536;

/** Most bytes that are ever asked for at once: what a tag of a mad size may cost in memory. */
export const longestRead = 16 * 1024 * 1024;

/** Buffers that are used for one file after another. One window at a time may use them. */
export interface WindowBuffers {
  open(descriptor: number, sizeBytes: number): FileWindow;
}

const fillFrom = (
  descriptor: number,
  buffer: Buffer,
  wanted: { position: number; lengthBytes: number; onRead: () => void },
): number => {
  let have = 0;
  while (have < wanted.lengthBytes) {
    const got = readSync(descriptor, buffer, have, wanted.lengthBytes - have, wanted.position + have);
    wanted.onRead();
    if (got === 0) break;
    have += got;
  }
  return have;
};

/** What windows read into, one at a time. */
interface Buffers {
  readonly head: Buffer;
  readonly page: Buffer;
  fill(descriptor: number, buffer: Buffer, wanted: { position: number; lengthBytes: number }): number;
}

const createWindow = (
  { head: headBuffer, page: pageBuffer, fill }: Buffers,
  descriptor: number,
  sizeBytes: number,
): FileWindow => {
  const headLength = fill(descriptor, headBuffer, {
    position: 0,
    lengthBytes: Math.min(headBytes, sizeBytes),
  });
  const head = headBuffer.subarray(0, headLength);
  let pageAt = 0;
  let pageLength = 0;
  const readPage = (position: number): void => {
    pageAt = position;
    const lengthBytes = Math.min(headBytes, sizeBytes - position);
    pageLength = fill(descriptor, pageBuffer, { position, lengthBytes });
  };
  const readLong = (position: number, lengthBytes: number): Buffer => {
    if (lengthBytes > longestRead) throw new RangeError('too large a part of the file at once');
    const length = Math.max(0, Math.min(lengthBytes, sizeBytes - position));
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, fill(descriptor, buffer, { position, lengthBytes: length }));
  };
  return {
    sizeBytes,
    head,
    read: (position, lengthBytes) => {
      const end = position + lengthBytes;
      if (end <= headLength || headLength >= sizeBytes)
        return head.subarray(position, Math.min(end, headLength));
      if (lengthBytes > headBytes) return readLong(position, lengthBytes);
      if (position < pageAt || end > pageAt + pageLength) readPage(position);
      const from = position - pageAt;
      return pageBuffer.subarray(Math.min(from, pageLength), Math.min(from + lengthBytes, pageLength));
    },
  };
};

/** Of a file in which there is nothing. */
export const emptyWindow = createWindow(
  { head: Buffer.alloc(0), page: Buffer.alloc(0), fill: () => 0 },
  -1,
  0,
);

keepCompiled(emptyWindow);

/** Makes the buffers of one reader. `onRead` is called whenever the system has given something. */
export const createWindowBuffers = (onRead: () => void = () => {}): WindowBuffers => {
  const buffers: Buffers = {
    head: Buffer.allocUnsafeSlow(headBytes),
    page: Buffer.allocUnsafeSlow(headBytes),
    fill: (descriptor, buffer, wanted) => fillFrom(descriptor, buffer, { ...wanted, onRead }),
  };
  return { open: (descriptor, sizeBytes) => createWindow(buffers, descriptor, sizeBytes) };
};
