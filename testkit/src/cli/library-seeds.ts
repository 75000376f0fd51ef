import { createRandom } from '@tonearm/song-files';
import type { ClipSpec, CoverSpec } from '../make-library/seed-specs.ts';
import type { Colour } from '../pictures/png.ts';

/** Interleaved 16-bit samples: a few partials that fade, over a little noise. */
export function makeClipSamples({ name, rate, channels, seconds }: ClipSpec): Buffer {
  const random = createRandom('clip', name);
  const base = 110 * 2 ** (random.int(0, 24) / 12);
  const partials = [1, 1.5, 2, 3].map((ratio) => ({ pitch: ratio * base, level: random.unit() }));
  const count = Math.round(rate * seconds);
  const samples = Buffer.alloc(count * channels * 2);
  for (let i = 0; i < count * channels; i++) {
    const time = Math.floor(i / channels) / rate;
    let value = (random.unit() - 0.5) * 0.002;
    for (const { pitch, level } of partials) {
      const angle = 2 * Math.PI * pitch * (time + (i % channels) * 1e-4);
      value += 0.2 * level * Math.exp(-time) * Math.sin(angle);
    }
    samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32000), i * 2);
  }
  return samples;
}

/** RGB pixels of a cover: discs of colour on a gradient. */
export function makeCoverPixels({ name, ext, size }: CoverSpec): Buffer {
  const random = createRandom('cover', name, ext);
  const colour = (): Colour => [random.int(0, 255), random.int(0, 255), random.int(0, 255)];
  const [from, to] = [colour(), colour()];
  const discs = Array.from({ length: 9 }, () => ({
    x: random.unit() * size,
    y: random.unit() * size,
    r: (random.unit() * 0.25 + 0.03) * size,
    colour: colour(),
  }));
  const pixels = Buffer.alloc(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const disc = discs.find((d) => (x - d.x) ** 2 + (y - d.y) ** 2 < d.r ** 2);
      const grain = disc && ext === 'jpg' ? random.int(-12, 12) : 0;
      for (const c of [0, 1, 2] as const) {
        const value = disc ? disc.colour[c] + grain : from[c] + ((to[c] - from[c]) * (x + y)) / (2 * size);
        pixels[(y * size + x) * 3 + c] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return pixels;
}
