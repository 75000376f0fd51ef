/** A picture as plain pixels: rows from the top, RGB or RGBA bytes. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Pixels of the largest picture that is decoded here, which holds all of it in memory: 4,000 × 4,000. */
const mostPixels = 16_000_000;

/** Kinds of compression by their number in the header. */
const compressions = ['none', 'rle8', 'rle4', 'bitfields', 'jpeg', 'png', 'alpha-bitfields'] as const;
type Compression = (typeof compressions)[number];

interface Header {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bitsPerPixel: number;
  readonly compression: Compression;
  readonly pixelsAt: number;
  /** Red, green, blue of each colour number; empty above 8 bits. */
  readonly palette: readonly (readonly [number, number, number])[];
  /** Bits of red, green, blue, alpha in a pixel of 16 or 32 bits. */
  readonly masks: readonly [number, number, number, number];
}

/** A file that is no BMP we can read; the caller refuses the picture. */
export class BmpError extends Error {
  override readonly name = 'BmpError';
}

const fileHeaderBytes = 14;

const paletteOf = (
  bytes: Buffer,
  at: { start: number; end: number; entryBytes: number },
): Header['palette'] => {
  const palette: [number, number, number][] = [];
  for (let entry = at.start; entry + 3 <= at.end && palette.length < 256; entry += at.entryBytes) {
    palette.push([bytes[entry + 2] ?? 0, bytes[entry + 1] ?? 0, bytes[entry] ?? 0]);
  }
  return palette;
};

const defaultMasks = (bitsPerPixel: number): Header['masks'] =>
  bitsPerPixel === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0];

const masksOf = (
  bytes: Buffer,
  headerBytes: number,
  header: { bits: number; kind: Compression },
): Header['masks'] => {
  if (header.kind !== 'bitfields' && header.kind !== 'alpha-bitfields') return defaultMasks(header.bits);
  const hasAlpha = headerBytes >= 56 || header.kind === 'alpha-bitfields';
  return [
    bytes.readUInt32LE(54),
    bytes.readUInt32LE(58),
    bytes.readUInt32LE(62),
    hasAlpha ? bytes.readUInt32LE(66) : 0,
  ];
};

/** Bytes of colour masks that follow a 40-byte header. */
const trailingMaskBytes = (headerBytes: number, kind: Compression): number => {
  if (headerBytes !== 40) return 0;
  return kind === 'bitfields' ? 12 : kind === 'alpha-bitfields' ? 16 : 0;
};

const readHeader = (bytes: Buffer): Header => {
  const headerBytes = bytes.readUInt32LE(14);
  const isOld = headerBytes === 12;
  const width = isOld ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signedHeight = isOld ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const bitsPerPixel = bytes.readUInt16LE(isOld ? 24 : 28);
  const compression = isOld ? 'none' : compressions[bytes.readUInt32LE(30)];
  const height = Math.abs(signedHeight);
  if (compression === undefined || width <= 0 || height === 0 || width * height > mostPixels) {
    throw new BmpError('a size or compression that is not read');
  }
  const paletteStart = fileHeaderBytes + headerBytes + trailingMaskBytes(headerBytes, compression);
  const pixelsAt = bytes.readUInt32LE(10);
  if (pixelsAt >= bytes.length) throw new BmpError('no pixels');
  const entryBytes = isOld ? 3 : 4;
  const palette =
    bitsPerPixel > 8
      ? []
      : paletteOf(bytes, { start: paletteStart, end: Math.min(pixelsAt, bytes.length), entryBytes });
  const masks = masksOf(bytes, headerBytes, { bits: bitsPerPixel, kind: compression });
  return { width, height, isTopDown: signedHeight < 0, bitsPerPixel, compression, pixelsAt, palette, masks };
};

/** Brings the bits of one colour to a byte. */
const channelReader = (mask: number): ((pixel: number) => number) => {
  if (mask === 0) return () => 255;
  const shift = Math.clz32(mask & -mask) ^ 31;
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) / most) * 255);
};

