import type { Sharp } from 'sharp';
import { pictureTypeOf } from '../../../platform/paths/picture-type.ts';

/** How much damage a decoder lets pass. */
export type Tolerance = 'error' | 'none';

/**
 * Kinds of which a part can be shown: what is lost comes out in one even colour. Of a PNG it would be what lay in
 * memory before. AVIF is one piece to its decoder, and of most TIFFs the directory stands at their end: these come out
 * whole or not at all.
 */
const partlyShown: ReadonlySet<string | null> = new Set(['jpeg', 'gif', 'webp']);

/** A picture of which less than this share is there is not worth looking at. */
const leastShare = 0.25;

/**
 * A damaged picture as its decoder takes it: that of WebP refuses a file that is shorter than it says, whatever it may
 * let pass, and shows what is there when nothing but zeros follows.
 */
export const madeWhole = (bytes: Buffer): Buffer => {
  if (pictureTypeOf(bytes) !== 'webp') return bytes;
  const saidBytes = bytes.readUInt32LE(4) + 8;
  const isCut = saidBytes > bytes.length && bytes.length >= saidBytes * leastShare;
  return isCut ? Buffer.concat([bytes], saidBytes) : bytes;
};

/** Rows into which a picture is scaled to see how much of it is there, and how many of them must be. */
const rows = 32;
const leastRows = 8;

/** Difference of two values that count as the same colour. */
const slight = 2;

/** Rows from the top to the last that is not all of the colour of the very last pixel. */
const rowsShown = (data: Buffer): number => {
  const rowBytes = data.length / rows;
  const last = data.subarray(-3);
  for (let at = data.length - 1; at >= 0; at -= 1) {
    if (Math.abs((data[at] ?? 0) - (last[at % 3] ?? 0)) > slight) return Math.ceil((at + 1) / rowBytes);
  }
  return 0;
};

/**
 * Whether a picture that a strict decoder refused shows enough to be worth it: at least a quarter of its height
 * before the even colour begins that stands for what is lost.
 * @param open opens it for one pass with a tolerant decoder
 */
export const showsEnough = async (bytes: Buffer, open: () => Sharp): Promise<boolean> => {
  if (!partlyShown.has(pictureTypeOf(bytes))) return false;
  const data = await open()
    .resize(rows, rows, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return rowsShown(data) >= leastRows;
};
