import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  buildSong,
  encodeWav,
  ffmpegHere,
  longMusepack,
  makeTone,
  readTone,
  type TempFolder,
  tempFolder,
} from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { letGo, openInside } from '../../platform/paths/open-inside.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { createTranscodingFeature, type TranscodingFeature } from './index.ts';
import type { Transcoded, TranscodeWish } from './transcoding.ts';

const program = ffmpegHere();

let folder: TempFolder;
let feature: TranscodingFeature;
let isOn: boolean;

const start = async (cacheLimitBytes = 1e9, name = program ?? ''): Promise<void> => {
  const ffmpeg = findFfmpeg({ program: name, clock: systemClock, log: silentLog });
  feature = createTranscodingFeature({
    ffmpeg,
    dataFolder: folder.join('data'),
    cacheLimitBytes,
    isOn: () => isOn,
    clock: systemClock,
    log: silentLog,
    limits: { total: 60, perPerson: 15, patienceMs: 50 },
  });
  await ffmpeg.asked;
};

beforeEach(async () => {
  folder = await tempFolder();
  mkdirSync(folder.join('music'));
  isOn = true;
});
afterEach(async () => {
  await feature.stop();
  await folder[Symbol.asyncDispose]();
});

const put = (name: string, bytes: Buffer | string): string => {
  writeFileSync(folder.join('music', name), bytes);
  return name;
};

const tone = encodeWav(makeTone({ seconds: 1, rate: 8000 }));

/** A second of sound, then silence: a long one takes ffmpeg a while, and no time to make. */
const longWav = (seconds: number): Buffer => {
  const bytes = Buffer.concat([tone, Buffer.alloc((seconds - 1) * 16_000)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(seconds * 16_000, 40);
  return bytes;
};

const convert = async (name: string, wish: Partial<TranscodeWish> = {}): Promise<Transcoded> => {
  const file = await openInside(Buffer.from(folder.join('music', name)), { folders: [folder.join('music')] });
  if (file === null) throw new Error(`no ${name}`);
  return await feature.transcoding.open({
    file,
    durationMs: 2000,
    container: null,
    format: 'mp3',
    userId: 1,
    signal: new AbortController().signal,
    ...wish,
  });
};

const streamOf = ({ body }: Transcoded): Readable => {
  if (body.kind !== 'stream') throw new Error('not a stream');
  return body.stream;
};

const bytesOf = async (made: Transcoded): Promise<Buffer> => await buffer(streamOf(made));

/** How long sound is that anybody decodes: by counting its samples. */
const secondsOf = (bytes: Buffer): number => {
  const argv = ['-v', 'error', '-i', 'pipe:0', '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1'];
  return execFileSync(program ?? '', argv, { input: bytes, maxBuffer: 1e9 }).length / 2 / 8000;
};

const cachedFiles = (): string[] => {
  const converted = folder.join('data', 'converted');
  return statSync(converted, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(converted);
};

/** ffmpeg that reads or writes something in the folder of the test. */
const ffmpegProcesses = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('ffmpeg')) return false;
        const parent = / (\d+) /.exec(
          readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) \S/, ''),
        )?.[1];
        return parent === String(process.pid);
      } catch {
        return false;
      }
    }).length;

describe('without ffmpeg', () => {
  it.each(['', '/nowhere/ffmpeg', process.execPath])(
    'says that %s is none, and converts nothing',
    async (name) => {
      await start(1e9, name);
      put('a.wav', longWav(1));
      expect(feature.transcoding.isAvailable()).toBe(false);
      expect(feature.transcoding.formats()).toEqual([]);
      expect(feature.status().ffmpeg).toMatchObject({ kind: 'absent' });
      await expect(convert('a.wav')).rejects.toMatchObject({ code: 'not_convertible' });
    },
  );
});

