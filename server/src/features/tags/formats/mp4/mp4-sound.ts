import { type SoundFormat, unknownFormat } from '../../song-tags.ts';

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

/** A length in units, so many of which are a second. */
export interface MediaLength {
  readonly units: number;
  readonly timescale: number;
}

/** What of its media a track plays: a length in units of the movie, from one of its own on. */
export interface MediaEdit {
  readonly movieUnits: number;
  readonly fromUnits: number;
}

/** Samples of one frame of AAC; frames are whole, and what the last one lacks is made up. */
const aacFrame = 1024;

/**
 * Samples before, after and of the sound of AAC, as the edit list of its track has them. The list rounds to units of the
 * movie, mostly milliseconds; the media itself is told to the sample.
 * @returns null where that cannot be told, or where an edit leaves out more than what the encoder added
 */
export const editGaps = (
  track: {
    readonly length: MediaLength | null;
    readonly edit: MediaEdit | null;
    readonly format: SoundFormat;
  },
  movie: MediaLength | null,
): Pick<SoundFormat, 'encoderDelay' | 'encoderPadding' | 'totalSamples'> | null => {
  const { length, edit, format } = track;
  if (format.codec !== 'aac' || length === null || edit === null || movie === null) return null;
  if (length.timescale !== format.sampleRate || edit.fromUnits <= 0) return null;
  const total = length.units - edit.fromUnits;
  const edited = edit.movieUnits / movie.timescale;
  if (total <= 0 || Math.abs(edited - total / length.timescale) > 1 / movie.timescale) return null;
  return {
    encoderDelay: edit.fromUnits,
    encoderPadding: (aacFrame - (length.units % aacFrame)) % aacFrame,
    totalSamples: total,
  };
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
