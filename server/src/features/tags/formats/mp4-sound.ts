import { type SoundFormat, unknownFormat } from '../song-tags.ts';

/** Codings by the name of their sample entry. */
const codecs: Readonly<Record<string, string>> = {
  mp4a: 'aac',
  alac: 'alac',
  fLaC: 'flac',
  Opus: 'opus',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  '.mp3': 'mp3',
  sowt: 'pcm',
  twos: 'pcm',
};

/** Where a coding without loss says it again, in full; its fields, behind the box that holds them. */
const alacBoxAt = 36;
const alac = { bits: 12 + 5, channels: 12 + 9, rate: 12 + 20 } as const;

/**
 * What the first sample entry of a track of sound says.
 * @param entry its bytes, of which the first hundred are enough
 * @see ISO/IEC 14496-12 §12.2.3
 */
export const mp4Format = (entry: Buffer): SoundFormat => {
  if (entry.length < 36) return { ...unknownFormat, container: 'mp4' };
  const name = entry.toString('latin1', 4, 8);
  const codec = codecs[name] ?? null;
  const format = {
    ...unknownFormat,
    codec,
    container: 'mp4',
    channels: entry.readUInt16BE(24),
    sampleRate: entry.readUInt16BE(32) || null,
  };
  const config = entry.subarray(alacBoxAt);
  if (name === 'alac' && config.toString('latin1', 4, 8) === 'alac' && config.length >= alac.rate + 4)
    return {
      ...format,
      bitsPerSample: config[alac.bits] ?? null,
      channels: config[alac.channels] ?? null,
      sampleRate: config.readUInt32BE(alac.rate),
    };
  return { ...format, bitsPerSample: codec === 'pcm' || codec === 'flac' ? entry.readUInt16BE(26) : null };
};

/**
 * Samples before, after and of the sound, as iTunes writes them: words of hexadecimal digits, of which the second, third
 * and fourth.
 */
export const itunesGaps = (
  text: string,
): Pick<SoundFormat, 'encoderDelay' | 'encoderPadding' | 'totalSamples'> | null => {
  const match = /^\s*[0-9A-F]{8}\s+([0-9A-F]{8})\s+([0-9A-F]{8})\s+([0-9A-F]{16})?/i.exec(text);
  const total = Number.parseInt(match?.[3] ?? '0', 16);
  return match === null
    ? null
    : {
        encoderDelay: Number.parseInt(match[1] ?? '', 16),
        encoderPadding: Number.parseInt(match[2] ?? '', 16),
        totalSamples: total > 0 && Number.isSafeInteger(total) ? total : null,
      };
};
