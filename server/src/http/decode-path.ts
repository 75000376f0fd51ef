import { AppError } from '../platform/app-error.ts';

const replacing = new TextDecoder('utf-8', { ignoreBOM: true });
const hex = /^[0-9a-f]{2}$/i;

/**
 * Decodes percent-encoding exactly once. `encoded` is (part of) a request target as Node gives it, one
 * character a byte. Bytes that are not UTF-8 become replacement characters, which is
 * how such names are listed, so that they are found again.
 * @throws AppError invalid_path when a `%` is not followed by two hexadecimal digits
 */
export const percentDecode = (encoded: string): string => {
  const source = Buffer.from(encoded, 'latin1');
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0;
    if (byte !== 0x25) {
      bytes[length] = byte;
    } else {
      const digits = source.toString('latin1', at + 1, at + 3);
      if (!hex.test(digits)) {
        throw new AppError(
          'invalid_path',
          'The address holds a % that is not followed by two hexadecimal digits.',
        );
      }
      bytes[length] = Number.parseInt(digits, 16);
      at += 2;
    }
    length += 1;
  }
  return replacing.decode(bytes.subarray(0, length));
};

/**
 * The decoded parameter at the end of a raw (still encoded) request path.
 * @param raw what follows the fixed part of the route, without a leading slash
 * @param kind `segment` takes exactly one raw segment, `rest` takes all
 * @returns null when the raw text cannot be such a parameter
 */
export const decodePathParameter = (raw: string, kind: 'segment' | 'rest'): string | null => {
  if (kind === 'segment' && raw.includes('/')) return null;
  return percentDecode(raw);
};
