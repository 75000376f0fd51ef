/*
 * Names of what a storm makes. They are held one character a byte, as not every name is UTF-8.
 */

/** A text as the storm writes names and paths: a character for each of its bytes. */
export const raw = (text: string): string => Buffer.from(text).toString('latin1');

/** Names of songs: twins, names that are no UTF-8, long ones, and such as leave the collection. */
export const songNames = [
  ...Array.from({ length: 9 }, (_, index) => `${index + 1}.flac`),
  '10 %20.flac',
  'A.flac',
  'a.flac',
  raw('\u00e9.flac'),
  raw('e\u0301.flac'),
  '\xff.flac',
  '\xfe.flac',
  `${'long'.repeat(61)}.flac`,
  '-x\ny.flac',
  'gone.txt',
  '.hidden.flac',
];

/** Names of folders, some of which keep what is below them out of the collection. */
export const folderNames = [
  'a',
  'b',
  'c',
  'CD1',
  'CD2',
  raw('\u00e9'),
  raw('e\u0301'),
  '\xff\xfe',
  'x'.repeat(200),
  '.hid',
  '@eaDir',
  'A',
];

/** Names of pictures, and of files that keep a folder out. */
export const pictureNames = ['Cover.png', 'Folder.png', 'back.png', '\xff.png'];
export const markerNames = ['.nomedia', '.ndignore'];
