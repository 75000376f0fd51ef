/**
 * Measures how loud the demo is and prints the table of `loudness.ts`. It needs ffmpeg, and the collection as
 * `npm run demo` makes it: `node demo/src/cli/measure-loudness.ts demo-data/music`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { planCollection } from '../song-plan.ts';

/** @returns LUFS, and the greatest sample in decibels */
function measure(args: readonly string[]): readonly [number, number] {
  const { stderr } = spawnSync('ffmpeg', ['-hide_banner', '-nostats', ...args, '-f', 'null', '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const [, loudness] = /I:\s+(-?[\d.]+) LUFS/.exec(summary) ?? [];
  const [, peak] = /Peak:\s+(-?[\d.]+) dBFS/.exec(summary) ?? [];
  if (loudness === undefined || peak === undefined) throw new Error(stderr.slice(-500));
  return [Number(loudness), Number(peak)];
}

const [folder = 'demo-data/music'] = process.argv.slice(2);
const table: Record<string, object> = {};
for (const album of planCollection()) {
  const files = album.songs.map(({ path }) => join(folder, path));
  const songs = files.map((file) => measure(['-i', file, '-map', '0:a', '-af', 'ebur128=peak=sample']));
  const parts = files.map((_, at) => `[${at}:a]aresample=44100,aformat=channel_layouts=stereo[a${at}]`);
  const joined = `${files.map((_, at) => `[a${at}]`).join('')}concat=n=${files.length}:v=0:a=1`;
  const filter = `${parts.join(';')};${joined},ebur128=peak=sample[o]`;
  const inputs = files.flatMap((file) => ['-i', file]);
  const [whole] = measure([...inputs, '-filter_complex', filter, '-map', '[o]']);
  table[album.folder] = { album: whole, songs };
}
process.stdout.write(`${JSON.stringify(table, null, 2)}\n`);
