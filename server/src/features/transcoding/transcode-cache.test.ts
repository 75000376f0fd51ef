import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav, makeTone } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letGo } from '../../platform/paths/open-inside.ts';
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

describe.skipIf(program === null /* none could be found or installed, as was said */)(
  'converting with ffmpeg',
  () => {
    it('tells what it made by the same mark every time, also over a restart', async () => {
      await test.start();
      test.put('a.wav', longWav(1));
      await bytesOf(await test.convert('a.wav'));
      await expect.poll(test.cachedFiles).toHaveLength(1);
      const marks = [];
      for (let time = 0; time < 3; time += 1) {
        if (time === 2) await test.start();
        const { body } = await test.convert('a.wav');
        if (body.kind !== 'file') throw new Error('made once more');
        marks.push(body.etag);
        letGo(body.file);
      }
      expect(new Set(marks).size).toBe(1);
    });

    it('keeps what it made, also over a restart, and knows another file of the same name', async () => {
      await test.start();
      test.put('a.wav', longWav(1));
      const bytes = await bytesOf(await test.convert('a.wav'));
      await expect.poll(test.cachedFiles).toHaveLength(1);
      await test.start();
      const { body } = await test.convert('a.wav');
      if (body.kind !== 'file') throw new Error('made once more');
      expect(body.file.sizeBytes).toBe(bytes.length);
      letGo(body.file);
      // Whoever goes on with it later finds the same, however often it was heard meanwhile.
      const again = (await test.convert('a.wav')).body;
      if (again.kind !== 'file') throw new Error('made once more');
      expect(again.etag).toBe(body.etag);
      letGo(again.file);
      rmSync(test.folder.join('music', 'a.wav'));
      test.put('a.wav', longWav(3));
      expect((await bytesOf(await test.convert('a.wav'))).length).toBeGreaterThan(2 * bytes.length);
    });

    it('makes room for new songs, and forgets what a crash left behind', async () => {
      mkdirSync(test.folder.join('data', 'converted'), { recursive: true });
      writeFileSync(test.folder.join('data', 'converted', 'x.mp3.1-1.part'), 'half');
      await test.start(100_000);
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        test.put(
          `${name}.wav`,
          encodeWav(makeTone({ seconds: 1, rate: 8000, pitchHz: 300 + name.charCodeAt(0) })),
        );
        await bytesOf(await test.convert(`${name}.wav`, { bitRateKbps: 320 }));
      }
      const bytes = (): number =>
        test
          .cachedFiles()
          .reduce((sum, name) => sum + statSync(test.folder.join('data', 'converted', name)).size, 0);
      await expect.poll(() => test.feature.status().running).toBe(0);
      await expect.poll(bytes).toBeLessThanOrEqual(100_000);
      expect(test.cachedFiles().length).toBeGreaterThan(0);
      expect(test.cachedFiles().filter((name) => name.endsWith('.part'))).toEqual([]);
    });

    it('converts on where nothing can be kept', async () => {
      writeFileSync(join(test.folder.join('data')), 'in the way');
      await test.start();
      test.put('a.wav', longWav(2));
      expect(Math.abs(secondsOf(await bytesOf(await test.convert('a.wav'))) - 2)).toBeLessThan(0.2);
      await expect.poll(() => test.feature.status().running).toBe(0);
      test.put('b.mp3', 'no sound at all');
      await expect(test.convert('b.mp3').then(bytesOf)).rejects.toThrow();
    });
  },
);
