import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const rate = 44_100;

/** How each format is made of a part; mp3 once with the header of LAME, and once without. */
export const partFormats = {
  flac: { ending: 'flac', codec: ['-c:a', 'flac'] },
  mp3: { ending: 'mp3', codec: ['-c:a', 'libmp3lame', '-b:a', '192k'] },
  mp3NoHeader: { ending: 'mp3', codec: ['-c:a', 'libmp3lame', '-b:a', '192k', '-write_xing', '0'] },
  m4a: { ending: 'm4a', codec: ['-c:a', 'aac', '-b:a', '192k'] },
  opus: { ending: 'opus', codec: ['-c:a', 'libopus', '-b:a', '160k'] },
  ogg: { ending: 'ogg', codec: ['-c:a', 'libvorbis', '-q:a', '6'] },
  // Browsers do not play it: what is heard are conversions.
  wavpack: { ending: 'wv', codec: ['-c:a', 'wavpack'] },
} as const;

/** One recording that was cut into parts, each encoded by itself. */
export interface CutRecording {
  /** Files of the parts, relative to the folder. */
  readonly files: readonly string[];
  /** Left side of the whole, at 44.1 kHz. */
  readonly source: Float32Array;
  /** Where each part begins in it, in frames; the last is its end. */
  readonly cuts: readonly number[];
}

const ffmpeg = (...argv: string[]): void => {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...argv], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
};

/** Whether parts can be made here. */
export const hasFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version']).status === 0;

/** Noise with a tone in it, which never resembles itself; written once and kept. */
const wholeRecording = (folder: string, seconds: number): string => {
  const file = join(folder, `whole-${seconds}.wav`);
  if (existsSync(file)) return file;
  ffmpeg(
    ...['-f', 'lavfi', '-i', `anoisesrc=color=pink:r=${rate}:amplitude=0.4:seed=7:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=f=330:r=${rate}:d=${seconds}`],
    ...['-filter_complex', '[0][1]amix=inputs=2:normalize=0,volume=0.6,aformat=channel_layouts=stereo'],
    ...['-c:a', 'pcm_s16le', file],
  );
  return file;
};

const leftSideOf = (file: string): Float32Array => {
  const bytes = readFileSync(file);
  const from = bytes.indexOf('data') + 8;
  return Float32Array.from(
    { length: Math.floor((bytes.length - from) / 4) },
    (_, index) => bytes.readInt16LE(from + index * 4) / 32_768,
  );
};

/**
 * Where a part is cut off from where it would be. Players begin when they next fill a buffer: were all parts of like length, all
 * would end at one and the same place between two fillings.
 */
const cutShift = (part: number): number => (97 * part ** 3) % 1021;

/** Cuts a recording into parts of about so many seconds, at frames that no encoder would choose. */
export const cutRecording = (
  folder: string,
  how: { format: keyof typeof partFormats; parts: number; seconds: number },
): CutRecording => {
  const { format, parts, seconds } = how;
  const whole = wholeRecording(folder, parts * seconds);
  const { ending, codec } = partFormats[format];
  const below = join('music', `${format}-${parts}x${seconds}`);
  mkdirSync(join(folder, below), { recursive: true });
  const cuts = Array.from({ length: parts + 1 }, (_, part) =>
    part === parts ? parts * seconds * rate : part * seconds * rate + cutShift(part),
  );
  const files = cuts.slice(1).map((end, part) => {
    const file = join(below, `${part + 1}.${ending}`);
    const trim = `atrim=start_sample=${cuts[part]}:end_sample=${end},asetpts=PTS-STARTPTS`;
    if (!existsSync(join(folder, file))) ffmpeg('-i', whole, '-af', trim, ...codec, join(folder, file));
    return file;
  });
  return { files, source: leftSideOf(whole), cuts };
};