describe.skipIf(program === null /* none could be found or installed, as was said */)(
  'converting with ffmpeg',
  () => {
    const sources = ['flac', 'mp3', 'ogg', 'opus', 'm4a', 'wav', 'wv'] as const;

    it('gives as long a song as it was given, in every format, from the beginning and from a place', async () => {
      await start();
      const targets = feature.transcoding.formats();
      for (const [at, format] of sources.entries()) {
        put(`a.${format}`, buildSong({ format, tags: { title: 'A' } }).data);
        for (const offsetSeconds of [0, 1.25]) {
          const target = targets[(at + Math.ceil(offsetSeconds)) % targets.length] ?? 'mp3';
          const made = await convert(`a.${format}`, { format: target, offsetSeconds });
          const seconds = secondsOf(await bytesOf(made));
          expect(Math.abs(seconds - (2 - offsetSeconds)), `${format} to ${target}`).toBeLessThan(0.2);
          expect(made.durationSeconds).toBe(2 - offsetSeconds);
        }
      }
    });

    it('says so when ffmpeg is taken away while it serves, and asks for it once more', async () => {
      const link = folder.join('ffmpeg');
      symlinkSync(program ?? '', link);
      await start(1e9, link);
      put('a.wav', longWav(1));
      rmSync(link);
      await expect(convert('a.wav', { offsetSeconds: 0.1 })).rejects.toMatchObject({
        code: 'not_convertible',
        message: 'Songs cannot be converted on this server: ffmpeg is not there.',
      });
      await expect.poll(() => feature.status().ffmpeg.kind).toBe('absent');
      expect(feature.transcoding.isAvailable()).toBe(false);
    });

    it('goes exactly to a place also where ffmpeg cannot, in Musepack', async () => {
      await start();
      put('a.mpc', readTone('musepack'));
      for (const offsetSeconds of [0, 0.5, 1.25]) {
        const made = await convert('a.mpc', { container: 'musepack, sv8', offsetSeconds });
        expect(Math.abs(secondsOf(await bytesOf(made)) - (2 - offsetSeconds))).toBeLessThan(0.2);
      }
    });

    it('goes far into Musepack of which nothing tells the places', async () => {
      await start();
      const { data, seconds } = longMusepack(40);
      put('long.mpc', data);
      for (const offsetSeconds of [21.7, seconds - 3]) {
        const wish = { container: 'musepack, sv8', durationMs: seconds * 1000, offsetSeconds } as const;
        const made = await bytesOf(await convert('long.mpc', wish));
        expect(Math.abs(secondsOf(made) - (seconds - offsetSeconds)), String(offsetSeconds)).toBeLessThan(
          0.2,
        );
      }
    });

    it("goes to any place in Monkey's Audio", async () => {
      await start();
      const { data, seconds } = buildSong({ format: 'ape', tags: {}, seconds: 20 });
      put('a.ape', data);
      for (const [at, offsetSeconds] of [0, 1.67, 9.99, 18.5].entries()) {
        const format = feature.transcoding.formats()[at] ?? 'mp3';
        const wish = { format, durationMs: seconds * 1000, offsetSeconds };
        const made = await bytesOf(await convert('a.ape', wish));
        expect(Math.abs(secondsOf(made) - (seconds - offsetSeconds)), format).toBeLessThan(0.2);
      }
    });

    it('adds less than a fifth of a second to sound of few samples a second', async () => {
      await start();
      put('low.wav', encodeWav(makeTone({ seconds: 2, rate: 8000 })));
      for (const format of feature.transcoding.formats()) {
        const seconds = secondsOf(await bytesOf(await convert('low.wav', { format, offsetSeconds: 1.6 })));
        expect(Math.abs(seconds - 0.4), format).toBeLessThan(0.2);
      }
    });

    it('tells what it made by the same mark every time, also over a restart', async () => {
      await start();
      put('a.wav', longWav(1));
      await bytesOf(await convert('a.wav'));
      await expect.poll(cachedFiles).toHaveLength(1);
      const marks = [];
      for (let time = 0; time < 3; time += 1) {
        if (time === 2) await start();
        const { body } = await convert('a.wav');
        if (body.kind !== 'file') throw new Error('made once more');
        marks.push(body.etag);
        letGo(body.file);
      }
      expect(new Set(marks).size).toBe(1);
    });

    it('keeps what it made, also over a restart, and knows another file of the same name', async () => {
      await start();
      put('a.wav', longWav(1));
      const bytes = await bytesOf(await convert('a.wav'));
      await expect.poll(cachedFiles).toHaveLength(1);
      await start();
      const { body } = await convert('a.wav');
      if (body.kind !== 'file') throw new Error('made once more');
      expect(body.file.sizeBytes).toBe(bytes.length);
      letGo(body.file);
      // Whoever goes on with it later finds the same, however often it was heard meanwhile.
      const again = (await convert('a.wav')).body;
      if (again.kind !== 'file') throw new Error('made once more');
      expect(again.etag).toBe(body.etag);
      letGo(again.file);
      rmSync(folder.join('music', 'a.wav'));
      put('a.wav', longWav(3));
      expect((await bytesOf(await convert('a.wav'))).length).toBeGreaterThan(2 * bytes.length);
    });

    it('makes room for new songs, and forgets what a crash left behind', async () => {
      mkdirSync(folder.join('data', 'converted'), { recursive: true });
      writeFileSync(folder.join('data', 'converted', 'x.mp3.1-1.part'), 'half');
      await start(100_000);
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        put(
          `${name}.wav`,
          encodeWav(makeTone({ seconds: 1, rate: 8000, pitchHz: 300 + name.charCodeAt(0) })),
        );
        await bytesOf(await convert(`${name}.wav`, { bitRateKbps: 320 }));
      }
      const bytes = (): number =>
        cachedFiles().reduce((sum, name) => sum + statSync(folder.join('data', 'converted', name)).size, 0);
      await expect.poll(() => feature.status().running).toBe(0);
      await expect.poll(bytes).toBeLessThanOrEqual(100_000);
      expect(cachedFiles().length).toBeGreaterThan(0);
      expect(cachedFiles().filter((name) => name.endsWith('.part'))).toEqual([]);
    });

    it('starts one program for all who want the same, and none is left when they leave', async () => {
      await start();
      put('long.wav', longWav(900));
      const made = await Promise.all([convert('long.wav'), convert('long.wav', { userId: 2 })]);
      expect(ffmpegProcesses()).toBe(1);
      const [one, other] = made.map(streamOf);
      one?.destroy();
      other?.once('data', () => other.destroy());
      await expect.poll(ffmpegProcesses).toBe(0);
      await expect.poll(cachedFiles).toEqual([]);
      await expect.poll(() => feature.status().running).toBe(0);
    });

    it('leaves no program behind when many listeners leave, each in another place', async () => {
      await start();
      put('long.wav', longWav(900));
      const gone = new AbortController();
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          convert('long.wav', { durationMs: 900_000, offsetSeconds: at, signal: gone.signal }),
        ),
      );
      for (const each of made) streamOf(each).on('error', () => {});
      gone.abort();
      await expect.poll(ffmpegProcesses).toBe(0);
      await expect.poll(() => feature.status().running).toBe(0);
    });

    it('runs once for a player that jumps about in a song, and beside others', async () => {
      await start();
      put('long.wav', longWav(900));
      const at = (offsetSeconds: number, player: string) =>
        convert('long.wav', { durationMs: 900_000, offsetSeconds, player }).then(streamOf);
      const other = await at(1, 'phone');
      const first = await at(1, 'desk');
      const again = await at(1, 'desk');
      const jumped = await at(50, 'desk');
      await expect.poll(() => [first.destroyed, again.destroyed]).toEqual([true, true]);
      expect([jumped.destroyed, other.destroyed]).toEqual([false, false]);
      await expect.poll(ffmpegProcesses).toBe(2);
      for (const each of [other, jumped]) each.destroy();
      await expect.poll(ffmpegProcesses).toBe(0);
    });

    it('refuses who wants too much at once', async () => {
      await start();
      put('long.wav', longWav(900));
      const wishes = Array.from({ length: 30 }, (_, at) =>
        convert('long.wav', { durationMs: 900_000, format: 'opus', offsetSeconds: 0.01 * (at + 1) }).then(
          (made) => streamOf(made).destroy() && 'made',
          (error: { code?: string }) => error.code ?? 'left',
        ),
      );
      expect(await Promise.all(wishes)).toContain('too_many_conversions');
    });

    it('reads nothing but the song, whatever it is called or says', async () => {
      await start();
      put('secret.wav', longWav(1));
      const flac = buildSong({ format: 'flac', tags: { title: 'A' } }).data;
      for (const name of [
        '-i.mp3',
        'concat:secret.wav|secret.wav',
        'a\nb.mp3',
        'http:',
        '%d.mp3',
        'pipe:0',
        '-',
      ])
        expect((await bytesOf(await convert(put(name, flac)))).length, name).toBeGreaterThan(1000);
      const secret = folder.join('music', 'secret.wav');
      const lists = [
        `ffconcat version 1.0\nfile '${secret}'\n`,
        `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`,
        `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
        'no sound at all',
      ];
      for (const [at, list] of lists.entries())
        await expect(convert(put(`${at}.mp3`, list)), list).rejects.toMatchObject({
          code: 'not_convertible',
        });
      expect(dirname(secret)).toBe(folder.join('music'));
    });

    it('converts on where nothing can be kept', async () => {
      writeFileSync(join(folder.join('data')), 'in the way');
      await start();
      put('a.wav', longWav(2));
      expect(Math.abs(secondsOf(await bytesOf(await convert('a.wav'))) - 2)).toBeLessThan(0.2);
      await expect.poll(() => feature.status().running).toBe(0);
      put('b.mp3', 'no sound at all');
      await expect(convert('b.mp3').then(bytesOf)).rejects.toThrow();
    });

    it('converts nothing while it is switched off', async () => {
      await start();
      isOn = false;
      put('a.wav', longWav(1));
      expect(feature.transcoding.formats()).toEqual([]);
      await expect(convert('a.wav')).rejects.toMatchObject({ code: 'not_convertible' });
    });
  },
);
