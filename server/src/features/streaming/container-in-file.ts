import { read } from 'node:fs';
import { promisify } from 'node:util';
import { type Container, containerOf, id3EndOf, markBytes } from '../../platform/paths/audio-formats.ts';

const readFile = promisify(read);

/**
 * What an open file is by its first bytes, behind an ID3v2 tag if it begins with one.
 * @returns null when they tell nothing, or cannot be read: whoever sends the file finds out why
 */
export const containerInFile = async (descriptor: number): Promise<Container | null> => {
  const buffer = Buffer.alloc(markBytes);
  const markAt = async (position: number): Promise<Buffer> => {
    const { bytesRead } = await readFile(descriptor, buffer, 0, markBytes, position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const head = await markAt(0);
    const end = id3EndOf(head);
    return containerOf(end === 0 ? head : await markAt(end));
  } catch {
    return null;
  }
};