/** Colour numbers of a run-length encoded picture, from the bottom row up; what it skips stays colour 0. */
const unpackRuns = (bytes: Buffer, header: Header): Uint8Array => {
  const { width, height } = header;
  const out = new Uint8Array(width * height);
  const isNibbles = header.compression === 'rle4';
  let [x, y, at] = [0, 0, header.pixelsAt];
  const put = (value: number): void => {
    if (x < width && y < height) out[y * width + x] = value;
    x += 1;
  };
  const valueAt = (base: number, index: number): number => {
    if (!isNibbles) return bytes[base + index] ?? 0;
    const pair = bytes[base + (index >> 1)] ?? 0;
    return index % 2 === 0 ? pair >> 4 : pair & 15;
  };
  while (at + 1 < bytes.length && y < height) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]];
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index += 1) {
        put(isNibbles ? (index % 2 === 0 ? value >> 4 : value & 15) : value);
      }
    } else if (value === 0) {
      [x, y] = [0, y + 1];
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += bytes[at] ?? 0;
      y += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      for (let index = 0; index < value; index += 1) put(valueAt(at, index));
      const used = isNibbles ? (value + 1) >> 1 : value;
      at += used + (used % 2);
    }
  }
  return out;
};

/** Colour numbers of a plain picture of up to 8 bits a pixel, in the file's order of rows. */
const unpackNumbers = (bytes: Buffer, header: Header): Uint8Array => {
  const { width, height, bitsPerPixel } = header;
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const out = new Uint8Array(width * height);
  const perByte = 8 / bitsPerPixel;
  const mask = (1 << bitsPerPixel) - 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = bytes[header.pixelsAt + y * rowBytes + Math.floor(x / perByte)] ?? 0;
      out[y * width + x] = (byte >> (8 - bitsPerPixel * ((x % perByte) + 1))) & mask;
    }
  }
  return out;
};

const rowIn = (header: Header, y: number): number => (header.isTopDown ? y : header.height - 1 - y);

const paint = (header: Header, numbers: Uint8Array): Pixels => {
  const { width, height, palette } = header;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = palette[numbers[rowIn(header, y) * width + x] ?? 0] ?? [0, 0, 0];
      const at = (y * width + x) * 3;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
    }
  }
  return { data, width, height, channels: 3 };
};

const unpackColours = (bytes: Buffer, header: Header): Pixels => {
  const { width, height, bitsPerPixel } = header;
  const pixelBytes = bitsPerPixel / 8;
  const rowBytes = Math.ceil((width * pixelBytes) / 4) * 4;
  const channels = header.masks[3] === 0 ? 3 : 4;
  const data = Buffer.alloc(width * height * channels);
  const readers = header.masks.map(channelReader);
  for (let y = 0; y < height; y += 1) {
    const row = header.pixelsAt + rowIn(header, y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const from = row + x * pixelBytes;
      if (from + pixelBytes > bytes.length) continue;
      const pixel = bytes.readUIntLE(from, pixelBytes);
      const at = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel += 1)
        data[at + channel] = readers[channel]?.(pixel) ?? 0;
    }
  }
  return { data, width, height, channels };
};

/**
 * Decodes a Windows bitmap, which the picture library cannot read: 1 to 32 bits, plain, run-length encoded
 * or with colour masks, either row order. What a cut-off file lacks stays black.
 * @throws BmpError or RangeError when it is none
 * @see the BITMAPINFOHEADER family of headers
 */
export const decodeBmp = (bytes: Buffer): Pixels => {
  const header = readHeader(bytes);
  switch (header.compression) {
    case 'rle8':
    case 'rle4':
      return paint(header, unpackRuns(bytes, header));
    case 'none':
    case 'bitfields':
    case 'alpha-bitfields':
      if ([1, 2, 4, 8].includes(header.bitsPerPixel)) return paint(header, unpackNumbers(bytes, header));
      if ([16, 24, 32].includes(header.bitsPerPixel)) return unpackColours(bytes, header);
      throw new BmpError('a number of colours that is not read');
    case 'jpeg':
    case 'png':
      throw new BmpError('a compression meant for printers');
    default:
      return header.compression satisfies never;
  }
};
