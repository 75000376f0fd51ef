import { crc32, deflateSync } from 'node:zlib';
import { be32, latin1 } from '@tonearm/song-files';

/** Three bytes a pixel, row by row from the top. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A chunk of a PNG file with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(type), data]);
  return Buffer.concat([be32(data.length), body, be32(crc32(body))]);
}

/** A PNG file of 24 bits a pixel. */
export function encodePng({ data, width, height }: Pixels): Buffer {
  const stride = width * 3;
  const rows = Buffer.alloc(height * (stride + 1));
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([be32(width), be32(height), Buffer.from([8, 2, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A PNG of one colour: a 3000×3000 one takes 30 kB. */
export function solidPng({
  width,
  height,
  colour,
}: {
  width: number;
  height: number;
  colour: Colour;
}): Buffer {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) data.set(colour, at);
  return encodePng({ data, width, height });
}
