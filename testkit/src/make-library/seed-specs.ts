/** Formats in which the generator writes songs. */
export const LIBRARY_FORMATS = ['mp3', 'flac', 'm4a', 'ogg', 'opus'] as const;

/** One of {@link LIBRARY_FORMATS}. */
export type LibraryFormat = (typeof LIBRARY_FORMATS)[number];

/** A short encoded clip that songs are built from, and how ffmpeg once made it. */
export interface ClipSpec {
  name: string;
  ext: LibraryFormat;
  rate: number;
  channels: number;
  seconds: number;
  args: readonly string[];
}

/** A picture that album covers are built from. */
export interface CoverSpec {
  name: string;
  ext: 'jpg' | 'png';
  /** Width and height in pixels. */
  size: number;
}

type Shape = readonly [rate: number, channels: number, seconds: number];

const numbered = (ext: LibraryFormat, shapes: readonly Shape[], args: readonly string[]): ClipSpec[] =>
  shapes.map(([rate, channels, seconds], i) => ({ name: `${ext}-${i}`, ext, rate, channels, seconds, args }));

const mp3 = (name: string, args: readonly string[], [rate, channels, seconds]: Shape): ClipSpec => ({
  name: `mp3-${name}`,
  ext: 'mp3',
  rate,
  channels,
  seconds,
  args: ['-c:a', 'libmp3lame', ...args, '-id3v2_version', '0', '-f', 'mp3'],
});

const FLAC: Shape[] = [
  [44100, 1, 1],
  [44100, 2, 1],
  [48000, 1, 1.5],
  [44100, 1, 2],
];
const OGG: Shape[] = [
  [44100, 2, 2],
  [44100, 1, 3],
  [48000, 2, 1.5],
];
const OPUS: Shape[] = [
  [48000, 2, 2],
  [48000, 1, 3],
  [48000, 2, 2.5],
];

/** In the order in which the generator numbers them; the order decides which song gets which clip. */
export const CLIPS: readonly ClipSpec[] = [
  mp3('cbr', ['-b:a', '128k', '-reservoir', '0', '-write_xing', '0'], [44100, 2, 1.5]),
  mp3('vbr', ['-q:a', '6'], [44100, 2, 2]),
  mp3('mono', ['-b:a', '48k'], [44100, 1, 3]),
  mp3('cbr48', ['-b:a', '96k'], [48000, 2, 2.5]),
  ...numbered('flac', FLAC, ['-c:a', 'flac', '-f', 'flac']),
  ...numbered('ogg', OGG, ['-c:a', 'libvorbis', '-q:a', '1', '-f', 'ogg']),
  ...numbered('opus', OPUS, ['-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg']),
  ...numbered('m4a', OGG, ['-c:a', 'aac', '-b:a', '96k', '-f', 'mp4']),
];

/** In the order in which the generator picks from them. */
export const COVERS: readonly CoverSpec[] = [
  ...[300, 500, 600, 600, 1000, 300, 500, 600, 600, 1000].map(
    (size, i): CoverSpec => ({ name: `cover-${i}`, ext: 'jpg', size }),
  ),
  ...[300, 500, 300, 500].map((size, i): CoverSpec => ({ name: `cover-${i}`, ext: 'png', size })),
];
