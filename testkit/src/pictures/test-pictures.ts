import type { Picture } from '@tonearm/song-files';
import { PICTURE_FORMATS, type PictureFormat, readPicture } from '../samples/sample-files.ts';
import { type Colour, solidPng } from './png.ts';

/** A picture to be written beside songs or into them. */
export interface PictureOptions {
  /** Default: by the file's extension, else png. Every format but png is always 96×96. */
  format?: PictureFormat;
  /** Of a png; default 96. */
  width?: number;
  /** Of a png; default as wide. */
  height?: number;
  /** Of a png; makes two covers differ. Default a sea blue. */
  colour?: Colour;
}

const EXTENSIONS: Readonly<Record<string, PictureFormat>> = { jpg: 'jpeg', tif: 'tiff' };

/** The picture format that a file name ends in; undefined when it ends in none. */
export function pictureFormatOf(name: string): PictureFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return EXTENSIONS[extension] ?? PICTURE_FORMATS.find((format) => format === extension);
}

/** A picture with its MIME type. */
export function makePicture({ format = 'png', width = 96, height, colour }: PictureOptions = {}): Picture {
  const data =
    format === 'png'
      ? solidPng({ width, height: height ?? width, colour: colour ?? [20, 110, 160] })
      : readPicture(format);
  return { data, mime: `image/${format}` };
}
