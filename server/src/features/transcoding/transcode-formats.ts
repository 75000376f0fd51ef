import type { SoundTarget } from '@tonearm/contract';

/** A format that songs are converted into. Everything that reaches a command line about it stands here. */
export interface TargetFormat {
  /** What ffmpeg calls the encoder: without it the format is not offered. */
  readonly encoder: string;
  readonly contentType: string;
  /** Of a file, without the dot. */
  readonly suffix: string;
  /** Kilobits a second that it is made with, in rising order, and which unless told; null where nothing is lost. */
  readonly rates: { readonly allowed: readonly number[]; readonly usual: number } | null;
  /** How it is encoded and packed, besides the rate. */
  readonly argv: readonly string[];
}

/** One or two channels, as the source has them. */
const atMostStereo = ['-af', 'aformat=channel_layouts=mono|stereo'];

/** Every format there is, by the name clients know. */
export const targetFormats: Readonly<Record<SoundTarget, TargetFormat>> = {
  opus: {
    encoder: 'libopus',
    contentType: 'audio/ogg; codecs=opus',
    suffix: 'opus',
    rates: { allowed: [24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256], usual: 128 },
    argv: [...atMostStereo, '-c:a', 'libopus', '-vbr', 'on', '-f', 'ogg', '-page_duration', '200000'],
  },
  mp3: {
    encoder: 'libmp3lame',
    contentType: 'audio/mpeg',
    suffix: 'mp3',
    rates: { allowed: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], usual: 192 },
    argv: [
      ...['-af', 'aformat=channel_layouts=mono|stereo:sample_rates=32000|44100|48000'],
      ...['-c:a', 'libmp3lame', '-f', 'mp3', '-id3v2_version', '0', '-write_xing', '0'],
    ],
  },
  aac: {
    encoder: 'aac',
    contentType: 'audio/aac',
    suffix: 'aac',
    rates: { allowed: [32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], usual: 160 },
    // Nothing in it tells what the encoder adds, 1024 samples and what fills the last frame: at low rates that is long.
    argv: [
      ...['-af', 'aformat=channel_layouts=mono|stereo:sample_rates=32000|44100|48000'],
      ...['-c:a', 'aac', '-f', 'adts'],
    ],
  },
  flac: {
    encoder: 'flac',
    contentType: 'audio/flac',
    suffix: 'flac',
    rates: null,
    argv: [
      ...['-af', 'aformat=sample_fmts=s16|s32:sample_rates=44100|48000|88200|96000|176400|192000'],
      ...['-c:a', 'flac', '-compression_level', '3', '-f', 'flac'],
    ],
  },
};

/** The allowed rate that is next below what was asked for, or the lowest; null for a format without loss. */
export const rateOf = (format: SoundTarget, wantedKbps: number | null): number | null => {
  const { rates } = targetFormats[format];
  if (rates === null) return null;
  const wanted = wantedKbps ?? rates.usual;
  return rates.allowed.findLast((rate) => rate <= wanted) ?? rates.allowed[0] ?? null;
};
