import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpegHere, library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unzip } from '../src/features/playlists/exchange/zip.ts';
import { temporaryFolder } from './account-server.ts';
import { addApp, createApp, type Json, type TestApp } from './subsonic-app.ts';
import { patience, scanMusic } from './subsonic-scanned.ts';
import { startWholeServer } from './whole-server.ts';

const program = ffmpegHere();

const seconds = 3;

interface Song extends Json {
  readonly id: string;
  readonly suffix: string;
  readonly size: number;
  readonly bitRate: number;
}

const startWithSongs = async (flags: readonly string[], folder?: ReturnType<typeof temporaryFolder>) => {
  const server = await startWholeServer({ flags, ...(folder === undefined ? {} : { folder }) });
  const music = join(server.folder, 'music');
  await library().song('a/one.flac', { seconds }).song('a/two.mp3', { seconds }).writeTo(music);
  await server.createUser('root');
  await scanMusic(server, 2);
  const accounts = [await addApp(server, 'root'), await addApp(server, 'root', { maxBitRate: 40 })] as const;
  const app = createApp(server.address, accounts[0]);
  const capped = createApp(server.address, accounts[1]);
  const songs = async (from: TestApp): Promise<Song[]> =>
    (await from.get<{ song: Song[] }>('search3', { query: '', songCount: 9 }, 'searchResult3')).song;
  return { server, app, capped, accounts, songs };
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
    expect(await extensionsOf(app)).not.toContain('transcoding');
    const [song] = await songs(app);
    const json = { transcodingProfiles: [{ container: 'mp3', audioCodec: 'mp3', protocol: 'http' }] };
    const wanted = { mediaId: song?.id, mediaType: 'song' };
    const { body } = await app.ask('getTranscodeDecision', wanted, { json });
    expect(body['transcodeDecision']).toMatchObject({ canDirectPlay: false, canTranscode: false });
  });

  it('an album, an artist, a folder and a playlist are kept as one file, with every song as it is', async () => {
    const { app, server } = started;
    const [first, second] = await started.songs(app);
    const list = await app.get<{ id: string }>(
      'createPlaylist',
      { name: 'Röad: trip', songId: [second?.id ?? '', first?.id ?? ''] },
      'playlist',
    );
    const names = async (id: unknown): Promise<string[]> => {
      const answer = await app.fetch('download', { id: String(id) });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.zip/);
      const files = await unzip(Buffer.from(await answer.arrayBuffer()), { files: 9, bytes: 9_000_000 });
      for (const { name, bytes } of files) {
        const song = readFileSync(join(server.folder, 'music', 'a', name.replace(/^\d+ |^.*\//, '')));
        expect([name, bytes.equals(song)]).toEqual([name, true]);
      }
      return files.map(({ name }) => name).sort();
    };
    expect(await names(first?.['parent'])).toEqual(['one.flac', 'two.mp3']);
    expect(await names(first?.['albumId'])).toContain('one.flac');
    expect(await names(first?.['artistId'])).toContain('one.flac');
    expect(await names(list.id)).toEqual(['0001 two.mp3', '0002 one.flac']);
    const head = await app.fetch('download', { id: list.id }, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="R_ad: trip.zip"; filename*=UTF-8''R%C3%B6ad%3A%20trip.zip`,
    ]);
    for (const id of ['ir-0000000000000000000000', 'al-0000000000000000000000', '1'])
      expect([id, (await app.ask('download', { id })).code]).toEqual([id, 70]);
  });
});

/** Says what it is once it may, as one on a disk that sleeps does. */
const sleepyFfmpeg = (whenThere: string): string => `#!${process.execPath}
const { existsSync } = require('node:fs');
while (!existsSync(${JSON.stringify(whenThere)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
console.log(process.argv.includes('-encoders') ? ' A....D libmp3lame MP3 ' : 'ffmpeg version 9 ');
`;

it('an app is told right after a start what can be converted, whatever it asks first', async () => {
  const folder = temporaryFolder();
  const before = await startWithSongs([], folder);
  const songs = await before.songs(before.app);
  const { id } = songs.find(({ suffix }) => suffix === 'flac') as Song;
  const [account, cappedAccount] = before.accounts;
  await before.server[Symbol.asyncDispose]();
  const [ffmpeg, awake] = [join(folder.path, 'ffmpeg'), join(folder.path, 'awake')];
  writeFileSync(ffmpeg, sleepyFfmpeg(awake), { mode: 0o755 });
  const server = await startWholeServer({ folder, flags: ['--ffmpeg', ffmpeg] });
  const app = createApp(server.address, account);
  const capped = createApp(server.address, cappedAccount);
  const json = { transcodingProfiles: [{ container: 'mp3', audioCodec: 'mp3', protocol: 'http' }] };
  const asked = Promise.all([
    extensionsOf(app),
    app.ask('getTranscodeDecision', { mediaId: id, mediaType: 'song' }, { json }),
    capped.get('getSong', { id }, 'song'),
    app.fetch('stream', { id, format: 'mp3' }, { method: 'HEAD' }),
  ]);
  // Who came later is answered, and the others wait.
  await app.ask('ping');
  writeFileSync(awake, '');
  const [extensions, decision, song, head] = await asked;
  expect(extensions).toEqual(expect.arrayContaining(['transcodeOffset', 'transcoding']));
  expect(decision.body['transcodeDecision']).toMatchObject({
    ...{ canTranscode: true, transcodeStream: { codec: 'mp3' } },
  });
  expect(song).toMatchObject({ transcodedContentType: 'audio/mpeg', transcodedSuffix: 'mp3' });
  expect(head.headers.get('content-type')).toBe('audio/mpeg');
  await server[Symbol.asyncDispose]();
  folder.remove();
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

    const abilities = {
      directPlayProfiles: [{ containers: ['mp3'], audioCodecs: ['mp3'], protocols: ['*'] }],
      transcodingProfiles: [
        { container: 'mp4', audioCodec: 'aac', protocol: 'hls' },
        { container: 'ogg', audioCodec: 'opus', protocol: 'http', maxAudioChannels: 2 },
      ],
      maxTranscodingAudioBitrate: 64_000,
    };

    it('an app says what it plays, is told what it gets, and gets that', async () => {
      const { app, capped, server } = started;
      const decide = (id: string, json: unknown = abilities, from: TestApp = app) =>
        from.ask('getTranscodeDecision', { mediaId: id, mediaType: 'song' }, { json });
      const direct = (await decide(mp3.id)).body['transcodeDecision'] as Json;
      expect(direct).toMatchObject({ canDirectPlay: true, transcodeReason: [], errorReason: '' });
      const decision = (await decide(flac.id)).body['transcodeDecision'] as Json;
      expect(decision).toMatchObject({
        ...{ canDirectPlay: false, canTranscode: true, transcodeReason: ['container is not supported'] },
        sourceStream: { protocol: 'http', container: 'flac', codec: 'flac' },
        transcodeStream: { protocol: 'http', container: 'ogg', codec: 'opus', audioBitrate: 64_000 },
      });
      const params = String(decision['transcodeParams']);
      expect(encodeURIComponent(params)).toBe(params);
      const asked = { mediaId: flac.id, mediaType: 'song', transcodeParams: params };
      for (const [offset, length] of [
        [0, seconds],
        [2, 1],
      ] as const) {
        const answer = await heard(await app.fetch('getTranscodeStream', { ...asked, offset }));
        expect([answer.status, answer.type]).toEqual([200, 'audio/ogg; codecs=opus']);
        expect(Number(answer.seconds)).toBeCloseTo(length, 0);
      }
      const statusOf = async (wanted: Record<string, string>, from: TestApp = app) => {
        const answer = await from.ask('getTranscodeStream', { ...asked, ...wanted });
        return [answer.status, answer.body['status']];
      };
      expect(await statusOf({ transcodeParams: 'nonsense' })).toEqual([400, 'failed']);
      expect(await statusOf({ transcodeParams: '' })).toEqual([400, 'failed']);
      expect(await statusOf({ mediaId: `tr-${'0'.repeat(22)}` })).toEqual([404, 'failed']);
      // What was decided for one song says nothing of another.
      expect(await statusOf({ mediaId: mp3.id })).toEqual([410, 'failed']);
      const stranger = createApp(server.address, { username: 'root', secret: 'wrong' });
      expect(await statusOf({}, stranger)).toEqual([200, 'failed']);
      const limited = (await decide(flac.id, abilities, capped)).body['transcodeDecision'] as Json;
      expect(limited).toMatchObject({ canDirectPlay: false, transcodeStream: { audioBitrate: 32_000 } });
      expect((await decide(flac.id, '{"directPlayProfiles":7}')).code).toBe(0);
      const got = await app.ask('getTranscodeDecision', { mediaId: flac.id, mediaType: 'song' });
      expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    });

    it('streaming is no play', async () => {
      const [song] = (await started.songs(started.app)).filter(({ id }) => id === flac.id);
      expect(song).not.toHaveProperty('playCount');
    });
  },
);
