import { decode } from '@cwasm/nsbmp';

/** A picture as plain pixels: rows from the top, RGBA bytes. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the largest picture that is decoded here, which holds all of it in memory: 4,000 × 4,000. */
const mostPixels = 16_000_000;

/** A file that is no BMP we can read; the caller refuses the picture. */
export class BmpError extends Error {
  override readonly name = 'BmpError';
}

/** What is looked at before a decoder is let loose on a file. */
interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly isPlain: boolean;
  readonly pixelsAt: number;
}

/** Kinds of compression that are none: as they are, or with masks of bits. */
const plain: ReadonlySet<number> = new Set([0, 3]);

const readHeader = (bytes: Buffer): Header => {
  const isOld = bytes.readUInt32LE(14) === 12;
  return {
    width: isOld ? bytes.readUInt16LE(18) : bytes.readInt32LE(18),
    height: isOld ? bytes.readUInt16LE(20) : Math.abs(bytes.readInt32LE(22)),
    bitsPerPixel: bytes.readUInt16LE(isOld ? 24 : 28),
    isPlain: isOld || plain.has(bytes.readUInt32LE(30)),
    pixelsAt: bytes.readUInt32LE(10),
  };
};

/** The file with what was cut off its end, black; the decoder takes whole ones only. */
const whole = (bytes: Buffer, { width, height, bitsPerPixel, isPlain, pixelsAt }: Header): Buffer => {
  const lengthBytes = pixelsAt + Math.ceil((width * bitsPerPixel) / 32) * 4 * height;
  if (!isPlain || bitsPerPixel > 32 || lengthBytes <= bytes.length) return bytes;
  return Buffer.concat([bytes, Buffer.alloc(lengthBytes - bytes.length)]);
};

/**
 * Decodes a Windows bitmap, which the picture library cannot read: 1 to 32 bits, plain, run-length encoded
 * or with colour masks, either row order. The decoder is NetSurf's, in WebAssembly.
 * @throws BmpError or RangeError when it is none
 */
export const decodeBmp = (bytes: Buffer): Pixels => {
  const header = readHeader(bytes);
  const { width, height, pixelsAt } = header;
  if (width <= 0 || height === 0 || width * height > mostPixels || pixelsAt >= bytes.length)
    throw new BmpError('a size that is not shown');
  try {
    const decoded = decode(whole(bytes, header));
    const { buffer, byteOffset, byteLength } = decoded.data;
    return {
      data: Buffer.from(buffer, byteOffset, byteLength),
      width: decoded.width,
      height: decoded.height,
    };
  } catch (error) {
    throw new BmpError('not a bitmap that can be decoded', { cause: error });
  }
};
