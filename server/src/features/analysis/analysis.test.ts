import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeClock, encodeWav, ffmpegHere, makeTone } from '@tonearm/testkit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import type { SongSound, SoundReading } from '../../library/read/sound-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { hostFiles } from '../../platform/bucket/test-host-files.ts';
import { systemClock } from '../../platform/clock.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { createTranscodingFeature, type Ffmpeg, findFfmpeg } from '../transcoding/index.ts';
import { type Analyser, createAnalyser } from './analyser.ts';
import { type AnalysisFeature, createAnalysisFeature } from './index.ts';

const program = ffmpegHere();

let files: StoredFiles;
const feature: { now: AnalysisFeature | null } = { now: null };
let app: FastifyInstance;
const albums = new Map<string, number>();

/** What the library would say: an id by the path, a stamp by the path too. */
const songAt = (path: string): SongSound => ({
  ...{ id: path.padEnd(22, 'x'), stamp: path, path, durationMs: 3000, codec: 'pcm', container: 'wav' },
  ...{
    bitRate: 1,
    sampleRate: 16_000,
    channels: 1,
    encoderDelay: null,
    encoderPadding: null,
    totalSamples: null,
  },
  ...{ gain: null, albumId: albums.get(path) ?? null },
});

const sound: SoundReading = {
  find: async (paths) =>
    Promise.all(
      paths.map(async (path) => ((await files.lookup.findSong(path)) === null ? null : songAt(path))),
    ),
  ofAlbum: async (albumId) => [...albums].filter(([, id]) => id === albumId).map(([path]) => songAt(path)),
  after: async () => null,
};

/** The feature anew, with an ffmpeg that may not have said yet what it is. */
const begin = async (name: string): Promise<Ffmpeg> => {
  await app?.close();
  await feature.now?.stop();
  const ffmpeg = findFfmpeg({ program: name, clock: systemClock, log: silentLog });
  const dataFolder = `${files.root}/data`;
  const shared = { ffmpeg, dataFolder, isOn: () => true, clock: systemClock, log: silentLog };
  feature.now = createAnalysisFeature({
    ...shared,
    transcoding: createTranscodingFeature({ ...shared, cacheLimitBytes: 1e6 }),
    ...{ lookup: files.lookup, sound, foldersOf: (source) => [source], isIdle: () => true },
    ...{ media: hostFiles, isLeftOut: () => false },
    events: createEvents<AppEvents>(() => {}),
  });
  app = await appWith(feature.now.routes);
  return ffmpeg;
};
const start = async (name: string): Promise<void> => (await begin(name)).asked;

beforeAll(async () => {
  files = createStoredFiles();
  await start(program ?? '');
});
afterAll(async () => {
  await app.close();
  await feature.now?.stop();
  files.dispose();
});

const ask = (call: string, path: string, query = '') =>
  app.inject({ method: 'GET', url: `${addressOf(call, path)}${query}`, headers: as('anna') });
const factsOf = async (...paths: string[]) =>
  (await app.inject({ method: 'POST', url: '/api/sound_facts', headers: as('anna'), body: { paths } })).json<
    ({ gain: Record<string, unknown> | null } | null)[]
  >();

/** Processes of ours that listen to songs. */
const analysisProcesses = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = / (\d+) /.exec(
          readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) \S/, ''),
        )?.[1];
        return (
          parent === String(process.pid) &&
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('analysis-process')
        );
      } catch {
        return false;
      }
    }).length;

/** A tone: each twice as strong is 6 dB louder. */
const tone = (level: number, seconds = 3) => {
  const pcm = makeTone({ seconds, rate: 16_000 });
  return { ...pcm, samples: pcm.samples.map((sample) => Math.round(sample * level)) };
};

