import { AppError } from '../platform/app-error.ts';

const replacing = new TextDecoder('utf-8', { ignoreBOM: true });

/** Values of hexadecimal digits by their character, -1 of all others. */
const digits = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? -1 : value;
});

/**
 * Decodes percent-encoding exactly once. `encoded` is (part of) a request target as Node gives it, one
 * character a byte. Bytes that are not UTF-8 become replacement characters, which is
 * how such names are listed, so that they are found again.
 * @throws AppError invalid_path when a `%` is not followed by two hexadecimal digits
 */
export const percentDecode = (encoded: string): string => {
  const bytes = Buffer.from(encoded, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === 0x25) {
      const high = digits[bytes[at + 1] ?? 0] ?? -1;
      const low = digits[bytes[at + 2] ?? 0] ?? -1;
      if (high < 0 || low < 0)
        throw new AppError(
          'invalid_path',
          'The address holds a % that is not followed by two hexadecimal digits.',
        );
      byte = high * 16 + low;
      at += 2;
    }
    // What was read is written over: nothing gets longer.
    bytes[length] = byte;
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
