import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MountDir, Song } from '@tonearm/contract';
import { buildSong } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { keptFolder } from '../libraries.ts';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import { type ServedLibrary, scanEnd } from '../served-library.ts';
import type { BenchBrowser } from './bench-browser.ts';
import { loudFrom, type SoundStart, type TapWindow } from './sound-tap.ts';

/** Tones are made of these; flac is taken from the library, as its encoder wrote it. */
const toneFormats = ['mp3', 'm4a', 'opus'] as const;
/** Tracks of two seconds, played one after the other. */
const tracks = 12;
const sourceName = 'Gaps';
/** All tracks of a format and what starting takes, in milliseconds. */
const patienceMs = 60_000;

/** Writes the tones, and has the server scan them beside what it serves already. */
const mountTones = async (served: ServedLibrary): Promise<void> => {
  const folder = keptFolder('gaps');
  for (const format of toneFormats) {
    mkdirSync(join(folder, format), { recursive: true });
    for (let track = 1; track <= tracks; track += 1) {
      const { data } = buildSong({ format, tags: { title: `Tone ${track}`, track, album: format } });
      writeFileSync(join(folder, format, `${track}.${format}`), data);
    }
  }
  const mounts = await served.client.json<MountDir[]>('mount_dirs');
  if (!mounts.some(({ name }) => name === sourceName)) {
    const body = [...mounts, { name: sourceName, source: folder }];
    await served.client.json('mount_dirs', { method: 'PUT', body });
  }
  await served.client.json('trigger_index', { method: 'POST' });
  await scanEnd(served.client);
};

/** Silence that a file itself holds before and after its tone, as this browser decodes it, in milliseconds. */
const ownSilenceMs = (page: Page, path: string): Promise<number> =>
  page.evaluate(
    async ({ virtualPath, threshold }) => {
      const token = localStorage.getItem('mediaToken') ?? '';
      const address = `api/audio/${encodeURIComponent(virtualPath)}?auth_token=${encodeURIComponent(token)}`;
      const bytes = await (await fetch(new URL(address, document.baseURI))).arrayBuffer();
      const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
      const samples = decoded.getChannelData(0);
      const isLoud = (sample: number): boolean => Math.abs(sample) >= threshold;
      const first = samples.findIndex(isLoud);
      const last = samples.findLastIndex(isLoud);
      return ((first + samples.length - 1 - last) * 1000) / decoded.sampleRate;
    },
    { virtualPath: path, threshold: loudFrom },
  );

/** Waits until all tracks were heard. @returns silences between one element's last sample and the other's first */
const silencesMs = async (page: Page): Promise<number[]> => {
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(
    ({ count }) => {
      const { benchSoundStarts, benchLastSounds } = globalThis as unknown as TapWindow;
      const last = benchSoundStarts.at(-1);
      const isOver = last !== undefined && (benchLastSounds[last.element] ?? 0) > last.atSeconds + 1;
      return benchSoundStarts.length >= count && isOver;
    },
    { count: tracks },
    { timeout: patienceMs, polling: 200 },
  );
  const starts = await page.evaluate(() => (globalThis as unknown as TapWindow).benchSoundStarts);
  return gapsBetween(starts);
};

/**
 * Where each start follows the end of the track before. The end of a track is known from the next start
 * on the same element, two tracks later.
 */
const gapsBetween = (starts: readonly SoundStart[]): number[] =>
  starts.slice(1).flatMap((start, index) => {
    const again = starts.slice(index + 1).find(({ element }) => element === starts[index]?.element);
    return again?.silentFromSeconds === undefined || again.silentFromSeconds === null
      ? []
      : [(start.atSeconds - again.silentFromSeconds) * 1000];
  });

/**
 * The gap between tracks, for each format, counted in samples where they leave the audio elements (an
 * AudioWorklet on each, see `sound-tap.ts`): from the last of one track that is not silent to the first of
 * the next, less the silence that the files themselves hold. What sounds twice counts like silence.
 */
export const gapMeasures = async (
  browser: BenchBrowser,
  served: ServedLibrary,
  songs: readonly Song[],
): Promise<Figure[]> => {
  await mountTones(served);
  const isShortFlac = ({ path, duration }: Song): boolean => path.endsWith('.flac') && duration === 2;
  const flacs = songs.filter(isShortFlac).map(({ path }) => path);
  const lists = new Map([['flac', flacs.slice(0, tracks)]]);
  for (const format of toneFormats) {
    const names = Array.from({ length: tracks }, (_, index) => `${index + 1}.${format}`);
    lists.set(
      format,
      names.map((name) => `${sourceName}/${format}/${name}`),
    );
  }
  const figures: Figure[] = [];
  for (const [format, paths] of lists) figures.push(await gapOf(browser, served, { format, paths }));
  return figures;
};

const gapOf = async (
  browser: BenchBrowser,
  served: ServedLibrary,
  { format, paths }: { format: string; paths: readonly string[] },
): Promise<Figure> => {
  await served.client.json(`playlist/gap-${format}`, { method: 'PUT', body: { tracks: paths } });
  await using bench = await browser.open({ isListenedTo: true });
  await bench.page.goto(`${served.product.address}#/playlist/gap-${format}`);
  const own = await ownSilenceMs(bench.page, paths[0] ?? '');
  const gaps = (await silencesMs(bench.page)).map((silence) => Math.abs(silence - own));
  const { p50, p95 } = summarize(gaps);
  const note = `p50 ${p50.toFixed(1)} ms, ${gaps.length} changes, ${own.toFixed(1)} ms in the files`;
  return { name: `gap.${format}.p95`, value: p95, unit: 'ms', note };
};
