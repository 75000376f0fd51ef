import { decoded } from './id3-text.ts';

/** The format of times that counts milliseconds. */
const inMilliseconds = 2;
/** Encoding, language, format of times, kind of content. */
const headBytes = 6;

const stamp = (ms: number): string => {
  const minutes = String(Math.floor(ms / 60_000)).padStart(2, '0');
  return `[${minutes}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}.${String(ms % 1000).padStart(3, '0')}]`;
};

/** Where a text ends: at NUL, of two bytes in UTF-16. */
const endOf = (bytes: Buffer, from: number, isWide: boolean): number => {
  if (!isWide) return bytes.indexOf(0, from);
  for (let at = from; at + 1 < bytes.length; at += 2) if (bytes[at] === 0 && bytes[at + 1] === 0) return at;
  return -1;
};

/**
 * The body of a SYLT frame as a text of LRC. Words that begin without a line of their own go on with the one before.
 * @returns null where times are not in milliseconds, or nothing can be read
 * @see https://id3.org/id3v2.4.0-frames §4.9
 */
export const lrcOfTimedWords = (bytes: Buffer): string | null => {
  if (bytes.length < headBytes || bytes[4] !== inMilliseconds) return null;
  const encoding = bytes[0] ?? 0;
  const isWide = encoding === 1 || encoding === 2;
  const width = isWide ? 2 : 1;
  const textOf = (from: number, to: number): string =>
    decoded(Buffer.concat([bytes.subarray(0, 1), bytes.subarray(from, to)]));
  const lines: string[] = [];
  let at = endOf(bytes, headBytes, isWide);
  if (at === -1) return null;
  at += width;
  while (at < bytes.length) {
    const end = endOf(bytes, at, isWide);
    if (end === -1 || end + width + 4 > bytes.length) break;
    const text = textOf(at, end);
    const ms = bytes.readUInt32BE(end + width);
    const isNewLine = lines.length === 0 || text.startsWith('\n');
    const shown = text.replace(/^[\r\n]+/, '').replaceAll(/[\r\n]+/g, ' ');
    if (isNewLine) lines.push(stamp(ms) + shown);
    else if (/^\s/.test(text) || text.length <= longestSyllable) lines[lines.length - 1] += shown;
    else lines.push(stamp(ms) + shown);
    at = end + width + 4;
  }
  return lines.length === 0 ? null : lines.join('\n');
};

/** What is longer is a line, also where the file does not begin it as one. */
const longestSyllable = 12;
