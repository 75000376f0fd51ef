import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Louder and softer notes of both channels, with noise: something to be gated. */
const music = `aevalsrc=0.5*sin(2*PI*(220+40*floor(mod(t\\,8)))*t)*(0.05+0.95*abs(sin(t/5)))|0.4*sin(2*PI*330*t)*(0.05+0.95*abs(cos(t/7))):s=44100:d=`;

/** What ffmpeg makes and says of songs. @param ffmpeg the program */
export const createFfmpegSound = (ffmpeg: string) => {
  const write = (path: string, length: number, argv: readonly string[]): void => {
    execFileSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', music + String(length), ...argv, '-y', path]);
  };

  /** Length of what was sent, by decoding it. An MP4 file may have its table at its end: it is read as a file. */
  const secondsOf = (bytes: Buffer, scratchFile: string): number => {
    writeFileSync(scratchFile, bytes);
    const argv = ['-v', 'error', '-i', scratchFile, '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1'];
    return execFileSync(ffmpeg, argv, { maxBuffer: 1e9 }).length / 2 / 8000;
  };

  /** What ffmpeg says of a whole file, or of several one after the other. */
  const loudnessOf = (paths: readonly string[]): number => {
    const inputs = paths.flatMap((path) => ['-i', path]);
    const filter = `${paths.map((_, at) => `[${at}:a:0]`).join('')}concat=n=${paths.length}:v=0:a=1,ebur128=framelog=verbose`;
    const { stderr } = spawnSync(ffmpeg, [...inputs, '-filter_complex', filter, '-f', 'null', '-'], {
      encoding: 'utf8',
    });
    return Number(/.*Summary:.*?I:\s+(-[\d.]+) LUFS/s.exec(stderr)?.[1]);
  };

  /** The same recording, louder or softer, without tags. */
  const copyAt = (path: string, to: string, volume: number): void => {
    const argv = ['-v', 'error', '-i', path, '-af', `volume=${volume}`, '-map_metadata', '-1'];
    execFileSync(ffmpeg, [...argv, '-y', to]);
  };

  return { write, secondsOf, loudnessOf, copyAt };
};

/** @see createFfmpegSound */
export type FfmpegSound = ReturnType<typeof createFfmpegSound>;
