import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Encoded clips that are committed, because nothing in this repository can make them at test time. */
export const TONE_FILES = {
  'mp3-cbr': 'mp3-cbr.mp3',
  'mp3-vbr': 'mp3-vbr.mp3',
  'mp3-vbr-no-xing': 'mp3-vbr-no-xing.mp3',
  'mp3-low': 'mp3-low.mp3',
  vorbis: 'vorbis.ogg',
  opus: 'opus.opus',
  'mp4-aac': 'aac.m4a',
  'mp4-alac': 'alac.m4a',
  adts: 'adts.aac',
  wavpack: 'wavpack.wv',
  musepack: 'musepack.mpc',
} as const;

/** The name of a committed clip. */
export type ToneName = keyof typeof TONE_FILES;

/** Every committed clip lasts this long, give or take the padding of its codec (0.1 s). */
export const TONE_SECONDS = 2;

/** Picture formats of which a small sample is committed. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'bmp', 'tiff', 'avif'] as const;

/** One of {@link PICTURE_FORMATS}. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));

/** Where a committed sample lies: `tones/…`, `pictures/…` or `library/…`. */
export function samplePath(name: string): string {
  return SAMPLES + name;
}

/** The bytes of a committed clip. */
export function readTone(name: ToneName): Buffer {
  return readFileSync(samplePath(`tones/${TONE_FILES[name]}`));
}

/** The bytes of a committed picture of 96×96 pixels. */
export function readPicture(format: PictureFormat): Buffer {
  return readFileSync(samplePath(`pictures/picture.${format}`));
}
