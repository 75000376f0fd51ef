import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longWav, openTestTranscoding, program, streamOf, type TestTranscoding } from './test-transcoding.ts';

let test: TestTranscoding;
beforeEach(async () => {
  test = await openTestTranscoding();
});
afterEach(() => test[Symbol.asyncDispose]());

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

describe.skipIf(program === null /* none could be found or installed, as was said */)(
  'converting with ffmpeg',
  () => {
    it('starts one program for all who want the same, and none is left when they leave', async () => {
      await test.start();
      test.put('long.wav', longWav(900));
      const made = await Promise.all([test.convert('long.wav'), test.convert('long.wav', { userId: 2 })]);
      expect(ffmpegProcesses()).toBe(1);
      const [one, other] = made.map(streamOf);
      one?.destroy();
      other?.once('data', () => other.destroy());
      await expect.poll(ffmpegProcesses).toBe(0);
      await expect.poll(test.cachedFiles).toEqual([]);
      await expect.poll(() => test.feature.status().running).toBe(0);
    });

    it('leaves no program behind when many listeners leave, each in another place', async () => {
      await test.start();
      test.put('long.wav', longWav(900));
      const gone = new AbortController();
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          test.convert('long.wav', { durationMs: 900_000, offsetSeconds: at, signal: gone.signal }),
        ),
      );
      for (const each of made) streamOf(each).on('error', () => {});
      gone.abort();
      await expect.poll(ffmpegProcesses).toBe(0);
      await expect.poll(() => test.feature.status().running).toBe(0);
    });

    it('runs once for a player that jumps about in a song, and beside others', async () => {
      await test.start();
      test.put('long.wav', longWav(900));
      const at = (offsetSeconds: number, player: string) =>
        test.convert('long.wav', { durationMs: 900_000, offsetSeconds, player }).then(streamOf);
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
      await test.start();
      test.put('long.wav', longWav(900));
      const wishes = Array.from({ length: 30 }, (_, at) =>
        test
          .convert('long.wav', { durationMs: 900_000, format: 'opus', offsetSeconds: 0.01 * (at + 1) })
          .then(
            (made) => streamOf(made).destroy() && 'made',
            (error: { code?: string }) => error.code ?? 'left',
          ),
      );
      expect(await Promise.all(wishes)).toContain('too_many_conversions');
    });
  },
);
