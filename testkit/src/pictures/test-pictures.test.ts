import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PICTURE_FORMATS } from '../samples/sample-files.ts';
import { makePicture, pictureFormatOf } from './test-pictures.ts';

it.each(PICTURE_FORMATS)('a %s picture can be decoded', async (format) => {
  const picture = makePicture({ format });
  if (format === 'bmp') return expect(picture.data.subarray(0, 2).toString()).toBe('BM');
  const { width, height } = await sharp(picture.data).metadata();
  expect([width, height]).toEqual([96, 96]);
});

it('makes a png of any size and colour', async () => {
  const { data } = makePicture({ width: 30, height: 20, colour: [200, 10, 90] });
  const { data: pixels, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([30, 20]);
  expect([...pixels.subarray(0, 3)]).toEqual([200, 10, 90]);
});

it('knows the format by the file name', () => {
  expect(pictureFormatOf('Folder.JPG')).toBe('jpeg');
  expect(pictureFormatOf('notes.txt')).toBeUndefined();
});
