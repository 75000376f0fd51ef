import { deflateSync } from 'node:zlib';
import { makePicture, PICTURE_FORMATS } from '@tonearm/testkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ThumbnailOptions } from '../thumbnail-options.ts';
import { colorOf, PictureRefused, renderThumbnail } from './picture-render.ts';

const small: ThumbnailOptions = { size: 'small', isPadded: true, format: 'webp' };

const solid = (width: number, height: number, background = '#ff8000') =>
  sharp({ create: { width, height, channels: 3, background } });

const metadataOf = async (bytes: Buffer, options: ThumbnailOptions) => {
  const { bytes: made } = await renderThumbnail(bytes, options);
  const { format, width, height, hasAlpha } = await sharp(made).metadata();
  return { format, width, height, hasAlpha };
};

const pixelAt = async (bytes: Buffer, x: number, y: number): Promise<number[]> => {
  const region = { left: x, top: y, width: 1, height: 1 };
  return [...(await sharp(bytes).extract(region).raw().toBuffer())];
};

describe('rendering a thumbnail', () => {
  it.each(PICTURE_FORMATS)('shows %s', async (format) => {
    for (const size of ['small', 'native'] as const) {
      const made = await metadataOf(makePicture({ format }).data, { ...small, size });
      expect(made).toMatchObject({ format: 'webp', width: 96, height: 96 });
    }
  });

  it('encodes as JPEG for clients that do not know WebP', async () => {
    const made = await renderThumbnail(makePicture().data, { ...small, format: 'jpeg' });
    expect(made.contentType).toBe('image/jpeg');
    expect((await sharp(made.bytes).metadata()).format).toBe('jpeg');
  });

  it('centres a long picture on a square, transparent or in its own colour', async () => {
    const long = await solid(400, 100).png().toBuffer();
    const webp = await renderThumbnail(long, small);
    expect(await metadataOf(long, small)).toMatchObject({ width: 400, height: 400, hasAlpha: true });
    expect((await pixelAt(webp.bytes, 200, 10))[3]).toBe(0);
    expect((await pixelAt(webp.bytes, 200, 200))[3]).toBe(255);
    const jpeg = await renderThumbnail(long, { ...small, format: 'jpeg' });
    const [red = 0, green = 0, blue = 255] = await pixelAt(jpeg.bytes, 200, 10);
    expect([red > 240, green > 110 && green < 146, blue < 16]).toEqual([true, true, true]);
  });

  it('turns a picture the way its camera says', async () => {
    const turned = await solid(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await metadataOf(turned, { ...small, isPadded: false })).toMatchObject({
      width: 100,
      height: 200,
    });
  });

  it('carries nothing over but pixels', async () => {
    const tagged = await solid(50, 50)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'who took it' } })
      .toBuffer();
    const { bytes } = await renderThumbnail(tagged, { ...small, size: 'native', format: 'jpeg' });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('who took it')).toBe(false);
  });

  it('shows grey, sixteen-bit, CMYK and transparent pictures', async () => {
    const pictures = [
      await solid(60, 60).greyscale().png().toBuffer(),
      await solid(60, 60).toColourspace('rgb16').png().toBuffer(),
      await solid(60, 60).toColourspace('cmyk').jpeg().toBuffer(),
      await solid(60, 60).ensureAlpha(0.5).png().toBuffer(),
      await solid(60, 60).greyscale().toColourspace('b-w').ensureAlpha(0.5).png().toBuffer(),
    ];
    for (const picture of pictures) {
      for (const format of ['webp', 'jpeg'] as const) {
        expect(await metadataOf(picture, { ...small, format })).toMatchObject({ format, width: 60 });
      }
    }
  });

  it('finds the average colour', async () => {
    const picture = await solid(500, 500, '#336699').png().toBuffer();
    expect((await renderThumbnail(picture, small)).color).toBe('#336699');
    expect(await colorOf(picture)).toBe('#336699');
    expect(await colorOf(await solid(60, 60, '#808080').greyscale().png().toBuffer())).toBe('#808080');
  });
});

