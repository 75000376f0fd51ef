import type { TagCollector } from '../tag-collector.ts';
import { base64Block, blockPicture } from './flac-picture.ts';

/** Longer comments are pictures or noise, never a text worth having. */
const longestComment = 64 * 1024;

/** Gives the picture in a field to the collector: a block of FLAC, or of old the bare picture, both in base64. */
const addPicture = (
  name: 'METADATA_BLOCK_PICTURE' | 'COVERART',
  text: Buffer,
  collector: TagCollector,
): void => {
  const block = base64Block(text);
  const picture =
    name === 'COVERART'
      ? { isFront: false, lengthBytes: block.lengthBytes, read: (length: number) => block.read(0, length) }
      : blockPicture(block);
  if (picture !== null) collector.addPicture(picture);
};

/** Longest name of a field that is looked at. */
const longestName = 40;

/**
 * Reads a block of Vorbis comments into the collector.
 * @param block from the length of the vendor's name on; a picture in it is read from it later
 * @returns whether it is whole; false when it is broken off
 * @see https://xiph.org/vorbis/doc/v-comment.html
 */
export const readVorbisComments = (block: Buffer, collector: TagCollector): boolean => {
  if (block.length < 8) return false;
  let position = 4 + block.readUInt32LE(0);
  if (position + 4 > block.length) return false;
  const count = block.readUInt32LE(position);
  position += 4;
  for (let index = 0; index < count; index += 1) {
    if (position + 4 > block.length) return false;
    const start = position + 4;
    const end = start + block.readUInt32LE(position);
    if (end > block.length) return false;
    position = end;
    const equals = block.subarray(start, Math.min(end, start + longestName)).indexOf(0x3d);
    if (equals <= 0) continue;
    const name = block.toString('latin1', start, start + equals).toUpperCase();
    const valueAt = start + equals + 1;
    if (name === 'METADATA_BLOCK_PICTURE' || name === 'COVERART')
      addPicture(name, block.subarray(valueAt, end), collector);
    else if (end - start <= longestComment)
      collector.add('vorbis', name, block.toString('utf8', valueAt, end));
  }
  return true;
};
