import { rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildSong, encodeWav, longMusepack, makeTone, readTone } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bytesOf,
  longWav,
  openTestTranscoding,
  program,
  secondsOf,
  type TestTranscoding,
} from './test-transcoding.ts';

let test: TestTranscoding;
beforeEach(async () => {
  test = await openTestTranscoding();
});
afterEach(() => test[Symbol.asyncDispose]());

describe('without ffmpeg', () => {
  it.each(['', '/nowhere/ffmpeg', process.execPath])(
    'says that %s is none, and converts nothing',
    async (name) => {
      await test.start(1e9, name);
      test.put('a.wav', longWav(1));
      expect(test.feature.transcoding.isAvailable()).toBe(false);
      expect(test.feature.transcoding.formats()).toEqual([]);
      expect(test.feature.status().ffmpeg).toMatchObject({ kind: 'absent' });
      await expect(test.convert('a.wav')).rejects.toMatchObject({ code: 'not_convertible' });
    },
  );
});

describe.skipIf(program === null /* none could be found or installed, as was said */)(
  'converting with ffmpeg',
  () => {
    const sources = ['flac', 'mp3', 'ogg', 'opus', 'm4a', 'wav', 'wv'] as const;

    it('gives as long a song as it was given, in every format, from the beginning and from a place', async () => {
      await test.start();
      const targets = test.feature.transcoding.formats();
      for (const [at, format] of sources.entries()) {
        test.put(`a.${format}`, buildSong({ format, tags: { title: 'A' } }).data);
        for (const offsetSeconds of [0, 1.25]) {
          const target = targets[(at + Math.ceil(offsetSeconds)) % targets.length] ?? 'mp3';
          const made = await test.convert(`a.${format}`, { format: target, offsetSeconds });
          const seconds = secondsOf(await bytesOf(made));
          expect(Math.abs(seconds - (2 - offsetSeconds)), `${format} to ${target}`).toBeLessThan(0.2);
          expect(made.durationSeconds).toBe(2 - offsetSeconds);
        }
      }
    });

    it('says so when ffmpeg is taken away while it serves, and asks for it once more', async () => {
      const link = test.folder.join('ffmpeg');
      symlinkSync(program ?? '', link);
      await test.start(1e9, link);
      test.put('a.wav', longWav(1));
      rmSync(link);
      await expect(test.convert('a.wav', { offsetSeconds: 0.1 })).rejects.toMatchObject({
        code: 'not_convertible',
        message: 'Songs cannot be converted on this server: ffmpeg is not there.',
      });
      await expect.poll(() => test.feature.status().ffmpeg.kind).toBe('absent');
      expect(test.feature.transcoding.isAvailable()).toBe(false);
    });

    it('goes exactly to a place also where ffmpeg cannot, in Musepack', async () => {
      await test.start();
      test.put('a.mpc', readTone('musepack'));
      for (const offsetSeconds of [0, 0.5, 1.25]) {
        const made = await test.convert('a.mpc', { container: 'musepack, sv8', offsetSeconds });
        expect(Math.abs(secondsOf(await bytesOf(made)) - (2 - offsetSeconds))).toBeLessThan(0.2);
      }
    });

    it('goes far into Musepack of which nothing tells the places', async () => {
      await test.start();
      const { data, seconds } = longMusepack(40);
      test.put('long.mpc', data);
      for (const offsetSeconds of [21.7, seconds - 3]) {
        const wish = { container: 'musepack, sv8', durationMs: seconds * 1000, offsetSeconds } as const;
        const made = await bytesOf(await test.convert('long.mpc', wish));
        expect(Math.abs(secondsOf(made) - (seconds - offsetSeconds)), String(offsetSeconds)).toBeLessThan(
          0.2,
        );
      }
    });

    it("goes to any place in Monkey's Audio", async () => {
      await test.start();
      const { data, seconds } = buildSong({ format: 'ape', tags: {}, seconds: 20 });
      test.put('a.ape', data);
      for (const [at, offsetSeconds] of [0, 1.67, 9.99, 18.5].entries()) {
        const format = test.feature.transcoding.formats()[at] ?? 'mp3';
        const wish = { format, durationMs: seconds * 1000, offsetSeconds };
        const made = await bytesOf(await test.convert('a.ape', wish));
        expect(Math.abs(secondsOf(made) - (seconds - offsetSeconds)), format).toBeLessThan(0.2);
      }
    });

    it('adds less than a fifth of a second to sound of few samples a second', async () => {
      await test.start();
      test.put('low.wav', encodeWav(makeTone({ seconds: 2, rate: 8000 })));
      for (const format of test.feature.transcoding.formats()) {
        const seconds = secondsOf(
          await bytesOf(await test.convert('low.wav', { format, offsetSeconds: 1.6 })),
        );
        expect(Math.abs(seconds - 0.4), format).toBeLessThan(0.2);
      }
    });

    it('reads nothing but the song, whatever it is called or says', async () => {
      await test.start();
      test.put('secret.wav', longWav(1));
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
        expect((await bytesOf(await test.convert(test.put(name, flac)))).length, name).toBeGreaterThan(1000);
      const secret = test.folder.join('music', 'secret.wav');
      const lists = [
        `ffconcat version 1.0\nfile '${secret}'\n`,
        `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`,
        `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
        'no sound at all',
      ];
      for (const [at, list] of lists.entries())
        await expect(test.convert(test.put(`${at}.mp3`, list)), list).rejects.toMatchObject({
          code: 'not_convertible',
        });
      expect(dirname(secret)).toBe(test.folder.join('music'));
    });

    it('converts nothing while it is switched off', async () => {
      await test.start();
      test.isOn = false;
      test.put('a.wav', longWav(1));
      expect(test.feature.transcoding.formats()).toEqual([]);
      await expect(test.convert('a.wav')).rejects.toMatchObject({ code: 'not_convertible' });
    });
  },
);
