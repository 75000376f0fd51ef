import { describe, expect, it } from 'vitest';
import { BmpError, decodeBmp } from './bmp.ts';

interface BmpParts {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly palette?: readonly number[];
  readonly masks?: readonly number[];
  readonly body: readonly number[];
}

/** A bitmap file around its pixels: headers of 14 and 40 bytes, masks, palette, body. */
const bmp = (parts: BmpParts): Buffer => {
  const extra = [...(parts.masks ?? []), ...(parts.palette ?? [])];
  const header = Buffer.alloc(54 + extra.length * 4);
  header.write('BM');
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(parts.width, 18);
  header.writeInt32LE(parts.height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(parts.bits, 28);
  header.writeUInt32LE(header.length + parts.body.length, 2);
  header.writeUInt32LE(parts.compression ?? 0, 30);
  header.writeUInt32LE(parts.palette?.length ?? 0, 46);
  extra.forEach((value, index) => {
    header.writeUInt32LE(value, 54 + index * 4);
  });
  return Buffer.concat([header, Buffer.from(parts.body)]);
};

const red = [255, 0, 0];
const green = [0, 255, 0];
const blue = [0, 0, 255];
const white = [255, 255, 255];
const black = [0, 0, 0];
/** What every two by two picture below shows. */
const square = [...red, ...green, ...blue, ...white];
const palette = [0x000000, 0xff0000, 0x00ff00, 0x0000ff, 0xffffff];

/** Red, green and blue of each pixel; all of them opaque. */
const pixelsOf = (parts: BmpParts): number[] => {
  const { data } = decodeBmp(bmp(parts));
  return [...data].filter((_, at) => at % 4 !== 3);
};

describe('decoding a bitmap', () => {
  it('reads 24 bits, rows from the bottom, each padded to four bytes', () => {
    const body = [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0];
    expect(pixelsOf({ width: 2, height: 2, bits: 24, body })).toEqual(square);
  });

  it('reads rows from the top when the height is negative', () => {
    const body = [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0];
    expect(pixelsOf({ width: 2, height: -2, bits: 24, body })).toEqual(square);
  });

  it.each([
    [8, [3, 4, 0, 0, 1, 2, 0, 0]],
    [4, [0x34, 0, 0, 0, 0x12, 0, 0, 0]],
  ])('reads %d bits through the palette', (bits, body) => {
    expect(pixelsOf({ width: 2, height: 2, bits, palette, body })).toEqual(square);
  });

  it('reads 1 bit through the palette', () => {
    const body = [0b01000000, 0, 0, 0, 0b10000000, 0, 0, 0];
    expect(pixelsOf({ width: 2, height: 2, bits: 1, palette: [0, 0xffffff], body })).toEqual([
      ...white,
      ...black,
      ...black,
      ...white,
    ]);
  });

  it('reads 16 bits as five each, and with masks as told', () => {
    const five = [0x1f, 0, 0xff, 0x7f, 0, 0x7c, 0xe0, 0x03];
    const steps = (most: number[]) => square.map((value, at) => (value === 0 ? 0 : (most[at % 3] ?? 0)));
    expect(pixelsOf({ width: 2, height: 2, bits: 16, body: five })).toEqual(steps([248, 248, 248]));
    const masks = [0xf800, 0x07e0, 0x001f];
    const sixes = [0x1f, 0, 0xff, 0xff, 0, 0xf8, 0xe0, 0x07];
    expect(pixelsOf({ width: 2, height: 2, bits: 16, compression: 3, masks, body: sixes })).toEqual(
      steps([248, 252, 248]),
    );
  });

  it('reads 32 bits without taking the spare byte for transparency', () => {
    const body = [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0];
    expect(pixelsOf({ width: 2, height: 2, bits: 32, body })).toEqual(square);
  });

  it.each([
    ['runs', [2, 3, 0, 0, 1, 1, 1, 2, 0, 1], [...red, ...green, ...blue, ...blue]],
    ['plain stretches', [0, 3, 3, 4, 1, 0, 0, 1], [...black, ...black, ...blue, ...white]],
    ['jumps', [1, 3, 0, 2, 0, 1, 1, 4, 0, 1], [...black, ...white, ...blue, ...black]],
  ])('unpacks %s of eight bits', (_, body, expected) => {
    expect(pixelsOf({ width: 2, height: 2, bits: 8, compression: 1, palette, body })).toEqual(expected);
  });

  it('unpacks runs of four bits', () => {
    const body = [2, 0x34, 0, 0, 2, 0x12, 0, 1];
    expect(pixelsOf({ width: 2, height: 2, bits: 4, compression: 2, palette, body })).toEqual(square);
  });

  it('leaves black what a cut-off file lacks', () => {
    expect(pixelsOf({ width: 1, height: 2, bits: 24, body: [0, 0, 255, 0] })).toEqual([...black, ...red]);
  });

  it.each([
    { width: 2 ** 30, height: 2 ** 30, bits: 24, body: [] },
    { width: 5000, height: 5000, bits: 1, body: [] },
    { width: -1, height: 1, bits: 24, body: [] },
    { width: 1, height: 0, bits: 24, body: [] },
    { width: 1, height: 1, bits: 7, body: [0, 0, 0, 0] },
    { width: 1, height: 1, bits: 24, compression: 4, body: [] },
    { width: 1, height: 1, bits: 24, compression: 99, body: [] },
  ])('refuses %j', (parts) => {
    expect(() => decodeBmp(bmp(parts))).toThrow(BmpError);
  });

  it('refuses a file that ends within its header', () => {
    for (let length = 0; length < 54; length += 1) {
      const whole = bmp({ width: 1, height: 1, bits: 24, body: [0, 0, 0, 0] });
      expect(() => decodeBmp(whole.subarray(0, length))).toThrow();
    }
  });
});
