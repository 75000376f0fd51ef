import sharp, { type Sharp } from 'sharp';
import { pictureTypeOf } from '../../../platform/paths/picture-type.ts';
import { type Dimensions, type Layout, layoutOf, type ThumbnailOptions } from '../thumbnail-options.ts';
import { BmpError, decodeBmp } from './bmp.ts';
import { madeWhole, showsEnough, type Tolerance } from './damaged-picture.ts';

/** A thumbnail, encoded by us. */
export interface Rendered {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp' | 'image/jpeg';
}

/** A picture that is not shown: not one of ours, broken, or of a size that would cost too much. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** Pixels of the largest picture that is opened: a sleeve scanned at 1,200 dots an inch has 32 million. */
const mostPixels = 40_000_000;

/** WebP cannot be longer than this, in pixels. */
const longestWebp = 16_383;

/**
 * Above this many pixels an opaque picture becomes JPEG even for clients that know WebP: encoding is four
 * times faster (15 against 61 ms for 1,200 × 1,200), for two and a half times the bytes.
 */
const mostOpaqueWebpPixels = 500_000;

/** Above this many pixels WebP takes seconds, so transparency is given up. */
const mostWebpPixels = 6_000_000;

const quality = { webp: 80, jpeg: 82, native: 90 } as const;

/** Opens a picture for one pass over it. */
const openPicture = (bytes: Buffer, failOn: Tolerance): Sharp => {
  const type = pictureTypeOf(bytes);
  if (type === null) throw new PictureRefused('not a kind of picture that is shown');
  if (type === 'bmp') {
    const { data, width, height } = decodeBmp(bytes);
    return sharp(data, { raw: { width, height, channels: 4 } });
  }
  return sharp(bytes, { limitInputPixels: mostPixels, failOn, sequentialRead: true }).autoOrient();
};

const describe = async (picture: Sharp): Promise<Dimensions & { readonly hasAlpha: boolean }> => {
  const { autoOrient, width, height, hasAlpha } = await picture.metadata();
  const shown = { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  if (shown.width * shown.height > mostPixels) throw new PictureRefused('too many pixels');
  return { ...shown, hasAlpha };
};

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

/** Average of plain pixels, as far as they are not transparent. */
const averageColor = (data: Buffer, channels: number): string => {
  const sums = [0, 0, 0];
  let weight = 0;
  // A prime step of pixels: enough of them, and no column of the picture is favoured.
  const step = data.length / channels > 10_000 ? 17 : 1;
  for (let at = 0; at + channels <= data.length; at += channels * step) {
    const opacity = channels === 4 ? (data[at + 3] ?? 0) : 255;
    for (const channel of [0, 1, 2]) {
      sums[channel] = (sums[channel] ?? 0) + (data[at + (channels < 3 ? 0 : channel)] ?? 0) * opacity;
    }
    weight += opacity;
  }
  return `#${sums.map((sum) => hex(weight === 0 ? 128 : sum / weight)).join('')}`;
};

const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    // The picture library reports broken input as plain errors without a code; so do short bitmaps.
    if (error instanceof BmpError || error instanceof RangeError || isDecodingError(error)) {
      throw new PictureRefused('broken or too large', { cause: error });
    }
    throw error;
  }
};

const isDecodingError = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && !(error instanceof TypeError);

/** Does something with a picture strictly, and if it is damaged and shows enough, tolerantly. */
const despiteDamage = <T>(
  bytes: Buffer,
  work: (bytes: Buffer, failOn: Tolerance) => Promise<T>,
): Promise<T> =>
  refusing(async () => {
    try {
      return await work(bytes, 'error');
    } catch (error) {
      if (!isDecodingError(error) || error instanceof PictureRefused) throw error;
      const whole = madeWhole(bytes);
      const open = (): Sharp => openPicture(whole, 'none');
      await describe(open());
      if (!(await showsEnough(whole, open))) throw error;
      return await work(whole, 'none');
    }
  });

/**
 * The average colour of a picture, `#rrggbb`.
 * @throws PictureRefused
 */
