import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { encodeWav, ffmpegHere, makeTone, tempFolder } from '@tonearm/testkit';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { openInside } from '../../platform/paths/open-inside.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { createTranscodingFeature, type TranscodingFeature } from './index.ts';
import type { Transcoded, TranscodeWish } from './transcoding.ts';

/** The ffmpeg of this machine; null where none could be found or installed. */
export const program = ffmpegHere();

const tone = encodeWav(makeTone({ seconds: 1, rate: 8000 }));

/** A second of sound, then silence: a long one takes ffmpeg a while, and no time to make. */
export const longWav = (seconds: number): Buffer => {
  const bytes = Buffer.concat([tone, Buffer.alloc((seconds - 1) * 16_000)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(seconds * 16_000, 40);
  return bytes;
};

/** What was made, as it is made. */
export const streamOf = ({ body }: Transcoded): Readable => {
  if (body.kind !== 'stream') throw new Error('not a stream');
  return body.stream;
};

/** All bytes of what was made. */
export const bytesOf = async (made: Transcoded): Promise<Buffer> => await buffer(streamOf(made));

/** How long sound is that anybody decodes: by counting its samples. */
export const secondsOf = (bytes: Buffer): number => {
  const argv = ['-v', 'error', '-i', 'pipe:0', '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1'];
  return execFileSync(program ?? '', argv, { input: bytes, maxBuffer: 1e9 }).length / 2 / 8000;
};

/** The feature over a folder of songs that a test puts there. */
export const openTestTranscoding = async () => {
  const folder = await tempFolder();
  mkdirSync(folder.join('music'));
  let feature: TranscodingFeature | undefined;
  const test = {
    folder,
    isOn: true,
    /** As last started. */
    get feature(): TranscodingFeature {
      if (feature === undefined) throw new Error('nothing was started');
      return feature;
    },
    start: async (cacheLimitBytes = 1e9, name = program ?? ''): Promise<void> => {
      const ffmpeg = findFfmpeg({ program: name, clock: systemClock, log: silentLog });
      feature = createTranscodingFeature({
        ffmpeg,
        dataFolder: folder.join('data'),
        cacheLimitBytes,
        isOn: () => test.isOn,
        clock: systemClock,
        log: silentLog,
        limits: { total: 60, perPerson: 15, patienceMs: 50 },
      });
      await ffmpeg.asked;
    },
    put: (name: string, bytes: Buffer | string): string => {
      writeFileSync(folder.join('music', name), bytes);
      return name;
    },
    convert: async (name: string, wish: Partial<TranscodeWish> = {}): Promise<Transcoded> => {
      const folders = [folder.join('music')];
      const file = await openInside(Buffer.from(folder.join('music', name)), { folders });
      if (file === null) throw new Error(`no ${name}`);
      return await test.feature.transcoding.open({
        file,
        durationMs: 2000,
        container: null,
        format: 'mp3',
        userId: 1,
        signal: new AbortController().signal,
        ...wish,
      });
    },
    cachedFiles: (): string[] => {
      const converted = folder.join('data', 'converted');
      return statSync(converted, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(converted);
    },
    [Symbol.asyncDispose]: async () => {
      await feature?.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
  return test;
};

/** @see openTestTranscoding */
export type TestTranscoding = Awaited<ReturnType<typeof openTestTranscoding>>;
