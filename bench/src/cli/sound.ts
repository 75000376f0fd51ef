import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { extname, join } from 'node:path';
import type { SoundFacts, SoundStatus, SoundTarget } from '@tonearm/contract';
import { buildSong, ffmpegHere, longMusepack, readFlags, silentDsf, tempFolder } from '@tonearm/testkit';
import { processesBelow } from '../memory.ts';
import { summarize } from '../percentiles.ts';
import { type Figure, judge, tableOf } from '../report.ts';
import { measureColdScan, type ServedLibrary, serve } from '../served-library.ts';

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

/** Formats that songs come in, by the name of the file, and how ffmpeg writes them. */
const sources: Readonly<Record<string, readonly string[]>> = {
  'a.flac': [],
  'cbr.mp3': ['-b:a', '192k'],
  'vbr.mp3': ['-q:a', '4'],
  'vbr-without-header.mp3': ['-q:a', '4', '-write_xing', '0'],
  'a.ogg': ['-c:a', 'libvorbis'],
  'a.opus': ['-c:a', 'libopus'],
  'aac.m4a': ['-c:a', 'aac'],
  'alac.m4a': ['-c:a', 'alac'],
  'a.wma': ['-c:a', 'wmav2'],
  'a.wv': ['-c:a', 'wavpack'],
  'a.wav': [],
  'a.aiff': [],
  'a.aac': ['-c:a', 'aac', '-f', 'adts'],
  'a.mp2': ['-c:a', 'mp2'],
  'a.spx': ['-c:a', 'libspeex', '-ar', '32000'],
  'a.mka': ['-c:a', 'flac'],
  'a.webm': ['-c:a', 'libopus'],
};

/** Formats that ffmpeg does not write: their bytes, and how long they play. DSF and Monkey's Audio are silent. */
const others: Readonly<Record<string, (seconds: number) => { data: Buffer; seconds: number }>> = {
  'silence.dsf': (length) => ({ data: silentDsf(length), seconds: length }),
  'silence.ape': (length) => buildSong({ format: 'ape', tags: {}, seconds: length }),
  'a.mpc': longMusepack,
};

/** Louder and softer notes of both channels, with noise: something to be gated. */
const music = `aevalsrc=0.5*sin(2*PI*(220+40*floor(mod(t\\,8)))*t)*(0.05+0.95*abs(sin(t/5)))|0.4*sin(2*PI*330*t)*(0.05+0.95*abs(cos(t/7))):s=44100:d=`;

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

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const address = (call: string, path: string, query = ''): string =>
  `${call}/${encodeURIComponent(path)}${query}`;

/** Songs of every kind that is wanted, by name, and how long they play. */
type Lengths = ReadonlyMap<string, number>;

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
        const value = Math.abs(secondsOf(body, scratchFile) - (length - offset));
        if (value > worst.value) worst = { value, note: `${name} to ${format} from ${offset} s` };
      }
    }
  }
  return { name: 'length of conversions, largest error', unit: 's', ...worst } as const;
};

/** Answers to a small call and a list, in milliseconds. */
const answersFor = async ({ client }: ServedLibrary, isOver: () => boolean): Promise<number[]> => {
  const taken: number[] = [];
  while (!isOver()) {
    for (const call of ['browse/Music', 'preferences']) taken.push((await client.send(call)).totalMs);
    await sleep(5);
  }
  return taken;
};

/** Songs are measured by asking for their waveforms, one after the other. */
const measureAll = async (served: ServedLibrary, paths: readonly string[]): Promise<number> => {
  const begunMs = performance.now();
  for (const path of paths) {
    const { status } = await served.client.send(address('waveform', path));
    if (status !== 200) throw new Error(`no waveform of ${path}: ${status}`);
  }
  return (performance.now() - begunMs) / 1000;
};

