import { spawnSync } from 'node:child_process';

/** What ffmpeg is given: arguments that describe the bytes, and the bytes. */
export interface FfmpegInput {
  args: readonly string[];
  data: Buffer;
}

const REPRODUCIBLE =
  '-map_metadata -1 -fflags +bitexact -flags:a +bitexact -flags:v +bitexact -threads 1'.split(' ');

/** Encodes into `file` with the ffmpeg that the environment names (FFMPEG), else that of the PATH. MP4 needs a file to seek in. */
export function runFfmpeg(input: FfmpegInput, args: readonly string[], file: string): void {
  const all = ['-hide_banner', '-loglevel', 'error', '-y', ...input.args, '-i', 'pipe:0', ...REPRODUCIBLE];
  const program = process.env['FFMPEG'] ?? 'ffmpeg';
  const done = spawnSync(program, [...all, ...args, file], { input: input.data });
  if (done.error) throw new Error(`cannot run ffmpeg: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`ffmpeg failed on ${file}: ${done.stderr.toString()}`);
}