describe.skipIf(program === null /* none could be found or installed, as was said */)(
  'measuring with ffmpeg',
  () => {
    it('makes the waveform of a song when it is asked for, within a step', async () => {
      const pcm = tone(1);
      const path = files.put('a.wav', encodeWav(pcm));
      const answer = await ask('peaks', path);
      expect(answer.headers['content-type']).toBe('application/octet-stream');
      expect(answer.rawPayload).toHaveLength(2 * 200);
      for (const at of [0, 17, 100, 199]) {
        const window = [...pcm.samples.subarray(at * 240, (at + 1) * 240)];
        const wanted = [Math.min(...window), Math.max(...window)].map((value) => value / 256 + 128);
        for (const side of [0, 1])
          expect(Math.abs((answer.rawPayload[2 * at + side] ?? 0) - (wanted[side] ?? 0))).toBeLessThanOrEqual(
            1,
          );
      }
      const small = await ask('waveform', path, '?pairs=50');
      expect(small.rawPayload).toHaveLength(100);
      expect(Math.max(...small.rawPayload)).toBe(Math.max(...answer.rawPayload));
      const known = await app.inject({
        method: 'GET',
        url: addressOf('peaks', path),
        headers: { ...as('anna'), 'if-none-match': String(answer.headers.etag) },
      });
      expect(known.statusCode).toBe(304);
    });

    it('tells how loud songs and their albums are, once all of an album was measured', async () => {
      const [loud, soft] = [
        files.put('loud.wav', encodeWav(tone(1))),
        files.put('soft.wav', encodeWav(tone(1 / 16))),
      ];
      albums.set(loud, 7).set(soft, 7);
      await ask('peaks', loud);
      const [first] = await factsOf(loud);
      expect(first?.gain).toMatchObject({ origin: 'measured', album_db: null });
      await ask('peaks', soft);
      const [a, b, none] = await factsOf(loud, soft, 'music/nothing.wav');
      expect(none).toBeNull();
      // A sixteenth of the level: 24.08 dB less.
      expect(Number(b?.gain?.['track_db']) - Number(a?.gain?.['track_db'])).toBeCloseTo(24.08, 0);
      expect(Number(a?.gain?.['track_peak']) / Number(b?.gain?.['track_peak'])).toBeCloseTo(16, -1);
      expect(a?.gain?.['album_db']).toBe(b?.gain?.['album_db']);
      expect(a?.gain?.['album_peak']).toBe(a?.gain?.['track_peak']);
      // The soft one lies more than 10 LU below the mean of both, so that the loud one counts alone.
      expect(Math.abs(Number(a?.gain?.['album_db']) - Number(a?.gain?.['track_db']))).toBeLessThan(0.2);
    });

    it('measures later what it could not while ffmpeg was away', async () => {
      const link = `${files.root}/ffmpeg`;
      symlinkSync(program ?? '', link);
      await start(link);
      const path = files.put('later.wav', encodeWav(tone(1)));
      rmSync(link);
      expect((await ask('peaks', path)).json()).toMatchObject({ code: 'waveform_not_found' });
      await start(program ?? '');
      expect((await ask('peaks', path)).statusCode).toBe(200);
    });

    it('says what can be done when that is known, also to whoever asks right after the start', async () => {
      const gate = join(files.root, 'gate');
      const slow = join(files.root, 'slow-ffmpeg');
      const waiting = `while [ ! -e '${gate}' ]; do sleep 0.01; done`;
      writeFileSync(slow, `#!/bin/sh\n${waiting}\nexec '${program}' "$@"\n`, { mode: 0o755 });
      const path = files.put('early.wav', encodeWav(tone(1)));
      await begin(slow);
      const abilities = app.inject({ method: 'GET', url: '/api/sound_abilities', headers: as('anna') });
      const waveform = ask('peaks', path);
      writeFileSync(gate, '');
      expect((await abilities).json()).toMatchObject({ has_waveforms: true });
      expect((await abilities).json<{ formats: string[] }>().formats).toContain('opus');
      expect((await waveform).statusCode).toBe(200);
    });

    it('says that nothing can be made of what is no sound, and does not try again', async () => {
      const path = files.put('no.mp3', '#EXTM3U\n/etc/hostname\n');
      const answer = await ask('peaks', path);
      expect(answer.json()).toMatchObject({ status: 404, code: 'waveform_not_found' });
      const status = await app.inject({ method: 'GET', url: '/api/sound_status', headers: as('anna') });
      expect(status.statusCode).toBe(403);
      expect((await ask('peaks', path)).statusCode).toBe(404);
      expect((await ask('peaks', 'music/nothing.mp3')).json()).toMatchObject({ code: 'song_not_found' });
    });

    it('measures anew what was not through when the server stopped', async () => {
      await start(program ?? '');
      const path = files.put('long.wav', encodeWav(tone(1, 120)));
      const asking = ask('peaks', path);
      await expect.poll(analysisProcesses).toBe(1);
      await feature.now?.stop();
      feature.now = null;
      expect((await asking).statusCode).toBe(404);
      await start(program ?? '');
      expect((await ask('peaks', path)).statusCode).toBe(200);
    });

    it('holds on with what nobody waits for while others are answered, and for nobody who waits', async () => {
      const job = {
        program: program ?? '',
        path: Buffer.from(join(files.root, files.put('held.wav', encodeWav(tone(1, 60))))),
        folders: [files.root],
      };
      const clock = createFakeClock();
      const events = createEvents<AppEvents>(() => {});
      const [held, other] = [1, 2].map(() => createAnalyser({ clock, events, log: silentLog })) as [
        Analyser,
        Analyser,
      ];
      let ended = 0;
      const run = (isWaitedFor: boolean, of = held) =>
        of.run(job, isWaitedFor).finally(() => {
          ended += 1;
        });
      const background = run(false);
      events.emit('asked', undefined);
      for (let time = 0; time < 3; time += 1) expect((await run(true, other)).kind).toBe('done');
      // One that began later is through three times: no time has passed for this one.
      expect(ended).toBe(3);
      await clock.advance(150);
      expect((await background).kind).toBe('done');

      const again = run(false);
      events.emit('asked', undefined);
      const both = Promise.all([again, run(true)]);
      // Nobody asks any more, and no time passes: it goes on for who waits behind it.
      expect((await both).map(({ kind }) => kind)).toEqual(['done', 'done']);
      await Promise.all([held.stop(), other.stop()]);
    });

    it('knows over a restart what was measured, and without ffmpeg then', async () => {
      const path = files.put('kept.wav', encodeWav(tone(1)));
      const before = await ask('peaks', path);
      await start('');
      expect((await ask('peaks', path)).rawPayload).toEqual(before.rawPayload);
      expect(readdirSync(`${files.root}/data/analysis`)).toContain('measured.db');
    });
  },
);

it('says so where ffmpeg is not there', async () => {
  await start('');
  const path = files.put('plain.wav', encodeWav(tone(1)));
  const answer = await ask('peaks', path);
  expect(answer.json()).toMatchObject({ status: 404, code: 'waveform_not_found' });
  const abilities = await app.inject({ method: 'GET', url: '/api/sound_abilities', headers: as('anna') });
  expect(abilities.json()).toEqual({ formats: [], has_waveforms: false });
  expect((await factsOf(path))[0]).toMatchObject({ path, gain: null });
});
