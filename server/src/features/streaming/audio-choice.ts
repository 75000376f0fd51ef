import type { SoundTarget } from '@tonearm/contract';

/** How a song is asked for. */
export interface AudioWish {
  readonly format?: SoundTarget | undefined;
  readonly quality: 'high' | 'low';
  /** Seconds. */
  readonly offset?: number | undefined;
}

/** What matters of a song. */
interface Source {
  readonly codec: string | null;
  /** Bits a second. */
  readonly bitRate: number | null;
}

/** What is sent: the file as it is, or a conversion. */
export type AudioChoice =
  | 'as-it-is'
  | { readonly format: SoundTarget; readonly bitRateKbps: number | null; readonly offsetSeconds: number };

/** Kilobits a second: `high` is hardly told from the original, `low` is for travelling. */
const rates: Readonly<Record<AudioWish['quality'], Readonly<Record<SoundTarget, number | null>>>> = {
  high: { opus: 160, mp3: 256, aac: 224, flac: null },
  low: { opus: 64, mp3: 112, aac: 96, flac: null },
};

/** Codings that lost something: nothing is gained by more bits than they have. */
const lossy: ReadonlySet<string> = new Set([
  'mp1',
  'mp2',
  'mp3',
  'aac',
  'vorbis',
  'opus',
  'speex',
  'musepack',
  'ac3',
  'eac3',
  'wma',
  'wma-pro',
  'wma-voice',
]);

/** Whether a coding lost something of what was recorded; an unknown one is not taken to. */
export const isLossy = (codec: string | null): boolean => codec !== null && lossy.has(codec);

/** A file this much above what is wanted is near enough. */
const nearEnough = 1.1;

/** Decides how a song is sent. @param formats those that can be made here; none where nothing can */
export const chooseAudio = (
  wish: AudioWish,
  { codec, bitRate }: Source,
  formats: readonly SoundTarget[],
): AudioChoice => {
  const { format, quality, offset = 0 } = wish;
  if (format === undefined || !formats.includes(format)) return 'as-it-is';
  const wanted = rates[quality][format];
  const kbps = bitRate === null ? null : bitRate / 1000;
  const isSmall = wanted === null || (kbps !== null && kbps <= wanted * nearEnough);
  if (codec === format && isSmall && offset === 0) return 'as-it-is';
  const bitRateKbps =
    wanted !== null && isLossy(codec) && kbps !== null ? Math.min(wanted, Math.ceil(kbps)) : wanted;
  return { format, bitRateKbps, offsetSeconds: offset };
};
