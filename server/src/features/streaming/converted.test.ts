import { Readable } from 'node:stream';
import type { SoundTarget } from '@tonearm/contract';
import { buildSong } from '@tonearm/testkit';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressOf, appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import type { SongSound } from '../../library/read/sound-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import { hostFiles } from '../../platform/bucket/test-host-files.ts';
import { systemClock } from '../../platform/clock.ts';
import { letGo, openInside } from '../../platform/paths/open-inside.ts';
import type { Transcoded, TranscodeWish } from '../transcoding/index.ts';
import { createContainers } from './containers.ts';
import { createStreamActivity, type StreamActivity } from './stream-activity.ts';
import { createStreamingRoutes } from './streaming-routes.ts';

let files: StoredFiles;
let app: FastifyInstance;
let asked: Omit<TranscodeWish, 'file' | 'signal'>[];
let answer: () => Promise<Transcoded['body']>;
let activity: StreamActivity;
let nowMs: number;
let path: string;
let known: Promise<void>;
let formats: readonly SoundTarget[];

const song: SongSound = {
  ...{ id: 'x', stamp: '1', path: '', durationMs: 2000, codec: 'flac', container: 'flac', bitRate: 900_000 },
  ...{ sampleRate: 1, channels: 1, encoderDelay: null, encoderPadding: null, totalSamples: null, gain: null },
  albumId: null,
};

beforeEach(async () => {
  files = createStoredFiles();
  asked = [];
  nowMs = 0;
  known = Promise.resolve();
  formats = ['mp3', 'opus'];
  answer = async () => ({
    kind: 'stream',
    stream: Readable.from([Buffer.from('made '), Buffer.from('now')]),
  });
  activity = createStreamActivity({ monotonicMs: () => nowMs });
  app = await appWith(
    createStreamingRoutes({
      lookup: files.lookup,
      sound: { find: async (paths) => paths.map(() => song) },
      transcoding: {
        get known() {
          return known;
        },
        formats: () => formats,
        contentTypeOf: (format) => `audio/${format}`,
        findMade: async ({ file }) => {
          letGo(file);
          const body = await answer();
          return body.kind === 'file' ? { contentType: 'audio/mpeg', durationSeconds: 2, body } : null;
        },
        open: async ({ file, signal: _, ...wish }) => {
          letGo(file);
          asked.push(wish);
          return {
            contentType: 'audio/mpeg',
            durationSeconds: 2 - (wish.offsetSeconds ?? 0),
            body: await answer(),
          };
        },
      },
      activity,
      foldersOf: (source) => [source],
      dataFolder: `${files.root}/data`,
      media: hostFiles,
      containers: createContainers(),
      clock: systemClock,
    }),
  );
  path = files.put('a.flac', buildSong({ format: 'flac', tags: {} }).data);
});
afterEach(async () => {
  await app.close();
  files.dispose();
});

const ask = (query: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `${addressOf('audio', path)}${query}`, headers: { ...as('ben'), ...headers } });

it('answers what is being made, without a length, and with its seconds', async () => {
  nowMs = 5000;
  const made = await ask('?format=mp3&quality=low&offset=0.75', { range: 'bytes=0-' });
  expect([made.statusCode, made.body]).toEqual([200, 'made now']);
  expect(made.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'accept-ranges': 'none',
    'x-content-duration': '1.250',
    'content-disposition': expect.stringContaining('a.flac.mp3'),
  });
  expect(made.headers).not.toHaveProperty('content-length');
  expect(made.headers).not.toHaveProperty('content-encoding');
  expect(asked).toEqual([
    {
      ...{ format: 'mp3', bitRateKbps: 112, offsetSeconds: 0.75 },
      ...{ durationMs: 2000, container: 'flac', userId: 2 },
    },
  ]);
  expect(activity.quietMs()).toBe(0);
});

it('waits until it is known what can be made, and sends what comes as it is at once', async () => {
  const told = Promise.withResolvers<void>();
  known = told.promise;
  formats = [];
  const made = ask('?format=mp3');
  // Whoever came later is through: the other waits.
  for (let time = 0; time < 3; time += 1) expect((await ask('')).headers['content-type']).toContain('flac');
  formats = ['mp3'];
  told.resolve();
  expect((await made).body).toBe('made now');
});

it('answers what was made before as a file, with ranges', async () => {
  const before = files.put('made.mp3', 'all of it');
  answer = async () => {
    const file = await openInside(Buffer.from(files.realPath('made.mp3')), { folders: [files.musicFolder] });
    if (file === null) throw new Error(before);
    return { kind: 'file', file, etag: '"e"' };
  };
  const made = await ask('?format=mp3', { range: 'bytes=4-5' });
  expect([made.statusCode, made.body, made.headers.etag]).toEqual([206, 'of', '"e"']);
  const head = await ask('?format=mp3', {}, 'HEAD');
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers).toMatchObject({
    ...{ etag: '"e"', 'accept-ranges': 'bytes', 'content-length': '9', 'x-content-duration': '2.000' },
  });
});

it('sends the song as it is where nothing else was asked for, or can be made', async () => {
  for (const query of ['', '?quality=low', '?format=aac', '?format=aac&offset=3'])
    expect((await ask(query)).headers, query).toMatchObject({
      'content-type': 'audio/flac',
      'accept-ranges': 'bytes',
    });
  expect(asked).toEqual([]);
});

it('starts nothing for who asks for headers only', async () => {
  const made = await ask('?format=opus&offset=0.5', {}, 'HEAD');
  expect(made.headers['x-content-duration']).toBe('1.500');
  expect([made.statusCode, made.body, made.headers['content-type']]).toEqual([200, '', 'audio/opus']);
  expect(asked).toEqual([]);
});

it('refuses in words', async () => {
  answer = () =>
    Promise.reject(new AppError('too_many_conversions', 'Too many.', { headers: { 'Retry-After': '5' } }));
  const refused = await ask('?format=mp3');
  expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_conversions' });
  expect(refused.headers['retry-after']).toBe('5');
  for (const query of [
    '?format=exe',
    '?format=mp3&quality=best',
    '?format=mp3&offset=-1',
    '?format=mp3&offset=1e9',
  ])
    expect((await ask(query)).statusCode, query).toBe(400);
});