export const colorOf = (file: Buffer): Promise<string> =>
  despiteDamage(file, async (bytes, failOn) => {
    const picture = openPicture(bytes, failOn);
    await describe(picture);
    const { data, info } = await picture
      .resize(32, 32, { fit: 'fill', fastShrinkOnLoad: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return averageColor(data, info.channels);
  });

interface Finish extends Layout {
  readonly format: 'webp' | 'jpeg';
  readonly quality: number;
  readonly color: string;
}

/** Puts a scaled picture on its canvas and encodes it. */
const finish = (scaled: Sharp, how: Finish): Promise<Buffer> => {
  const left = Math.floor((how.canvas.width - how.scaled.width) / 2);
  const top = Math.floor((how.canvas.height - how.scaled.height) / 2);
  const isWebp = how.format === 'webp';
  // JPEG knows no transparency: there, what is not picture takes the picture's own colour.
  const background = isWebp ? { r: 0, g: 0, b: 0, alpha: 0 } : how.color;
  const framed = (isWebp ? scaled : scaled.flatten({ background: how.color })).extend({
    left,
    top,
    right: how.canvas.width - how.scaled.width - left,
    bottom: how.canvas.height - how.scaled.height - top,
    background,
  });
  return isWebp
    ? framed.webp({ quality: how.quality, effort: 2 }).toBuffer()
    : framed.jpeg({ quality: how.quality }).toBuffer();
};

const formatFor = (
  { canvas, scaled }: Layout,
  picture: { options: ThumbnailOptions; hasAlpha: boolean },
): 'webp' | 'jpeg' => {
  const pixels = canvas.width * canvas.height;
  const isPadded = canvas.width !== scaled.width || canvas.height !== scaled.height;
  const isTransparent = picture.hasAlpha || isPadded;
  if (pixels > (isTransparent ? mostWebpPixels : mostOpaqueWebpPixels)) return 'jpeg';
  return Math.max(canvas.width, canvas.height) > longestWebp ? 'jpeg' : picture.options.format;
};

/** One pass over the file, whose pixels are few by then: colour and thumbnail come from the same. */
const renderScaled = async (picture: Sharp, layout: Layout, options: ThumbnailOptions) => {
  const { data, info } = await picture
    .resize(layout.scaled.width, layout.scaled.height, { fit: layout.isCropped ? 'cover' : 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const color = averageColor(data, info.channels);
  const format = formatFor(layout, { options, hasAlpha: info.channels === 4 });
  const bytes = await finish(sharp(data, { raw }), { ...layout, format, quality: quality[format], color });
  return { bytes, format, color };
};

/** Two passes, the second from file to file in strips: all pixels of a native picture are too many to hold. */
const renderNative = async (
  bytes: Buffer,
  layout: Layout,
  picture: { options: ThumbnailOptions; hasAlpha: boolean; failOn: Tolerance },
) => {
  const color = await colorOf(bytes);
  const format = formatFor(layout, picture);
  const opened = layout.isCropped
    ? openPicture(bytes, picture.failOn).resize(layout.scaled.width, layout.scaled.height, { fit: 'cover' })
    : openPicture(bytes, picture.failOn);
  const made = await finish(opened, { ...layout, format, quality: quality.native, color });
  return { bytes: made, format, color };
};

/**
 * Makes a thumbnail and finds the picture's average colour, `#rrggbb`. Always encoded anew, so that
 * nothing of the file but its pixels goes out.
 * @throws PictureRefused
 */
export const renderThumbnail = (
  file: Buffer,
  options: ThumbnailOptions,
): Promise<Rendered & { readonly color: string }> =>
  despiteDamage(file, async (bytes, failOn) => {
    const picture = openPicture(bytes, failOn);
    const facts = await describe(picture);
    const layout = layoutOf(facts, options);
    const made =
      options.size === 'native'
        ? await renderNative(bytes, layout, { options, hasAlpha: facts.hasAlpha, failOn })
        : await renderScaled(picture, layout, options);
    return { bytes: made.bytes, contentType: `image/${made.format}`, color: made.color };
  });
