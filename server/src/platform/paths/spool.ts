import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes that are put aside until it is known whether they are wanted: what is not costs the disk nothing, since nobody
 * waits for it to be written.
 */
export interface Spool {
  /** Puts bytes behind the others. @throws Error of the file system */
  add(parts: readonly Uint8Array[]): Promise<void>;
  /**
   * The next of what was added, in order; as many as asked for, and only until it is asked again.
   * @throws Error of the file system
   */
  take(byteCount: number): Promise<Buffer>;
  /**
   * So many bytes from a place on, whatever was taken.
   * @throws Error of the file system
   */
  read(from: number, byteCount: number): Promise<Buffer>;
  /** Forgets all of it. */
  close(): Promise<void>;
}

/**
 * Opens a file of a folder that nobody else sees: it has no name any more, so nothing is left of it whatever happens.
 * @param name one that no file of the folder has
 * @throws Error of the file system
 */
export const openSpool = async (folder: string, name: string): Promise<Spool> => {
  const path = join(folder, name);
  const file: FileHandle = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  let added = 0;
  let taken = 0;
  let memory = Buffer.alloc(0);
  const readInto = async (bytes: Buffer, { from, byteCount }: { from: number; byteCount: number }) => {
    for (let read = 0; read < byteCount; ) {
      const { bytesRead } = await file.read(bytes, read, byteCount - read, from + read);
      if (bytesRead === 0) throw new RangeError('More was asked for than was added.');
      read += bytesRead;
    }
    return bytes.subarray(0, byteCount);
  };
  const addRest = async (bytes: Uint8Array): Promise<void> => {
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, from, bytes.length - from, added);
      from += bytesWritten;
      added += bytesWritten;
    }
  };
  return {
    add: async (parts) => {
      const { bytesWritten } = await file.writev(parts, added);
      added += bytesWritten;
      // On a disk that is nearly full.
      let written = bytesWritten;
      for (const part of parts) {
        if (written < part.length) await addRest(part.subarray(written));
        written = Math.max(0, written - part.length);
      }
    },
    take: async (byteCount) => {
      if (memory.length < byteCount) memory = Buffer.allocUnsafeSlow(byteCount);
      const bytes = await readInto(memory, { from: taken, byteCount });
      taken += byteCount;
      return bytes;
    },
    read: (from, byteCount) => readInto(Buffer.allocUnsafeSlow(byteCount), { from, byteCount }),
    close: () => file.close(),
  };
};
