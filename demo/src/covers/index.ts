import { createRandom } from '@tonearm/song-files';
import sharp from 'sharp';
import { arcs, blocks, currents, glassDiscs, nightGarden, pixels, rain, ribbons } from './geometry.ts';
import { aurora, lanterns, whiteNights, winterPaper } from './landscapes.ts';
import { type Painting, SIZE } from './svg.ts';

/** Every cover, by name. */
const COVERS = {
  lanterns,
  rain,
  blocks,
  nightGarden,
  whiteNights,
  glassDiscs,
  arcs,
  currents,
  aurora,
  pixels,
  winterPaper,
  ribbons,
} satisfies Record<string, Painting>;

/** The name of a cover. */
export type CoverName = keyof typeof COVERS;

/** A cover as a picture file of 1000×1000 pixels, with a little grain as print has it. */
export async function renderCover(name: CoverName, format: 'jpeg' | 'png'): Promise<Buffer> {
  const inside = COVERS[name](createRandom('demo cover', name));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">${inside}</svg>`;
  const picture = sharp(Buffer.from(svg)).flatten();
  if (format === 'png') return picture.png({ palette: true, colours: 64 }).toBuffer();
  return picture
    .composite([{ input: grain(name), raw: { width: SIZE, height: SIZE, channels: 4 }, blend: 'soft-light' }])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

function grain(name: string): Buffer {
  const random = createRandom('demo grain', name);
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const value = 128 + (random.unit() + random.unit() - 1) * 90;
    pixels.fill(value, at, at + 3);
    pixels[at + 3] = 90;
  }
  return pixels;
}
