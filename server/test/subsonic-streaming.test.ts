import { join } from 'node:path';
import { ffmpegHere, library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addApp, createApp, type Json, type TestApp } from './subsonic-app.ts';
import { startWholeServer } from './whole-server.ts';

const program = ffmpegHere();

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

const seconds = 3;

interface Song extends Json {
  readonly id: string;
  readonly suffix: string;
  readonly size: number;
  readonly bitRate: number;
}

const startWithSongs = async (flags: readonly string[]) => {
  const server = await startWholeServer({ flags });
  const music = join(server.folder, 'music');
  await library().song('a/one.flac', { seconds }).song('a/two.mp3', { seconds }).writeTo(music);
  await server.createUser('root');
  const token = server.mint('root');
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  await vi.waitFor(
    async () => expect(await status()).toMatchObject({ song_count: 2, is_scanning: false }),
    patience,
  );
  const app = createApp(server.address, await addApp(server, 'root'));
  const capped = createApp(server.address, await addApp(server, 'root', { maxBitRate: 40 }));
  const songs = async (from: TestApp): Promise<Song[]> =>
    (await from.get<{ song: Song[] }>('search3', { query: '', songCount: 9 }, 'searchResult3')).song;
  return { server, app, capped, songs };
};

type Started = Awaited<ReturnType<typeof startWithSongs>>;

/** What matters of an answer of bytes, and how many came. */
const heard = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  length: response.headers.get('content-length'),
  ranges: response.headers.get('accept-ranges'),
  seconds: response.headers.get('x-content-duration'),
  bytes: (await response.arrayBuffer()).byteLength,
});

const extensionsOf = async (app: TestApp): Promise<string[]> =>
  (await app.get<{ name: string }[]>('getOpenSubsonicExtensions', {}, 'openSubsonicExtensions')).map(
    ({ name }) => name,
  );

describe('where nothing can be converted', () => {
  let started: Started;
  beforeAll(async () => {
    started = await startWithSongs([]);
  });
  afterAll(() => started.server[Symbol.asyncDispose]());

  it('songs are sent as they are, whatever is asked, and nothing else is promised', async () => {
    const { app, capped, songs } = started;
    for (const song of await songs(capped)) {
      expect(song).not.toHaveProperty('transcodedSuffix');
      for (const wish of [{}, { format: 'opus' }, { maxBitRate: 32 }, { timeOffset: 1, format: 'mp3' }])
        for (const from of [app, capped]) {
          const answer = await heard(await from.fetch('stream', { id: song.id, ...wish }));
          expect([wish, answer.status, answer.bytes]).toEqual([wish, 200, song.size]);
        }
    }
    expect(await extensionsOf(app)).not.toContain('transcodeOffset');
  });
});

describe.skipIf(program === null /* no ffmpeg could be found or installed, as was said */)(
  'where songs can be converted',
  () => {
    let started: Started;
    let flac: Song;
    let mp3: Song;
    beforeAll(async () => {
      started = await startWithSongs(['--ffmpeg', program ?? '']);
      await vi.waitFor(
        async () => expect(await extensionsOf(started.app)).toContain('transcodeOffset'),
        patience,
      );
      const songs = await started.songs(started.app);
      flac = songs.find(({ suffix }) => suffix === 'flac') as Song;
      mp3 = songs.find(({ suffix }) => suffix === 'mp3') as Song;
    });
    afterAll(() => started.server[Symbol.asyncDispose]());

    const stream = (wish: Record<string, string | number | boolean>, call = {}, app: TestApp = started.app) =>
      app.fetch('stream', { id: flac.id, ...wish }, call);

    it('a song is sent in the format and with the rate that are asked for', async () => {
      for (const [format, type] of [
        ['mp3', 'audio/mpeg'],
        ['opus', 'audio/ogg; codecs=opus'],
        ['aac', 'audio/aac'],
      ] as const) {
        const answer = await heard(await stream({ format, maxBitRate: 40 }));
        expect([answer.status, answer.type]).toEqual([200, type]);
        expect(Number(answer.seconds)).toBeCloseTo(seconds, 0);
        expect(answer.bytes).toBeGreaterThan(1000);
        expect(answer.bytes).toBeLessThan(((64_000 * seconds) / 8) * 2);
      }
      const plain = { length: String(flac.size), bytes: flac.size, ranges: 'bytes' };
      for (const wish of [{}, { format: 'raw', maxBitRate: 32 }, { format: 'flac' }, { maxBitRate: 9999 }])
        expect(await heard(await stream(wish))).toMatchObject(plain);
    });

    it('HEAD starts nothing and tells the same as GET, before and after it was made', async () => {
      const wish = { format: 'mp3', maxBitRate: 48, estimateContentLength: true };
      const told = ({ bytes: _bytes, ...rest }: Awaited<ReturnType<typeof heard>>) => rest;
      const before = await heard(await stream(wish, { method: 'HEAD' }));
      const made = await heard(await stream(wish));
      expect(told(made)).toEqual(told(before));
      expect(made).toMatchObject({ ranges: 'none', length: String(made.bytes) });
      const again = await heard(await stream(wish));
      expect(again).toMatchObject({ ranges: 'bytes', length: String(again.bytes) });
      expect(again.bytes).toBeLessThan(made.bytes);
      expect(told(await heard(await stream(wish, { method: 'HEAD' })))).toEqual(told(again));
      const part = await stream(wish, { headers: { range: 'bytes=0-99' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    });

    it('an offset begins there, also of what would be sent as it is', async () => {
      for (const [id, type] of [
        [flac.id, 'audio/flac'],
        [mp3.id, 'audio/mpeg'],
      ] as const) {
        const answer = await heard(await stream({ id, timeOffset: 2, estimateContentLength: true }));
        expect([answer.status, answer.type]).toEqual([200, type]);
        expect(Number(answer.seconds)).toBeCloseTo(1, 0);
        if (answer.length !== null) expect(Number(answer.length)).toBe(answer.bytes);
      }
    });

    it('the limit of an app is kept and told', async () => {
      const { capped } = started;
      const [song] = (await started.songs(capped)).filter(({ id }) => id === flac.id);
      expect(song).toMatchObject({ transcodedContentType: 'audio/mpeg', transcodedSuffix: 'mp3' });
      const xml = await capped.ask('getSong', { id: flac.id }, { format: 'xml', version: '1.8.0' });
      expect(xml.text).toContain('transcodedSuffix="mp3"');
      const answer = await heard(await stream({}, {}, capped));
      expect(answer.type).toBe('audio/mpeg');
      expect(answer.bytes).toBeLessThan(((64_000 * seconds) / 8) * 1.5);
      const lower = await heard(await stream({ maxBitRate: 320, format: 'opus' }, {}, capped));
      expect(lower.bytes).toBeLessThan(((64_000 * seconds) / 8) * 1.5);
      expect(await started.songs(started.app)).not.toContainEqual(
        expect.objectContaining({ transcodedSuffix: 'mp3' }),
      );
      const user = await capped.get('getUser', { username: 'root' }, 'user');
      expect(user).toMatchObject({ maxBitRate: 40 });
    });

    it('streaming is no play', async () => {
      const [song] = (await started.songs(started.app)).filter(({ id }) => id === flac.id);
      expect(song).not.toHaveProperty('playCount');
    });
  },
);
