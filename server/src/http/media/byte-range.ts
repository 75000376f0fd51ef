import { AppError } from '../../platform/app-error.ts';

/** A run of bytes, both ends inclusive, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Optional whitespace of RFC 9110 is spaces and tabs; empty list elements are allowed. Longer headers than
 * this are not ranges a player asks for, and are ignored.
 */
const longestHeader = 4096;

const rangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/;

/** One element of the list: `'invalid'`, or what it covers of the file, null when that is nothing. */
const cut = (spec: string, sizeBytes: number): ByteRange | null | 'invalid' => {
  const match = rangeSpec.exec(spec);
  if (match === null) return 'invalid';
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), sizeBytes);
    return length === 0 ? null : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' || last === undefined ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return 'invalid';
  return start >= sizeBytes ? null : { start, end: Math.min(end, sizeBytes - 1) };
};

/**
 * Cuts a Range header against a file of `sizeBytes`. Of several ranges the first that covers anything is
 * answered: no player asks for more than one, and RFC 9110 lets a server send a subset.
 * @returns inclusive byte offsets, or 'whole' when there is no usable header (another unit, malformed)
 * @throws AppError range_not_satisfiable, with Content-Range, when no range covers a byte of the file
 * @see RFC 9110 §14
 */
export const parseByteRange = (header: string | undefined, sizeBytes: number): ByteRange | 'whole' => {
  if (header === undefined || header.length > longestHeader) return 'whole';
  const [unit, list] = splitOnce(header, '=');
  if (list === undefined || unit.trim().toLowerCase() !== 'bytes') return 'whole';
  const specs = list
    .split(',')
    .map((spec) => spec.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((spec) => spec !== '');
  const ranges = specs.map((spec) => cut(spec, sizeBytes));
  if (ranges.length === 0 || ranges.includes('invalid')) return 'whole';
  const range = ranges.find((candidate) => candidate !== null);
  if (range === undefined || range === null || range === 'invalid') {
    throw new AppError('range_not_satisfiable', 'The requested part is past the end of the file.', {
      headers: { 'Content-Range': `bytes */${sizeBytes}` },
    });
  }
  return range;
};

const splitOnce = (text: string, separator: string): [string, string | undefined] => {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};
