import type { TagCollector } from './tag-collector.ts';

/** Longer comments are pictures or noise, never a text worth having. */
const longestComment = 64 * 1024;

const pictureNames: ReadonlySet<string> = new Set(['METADATA_BLOCK_PICTURE', 'COVERART']);

/** Longest name of a field that is looked at. */
const longestName = 40;

/**
 * Reads a block of Vorbis comments into the collector.
 * @param block from the length of the vendor's name on
 * @returns whether a picture is embedded, or null when the block is broken off
 * @see https://xiph.org/vorbis/doc/v-comment.html
 */
export const readVorbisComments = (
  block: Buffer,
  collector: TagCollector,
): { hasPicture: boolean } | null => {
  if (block.length < 8) return null;
  let position = 4 + block.readUInt32LE(0);
  if (position + 4 > block.length) return null;
  const count = block.readUInt32LE(position);
  position += 4;
  let hasPicture = false;
  for (let index = 0; index < count; index += 1) {
    if (position + 4 > block.length) return null;
    const start = position + 4;
    const end = start + block.readUInt32LE(position);
    if (end > block.length) return null;
    position = end;
    const equals = block.subarray(start, Math.min(end, start + longestName)).indexOf(0x3d);
    if (equals <= 0) continue;
    const name = block.toString('latin1', start, start + equals);
    if (pictureNames.has(name.toUpperCase())) hasPicture ||= end - start > 100;
    else if (end - start <= longestComment)
      collector.add('vorbis', name, block.toString('utf8', start + equals + 1, end));
  }
  return { hasPicture };
};
