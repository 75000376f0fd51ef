import type { EmbeddedPicture } from '../song-tags.ts';

/** A picture block of FLAC, wherever it lies. */
export interface PictureBlock {
  readonly lengthBytes: number;
  /** Some of its bytes, fewer at its end; good until the next call. */
  read(position: number, lengthBytes: number): Buffer;
}

/** Longest kind and description of a picture that are passed over, in bytes. */
const longestText = 64 * 1024;

const frontCover = 3;

/** Width, height, depth and number of colours, and the length of the picture. */
const measureBytes = 20;

/**
 * The picture in a block.
 * @returns null when the block is broken
 * @see https://www.rfc-editor.org/rfc/rfc9639#name-picture
 */
export const blockPicture = (block: PictureBlock): EmbeddedPicture | null => {
  const head = block.read(0, 8);
  if (head.length < 8) return null;
  const isFront = head.readUInt32BE(0) === frontCover;
  const kindBytes = head.readUInt32BE(4);
  if (kindBytes > longestText) return null;
  const length = block.read(8 + kindBytes, 4);
  const textBytes = length.length < 4 ? longestText : length.readUInt32BE(0);
  const measuresAt = 12 + kindBytes + textBytes;
  const measures = textBytes >= longestText ? length : block.read(measuresAt, measureBytes);
  if (measures.length < measureBytes) return null;
  const dataAt = measuresAt + measureBytes;
  const lengthBytes = Math.min(measures.readUInt32BE(16), block.lengthBytes - dataAt);
  return {
    isFront,
    lengthBytes,
    read: (wanted) => block.read(dataAt, Math.min(wanted, lengthBytes)),
  };
};

/** A block in base64, of which only what is asked for is decoded. */
export const base64Block = (text: Buffer): PictureBlock => ({
  lengthBytes: Math.floor((text.length * 3) / 4),
  read: (position, lengthBytes) => {
    const first = Math.floor(position / 3);
    const last = Math.ceil((position + lengthBytes) / 3);
    const decoded = Buffer.from(text.toString('latin1', first * 4, last * 4), 'base64');
    return decoded.subarray(position - first * 3, position - first * 3 + lengthBytes);
  },
});