describe('a damaged picture', () => {
  /** A picture in which no two rows are alike, of some 30 kB. */
  const busy = () => {
    const data = Buffer.alloc(600 * 600 * 3);
    let state = 1;
    for (let at = 0; at < data.length; at += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      data[at] = Math.floor(at / 9000) + ((state >>> 16) % 40);
    }
    return sharp(data, { raw: { width: 600, height: 600, channels: 3 } });
  };

  it.each(['small', 'native'] as const)('is shown as far as it can be decoded, %s', async (size) => {
    for (const isProgressive of [true, false]) {
      const whole = await busy().jpeg({ quality: 60, progressive: isProgressive }).toBuffer();
      const cut = whole.subarray(0, whole.length - 2000);
      const made = await renderThumbnail(cut, { ...small, size });
      const good = await renderThumbnail(whole, { ...small, size });
      const top = { left: 0, top: 0, width: 100, height: 50 };
      const [shown, wanted] = await Promise.all(
        [made, good].map(({ bytes }) => sharp(bytes).extract(top).raw().toBuffer()),
      );
      expect(
        Math.max(...(shown ?? []).map((value, at) => Math.abs(value - (wanted?.[at] ?? 0)))),
      ).toBeLessThan(90);
      expect(await colorOf(cut)).toMatch(/^#[0-9a-f]{6}$/);
      await expect(
        renderThumbnail(whole.subarray(0, whole.length / 2), { ...small, size }),
      ).resolves.toBeDefined();
    }
  });

  it.each([
    ['lossy', { quality: 60 }],
    ['lossless', { lossless: true, effort: 0 }],
    ['with transparency', { quality: 60, alphaQuality: 60 }],
  ])('of WebP, %s, is shown as far as it can be decoded', async (kind, options) => {
    const drawn = kind === 'with transparency' ? busy().ensureAlpha(0.9) : busy();
    const whole = await drawn.webp(options).toBuffer();
    for (const [share, rows] of [
      [0.93, 80],
      [0.5, 40],
    ] as const) {
      for (const size of ['small', 'native'] as const) {
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        const [made, good] = await Promise.all(
          [cut, whole].map((bytes) => renderThumbnail(bytes, { ...small, size })),
        );
        const top = { left: 0, top: 0, width: 100, height: rows };
        const pixelsOf = (thumbnail: { bytes: Buffer } | undefined): Promise<Buffer> =>
          sharp(thumbnail?.bytes).extract(top).raw().toBuffer();
        const [shown, wanted] = await Promise.all([pixelsOf(made), pixelsOf(good)]);
        const differences = [...shown].map((value, at) => Math.abs(value - (wanted[at] ?? 0)));
        expect(Math.max(...differences)).toBeLessThan(90);
        expect(await colorOf(cut)).toMatch(/^#[0-9a-f]{6}$/);
      }
    }
  });

  it('is refused when the decoder shows it whole or not at all', async () => {
    for (const whole of [await busy().tiff().toBuffer(), await busy().avif({ effort: 0 }).toBuffer()]) {
      expect((await renderThumbnail(whole, small)).bytes.length).toBeGreaterThan(0);
      const cut = whole.subarray(0, Math.floor(whole.length * 0.93));
      await expect(renderThumbnail(cut, small)).rejects.toThrow(PictureRefused);
    }
  });

  it('is refused when next to nothing of it is left, and when it is garbage', async () => {
    const whole = await busy().jpeg({ quality: 60 }).toBuffer();
    const garbage = [
      whole.subarray(0, 700),
      whole.subarray(0, whole.length / 10),
      Buffer.concat([whole.subarray(0, 20), Buffer.alloc(30_000, 7)]),
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 0x55)]),
      (await busy().png().toBuffer()).subarray(0, 100_000),
      (await busy().webp().toBuffer()).subarray(0, 10_000),
    ];
    for (const bytes of garbage) {
      await expect(renderThumbnail(bytes, small)).rejects.toThrow(PictureRefused);
      await expect(colorOf(bytes)).rejects.toThrow(PictureRefused);
    }
  });
});

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

/** A small PNG that claims to be enormous. */
const bomb = (): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('refusing a picture', () => {
  it.each<[string, () => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture at all, only words')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
    ['PDF', () => Buffer.from('%PDF-1.7 and more of it, up to here')],
    ['a picture bomb', bomb],
    ['a cut-off PNG', () => makePicture({ width: 300 }).data.subarray(0, 60)],
    ['a cut-off JPEG', () => makePicture({ format: 'jpeg' }).data.subarray(0, 100)],
    ['a JPEG of nonsense', () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500, 7)])],
    ['a WebP of nonsense', () => Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${'x'.repeat(300)}`)],
    ['a bitmap of nonsense', () => Buffer.from(`BM${'x'.repeat(300)}`)],
  ])('of %s', async (_, make) => {
    await expect(renderThumbnail(make(), small)).rejects.toBeInstanceOf(PictureRefused);
    await expect(colorOf(make())).rejects.toBeInstanceOf(PictureRefused);
  });

  it('never fails otherwise on mutated pictures of every format', async () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (const format of PICTURE_FORMATS) {
      for (let round = 0; round < 20; round += 1) {
        const bytes = Buffer.from(makePicture({ format }).data);
        for (let flip = 0; flip < 6; flip += 1) bytes[Math.floor(random() * bytes.length)] = random() * 256;
        try {
          await renderThumbnail(bytes, small);
        } catch (error) {
          expect(error).toBeInstanceOf(PictureRefused);
        }
      }
    }
  });
});