const worstLoudness = async ({ client }: ServedLibrary, folder: string, paths: readonly string[]) => {
  const facts = await client.json<(SoundFacts | null)[]>('sound_facts', { method: 'POST', body: { paths } });
  const files = paths.map((path) => join(folder, path.slice('Music/'.length)));
  const errors = facts.map((fact, at) =>
    Math.abs(-18 - (fact?.gain?.track_db ?? 99) - loudnessOf([files[at] ?? ''])),
  );
  const album = facts[0]?.gain?.album_db ?? null;
  return {
    track: Math.max(...errors),
    album: album === null ? null : Math.abs(-18 - album - loudnessOf(files)),
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

const albumPaths = Array.from({ length: 6 }, (_, at) => `Music/Album/${at}.flac`);
/** How long each of the album plays, in seconds. */
const albumSeconds = 240;

/** Turns in which others are answered, with somebody who waits for a measurement and with nobody. */
const turns = 7;
/** Measured in each turn for who waits; all of one recording that is louder or softer every time. */
const songsOfTurn = 3;
const turnPaths = Array.from({ length: turns }, (_, turn) =>
  Array.from({ length: songsOfTurn }, (_each, at) => `Music/Turns/${turn}-${at}.flac`),
);
/** So long others are answered in a turn beside what nobody waits for, in milliseconds. */
const turnMs = 4000;
/** Measured by itself, when all else was: long enough to last through all turns. */
const lengthySeconds = 3600;

const isWanted = (name: string): boolean =>
  values.endings === '' || values.endings.split(',').includes(extname(name).slice(1));

const writeKinds = (folder: string): Lengths => {
  const lengths = new Map<string, number>();
  for (const [name, argv] of Object.entries(sources).filter(([each]) => isWanted(each))) {
    write(join(folder, name), seconds, argv);
    lengths.set(name, seconds);
  }
  for (const [name, make] of Object.entries(others).filter(([each]) => isWanted(each))) {
    const { data, seconds: length } = make(seconds);
    writeFileSync(join(folder, name), data);
    lengths.set(name, length);
  }
  return lengths;
};

/** An album, and what is measured in turns. */
const writeMeasured = (musicFolder: string): void => {
  for (const [at, path] of albumPaths.entries()) {
    const tags = ['-metadata', 'album=Album', '-metadata', 'artist=Anna', '-metadata', `track=${at + 1}`];
    write(join(musicFolder, path.slice(6)), albumSeconds, ['-af', `volume=${1 / (at + 1)},aphaser`, ...tags]);
  }
  mkdirSync(join(musicFolder, 'Turns'));
  const whole = join(musicFolder, (albumPaths[0] ?? '').slice(6));
  for (const [at, path] of turnPaths.flat().entries()) {
    const argv = ['-v', 'error', '-i', whole, '-af', `volume=${1 - at / 100}`, '-map_metadata', '-1'];
    execFileSync(ffmpeg, [...argv, '-y', join(musicFolder, path.slice(6))]);
  }
  write(join(musicFolder, 'lengthy.flac'), lengthySeconds, ['-compression_level', '0']);
};

const writeSongs = (musicFolder: string): Lengths => {
  mkdirSync(join(musicFolder, 'Songs'), { recursive: true });
  mkdirSync(join(musicFolder, 'Album'));
  if (parts.has('measuring')) writeMeasured(musicFolder);
  if (parts.has('listeners')) write(join(musicFolder, 'Songs', 'long.wav'), 3000, []);
  return parts.has('lengths') ? writeKinds(join(musicFolder, 'Songs')) : new Map();
};

/** Answers for so long, in milliseconds. */
const answersWhile = async (served: ServedLibrary, work: Promise<unknown>): Promise<number[]> => {
  let isOver = false;
  const worked = work.finally(() => {
    isOver = true;
  });
  const taken = await answersFor(served, () => isOver);
  await worked;
  return taken;
};

/**
 * How others are answered beside measuring, p95 in milliseconds, and at rest for as long, in turns, so that what else the
 * machine does weighs on both alike.
 */
const answersInTurns = async (served: ServedLibrary) => {
  const pairs: { readonly busy: number; readonly quiet: number }[] = [];
  let restMs = 5000;
  for (const [turn, paths] of turnPaths.entries()) {
    const measured = async (): Promise<number> => {
      const begunMs = performance.now();
      const taken = await answersWhile(served, measureAll(served, paths));
      restMs = performance.now() - begunMs;
      return summarize(taken).p95;
    };
    const rested = async (): Promise<number> => summarize(await answersWhile(served, sleep(restMs))).p95;
    if (turn % 2 === 0) {
      const quiet = await rested();
      pairs.push({ quiet, busy: await measured() });
    } else {
      const busy = await measured();
      pairs.push({ busy, quiet: await rested() });
    }
  }
  return pairs;
};

/** Waits until a song is measured by itself, or until none is. */
const untilMeasuring = async (served: ServedLibrary, isWorking: boolean): Promise<void> => {
  const patienceMs = 600_000;
  for (const begunMs = performance.now(); performance.now() - begunMs < patienceMs; await sleep(1000)) {
    const { measuring } = await served.client.json<SoundStatus>('sound_status');
    if ((measuring.state === 'working') === isWorking) return;
  }
  throw new Error('The server did not come to measure by itself: it does so where little else is done.');
};

/**
 * How others are answered while a song is measured that nobody waits for, p95 in milliseconds, and before and after it.
 */
const answersBesideItself = async (served: ServedLibrary) => {
  const turn = async (): Promise<number> => summarize(await answersWhile(served, sleep(turnMs))).p95;
  const inTurns = async (count: number): Promise<number[]> => {
    const taken: number[] = [];
    for (let at = 0; at < count; at += 1) taken.push(await turn());
    return taken;
  };
  const before = await inTurns(Math.ceil(turns / 2));
  await served.client.json('settings', { method: 'PUT', body: { measures_songs: true } });
  await untilMeasuring(served, true);
  const busy = await inTurns(turns);
  await untilMeasuring(served, true);
  await served.client.json('settings', { method: 'PUT', body: { measures_songs: false } });
  await untilMeasuring(served, false);
  return { busy, quiet: [...before, ...(await inTurns(Math.floor(turns / 2)))] };
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
  const lengths = writeSongs(musicFolder);
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
