import { thumbnailSizes } from '@tonearm/contract';

/** Longest side in pixels of each size that is made: those of the contract, and those that apps of others ask for. */
const madeSizes = { ...thumbnailSizes, px64: 64, px128: 128, px200: 200, px300: 300, px600: 600, px800: 800 };

/** How a picture is asked for. */
export interface ThumbnailOptions {
  readonly size: keyof typeof madeSizes;
  /** Whether a picture that is far from square is centred on a square. */
  readonly isPadded: boolean;
  /** What the client can show; a picture too long for WebP comes as JPEG nevertheless. */
  readonly format: 'webp' | 'jpeg';
}

/** Pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** What is done to a picture. */
export interface Layout {
  /** What the picture is scaled to. */
  readonly scaled: Dimensions;
  /** Whether what does not fit is cut off at two sides; else `scaled` has the picture's shape. */
  readonly isCropped: boolean;
  /** What comes out: as `scaled`, or a square around it. */
  readonly canvas: Dimensions;
}

/** Pictures whose width is this many times their height count as square. */
const nearlySquare = { least: 0.8, most: 1.2 };

/** Changes when the same picture would come out differently, so that nothing old is served. */
const rendering = 1;

/**
 * Sizes of a thumbnail. Nothing is enlarged: a nearly square picture is cut to its shorter side, another
 * is scaled down until its longer side fits.
 * @param picture as it is shown, after its orientation was applied
 */
export const layoutOf = (picture: Dimensions, options: ThumbnailOptions): Layout => {
  const limit = madeSizes[options.size] ?? Number.POSITIVE_INFINITY;
  const ratio = picture.width / picture.height;
  if (ratio >= nearlySquare.least && ratio <= nearlySquare.most) {
    const side = Math.min(limit, picture.width, picture.height);
    const square = { width: side, height: side };
    return { scaled: square, isCropped: true, canvas: square };
  }
  const longest = Math.max(picture.width, picture.height);
  const scale = Math.min(1, limit / longest);
  const scaled = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const side = Math.max(scaled.width, scaled.height);
  const canvas = options.isPadded ? { width: side, height: side } : scaled;
  return { scaled, isCropped: false, canvas };
};

/**
 * Name of a thumbnail in the cache, and the heart of its ETag: the same for the same picture and options.
 * @param digest of the picture's bytes, hexadecimal
 */
export const thumbnailName = (digest: string, options: ThumbnailOptions): string =>
  `${digest}-${options.size}-${options.isPadded ? 'padded' : 'shape'}-${options.format}-${rendering}`;

/** Where a thumbnail lies below the cache's folder: 256 folders keep each of them short. */
export const thumbnailFile = (name: string): string => `${name.slice(0, 2)}/${name}`;
