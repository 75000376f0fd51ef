import { read } from 'node:fs';
import { promisify } from 'node:util';
import { type CachedRead, createCachedRead } from '../../platform/memory/cached-read.ts';
import { type Container, containerOf, id3EndOf, markBytes } from '../../platform/paths/audio-formats.ts';

const readFile = promisify(read);

/**
 * Tells what an open file is by its first bytes, behind an ID3v2 tag if it begins with one.
 * @returns null when they tell nothing, or cannot be read: whoever sends the file finds out why
 */
type ContainerInFile = (descriptor: number) => Promise<Container | null>;

/** Makes it. @param readCached reads what nobody has to wait for */
export const createContainerInFile = (readCached: CachedRead = createCachedRead()): ContainerInFile => {
  const markAt = async (descriptor: number, position: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(markBytes);
    if (readCached(descriptor, buffer, position) === markBytes) return buffer;
    const { bytesRead } = await readFile(descriptor, buffer, 0, markBytes, position);
    return buffer.subarray(0, bytesRead);
  };
  return async (descriptor) => {
    try {
      const head = await markAt(descriptor, 0);
      const end = id3EndOf(head);
      return containerOf(end === 0 ? head : await markAt(descriptor, end));
    } catch {
      return null;
    }
  };
};
