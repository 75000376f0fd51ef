/** Kinds of picture that are shown. Everything else, above all SVG, is not art. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'tiff' | 'avif';

const brandsOf = (bytes: Buffer): string[] => {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
};

/**
 * Tells a picture by its first bytes, whatever it is called.
 * @returns null for what is not one of ours
 */
export const pictureTypeOf = (bytes: Buffer): PictureType | null => {
  if (bytes.length < 16) return null;
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('BM')) return 'bmp';
  if (/^(?:II[*+]\0|MM\0[*+])/.test(start)) return 'tiff';
  if (start.slice(4, 8) === 'ftyp' && brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand))) return 'avif';
  return null;
};
