import type { TagCollector } from '../tag-collector.ts';

/** A text frame of an ID3v2 tag. */
export interface Id3TextFrame {
  readonly name: string;
  /** Its body: one byte of encoding, then text. */
  readonly bytes: Buffer;
}

/** The few characters in which Windows-1252 differs from Latin-1, from 0x80 on. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const differing = /[\u0080-\u009f]/g;

/** Text that a file calls Latin-1; in the wild that is Windows-1252. */
export const latinText = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(differing, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character);

const utf16Text = (bytes: Buffer, isBigEndianByDefault: boolean): string => {
  let isBigEndian = isBigEndianByDefault;
  let start = 0;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    isBigEndian = false;
    start = 2;
  } else if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    isBigEndian = true;
    start = 2;
  }
  const even = start + ((bytes.length - start) & ~1);
  if (!isBigEndian) return bytes.toString('utf16le', start, even);
  return Buffer.from(bytes.subarray(start, even)).swap16().toString('utf16le');
};

/** All text after the encoding byte, values still separated by NUL; a mark of byte order may begin each value. */
export const decoded = (bytes: Buffer): string => {
  const text = bytes.subarray(1);
  switch (bytes[0]) {
    case 1:
      return utf16Text(text, false).replaceAll('\ufeff', '');
    case 2:
      return utf16Text(text, true).replaceAll('\ufeff', '');
    case 3:
      return text.toString('utf8');
    default:
      return latinText(text);
  }
};

/**
 * Gives the text of a frame to the collector. NUL separates values, as version 2.4 says and as programs
 * write earlier versions too. A slash does not: before 2.4 it was meant to, but `AC/DC` is one name.
 */
export const addId3Text = (collector: TagCollector, frame: Id3TextFrame): void => {
  const parts = decoded(frame.bytes).split('\0');
  const isCustom = frame.name === 'TXXX' || frame.name === 'TXX';
  const name = isCustom ? `TXXX:${parts[0] ?? ''}` : frame.name;
  const values = isCustom ? parts.slice(1) : parts;
  for (const value of values) {
    if (value !== '') collector.add('id3', name, value);
  }
};
