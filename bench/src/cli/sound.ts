import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { SoundFacts, SoundStatus, SoundTarget } from '@tonearm/contract';
import { ffmpegHere, readFlags, tempFolder } from '@tonearm/testkit';
import { processesBelow } from '../memory.ts';
import { summarize } from '../percentiles.ts';
import { type Figure, judge, tableOf } from '../report.ts';
import { measureColdScan, type ServedLibrary, serve } from '../served-library.ts';
import {
  address,
  answersBesideItself,
  answersInTurns,
  measureAll,
  sleep,
  turnMs,
} from '../sound/answers-beside.ts';
import { createFfmpegSound } from '../sound/ffmpeg-sound.ts';
import { albumPaths, albumSeconds, type Lengths, turns, writeSongs } from '../sound/measured-songs.ts';

const help = `node bench/src/cli/sound.ts [--seconds 60] [--parts lengths,measuring,listeners] [--endings mp3,wma,…]
What ffmpeg does for the product: lengths of conversions of every format into every format from three places, loudness
beside ffmpeg's own, how fast a song is measured, how others are answered meanwhile, and what 50 listeners leave behind.
Prints a table, and fails when a budget is missed. Runs what \`npm start\` runs when TONEARM_BUILT is 1, else the sources.
`;

const { values } = readFlags(help, {
  options: {
    seconds: { type: 'string', default: '60' },
    parts: { type: 'string', default: 'lengths,measuring,listeners' },
    endings: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const parts: ReadonlySet<string> = new Set(values.parts.split(','));
const ffmpeg = ffmpegHere() ?? '';
if (ffmpeg === '') throw new Error('No ffmpeg was found.');
const sound = createFfmpegSound(ffmpeg);

const worstLength = async (
  { client }: ServedLibrary,
  {
    lengths,
    targets,
    scratchFile,
  }: Record<'scratchFile', string> & {
    readonly lengths: Lengths;
    readonly targets: readonly SoundTarget[];
  },
) => {
  let worst = { value: 0, note: '' };
  for (const [name, length] of lengths) {
    for (const format of targets) {
      for (const offset of [0, 7.3, seconds - 4]) {
        const query = `?format=${format}&offset=${offset.toFixed(3)}`;
        const { body, status } = await client.send(address('audio', `Music/Songs/${name}`, query));
        if (status !== 200) throw new Error(`${name} to ${format}: ${status}`);
        const value = Math.abs(sound.secondsOf(body, scratchFile) - (length - offset));
        if (value > worst.value) worst = { value, note: `${name} to ${format} from ${offset} s` };
      }
    }
  }
  return { name: 'length of conversions, largest error', unit: 's', ...worst } as const;
};

const worstLoudness = async ({ client }: ServedLibrary, folder: string, paths: readonly string[]) => {
  const facts = await client.json<(SoundFacts | null)[]>('sound_facts', { method: 'POST', body: { paths } });
  const files = paths.map((path) => join(folder, path.slice('Music/'.length)));
  const errors = facts.map((fact, at) =>
    Math.abs(-18 - (fact?.gain?.track_db ?? 99) - sound.loudnessOf([files[at] ?? ''])),
  );
  const album = facts[0]?.gain?.album_db ?? null;
  return {
    track: Math.max(...errors),
    album: album === null ? null : Math.abs(-18 - album - sound.loudnessOf(files)),
  };
};

/** Fifty who listen to a conversion and hang up as soon as something comes; those who are refused have gone already. */
const hangUp = async (served: ServedLibrary, path: string): Promise<number> => {
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      const url = new URL(address('audio', path, `?format=mp3&offset=${at}`), served.apiRoot);
      const request = get(url, { headers: { Authorization: `Bearer ${served.token}` }, agent: false });
      request.on('response', (response) => response.once('data', () => request.destroy()));
      request.on('error', () => {});
      request.on('close', () => resolve());
      setTimeout(() => request.destroy(), 1000);
    });
  await Promise.all(Array.from({ length: 50 }, (_, at) => listen(at + 1)));
  await sleep(2000);
  return (await served.client.json<SoundStatus>('sound_status')).converting.running;
};

const budgets = {
  'length of conversions, largest error': { atMost: 0.2 },
  'loudness of songs, largest error (LU)': { atMost: 0.1 },
  'loudness of an album of six, error (LU)': { atMost: 0.1 },
  'measuring, times real time': { atLeast: 60 },
  'answers beside measuring, p95': { atMost: 1.2 },
  'conversions left by 50 listeners after 2 s': { atMost: 0 },
};

/** Lengths of conversions. */
const lengthFigures = async (
  served: ServedLibrary,
  how: { readonly lengths: Lengths; readonly scratchFile: string },
): Promise<Figure[]> => {
  const { ffmpeg: found } = await served.client.json<SoundStatus>('sound_status');
  return [await worstLength(served, { targets: found.formats, ...how })];
};

/** Loudness, how fast it is measured, and what others notice of that. */
const measuringFigures = async (served: ServedLibrary, musicFolder: string): Promise<Figure[]> => {
  const speed = (albumPaths.length * albumSeconds) / (await measureAll(served, albumPaths));
  const pairs = await answersInTurns(served);
  const ratios = pairs.map(({ busy, quiet }) => busy / quiet);
  const loudness = await worstLoudness(served, musicFolder, albumPaths);
  const { busy, quiet } = await answersBesideItself(served);
  const middle = (ofTurns: readonly number[]): number => summarize(ofTurns).p50;
  const tellTurns = (ofTurns: readonly number[]): string => ofTurns.map((ms) => ms.toFixed(1)).join(', ');
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';
  const told = pairs.map(({ busy, quiet }) => `${busy.toFixed(1)} ms to ${quiet.toFixed(1)}`);
  const beside = `the middle of ${turns} turns: ${told.join(', ')}`;
  return [
    { name: 'loudness of songs, largest error (LU)', value: loudness.track, unit: 'ratio' },
    { name: 'loudness of an album of six, error (LU)', value: loudness.album ?? Number.NaN, unit: 'ratio' },
    { name: 'measuring, times real time', value: speed, unit: 'ratio', note: `load ${load}` },
    {
      name: 'answers beside measuring somebody waits for, p95',
      value: middle(ratios),
      unit: 'ratio',
      note: beside,
    },
    {
      name: 'answers beside measuring, p95',
      value: middle(busy) / middle(quiet),
      unit: 'ratio',
      note: `turns of ${turnMs / 1000} s: ${tellTurns(busy)} ms to ${tellTurns(quiet)}`,
    },
  ];
};

/** What is left of conversions that nobody listens to any more. */
const listenerFigures = async (served: ServedLibrary): Promise<Figure[]> => {
  const value = await hangUp(served, 'Music/Songs/long.wav');
  const note = `${processesBelow(served.product.pid)} processes below the server`;
  return [{ name: 'conversions left by 50 listeners after 2 s', value, unit: 'count', note }];
};

const run = async (): Promise<void> => {
  await using folder = await tempFolder();
  const musicFolder = folder.join('music');
  const lengths = writeSongs(sound, musicFolder, { parts, seconds, endings: values.endings });
  await using served = await serve(folder.join('data'));
  await measureColdScan(served, musicFolder);
  // What is measured is asked for here: nothing by itself, between two turns.
  await served.client.json('settings', { method: 'PUT', body: { measures_songs: false } });
  const judged = judge(
    [
      ...(parts.has('lengths')
        ? await lengthFigures(served, { lengths, scratchFile: folder.join('converted') })
        : []),
      ...(parts.has('measuring') ? await measuringFigures(served, musicFolder) : []),
      ...(parts.has('listeners') ? await listenerFigures(served) : []),
    ],
    budgets,
  );
  process.stdout.write(`${tableOf(judged)}\n`);
  if (judged.some(({ isMet }) => isMet === false)) process.exitCode = 1;
};

await run();
