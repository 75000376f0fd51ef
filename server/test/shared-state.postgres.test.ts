import { execFileSync } from 'node:child_process';
import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { library, startFakeListenBrainz } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { silentLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';
import { makeDatabase, type TestDatabase } from './test-postgres.ts';
import { createNetworkCaller, type NetworkAnswer, type NetworkCall } from './whole-server.ts';

const patience = { timeout: 20_000, interval: 50 };
const nowhere = 'http://127.0.0.1:9/';

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDatabase;
let listenBrainz: Awaited<ReturnType<typeof startFakeListenBrainz>>;
const running: RunningServer[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  database = await makeDatabase();
  listenBrainz = await startFakeListenBrainz();
  await library().album('Picnic', 3).writeTo(join(folder.path, 'music'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  await listenBrainz.close();
  await database[Symbol.asyncDispose]();
  folder.remove();
});

type Ask = (target: string, call?: NetworkCall) => Promise<NetworkAnswer>;

/** One of several processes over one database: each has a data folder of its own, and all have one key. */
const startMember = async (name: string): Promise<{ ask: Ask; server: RunningServer }> => {
  const values = {
    ...{ host: '127.0.0.1', port: '0', ffmpeg: 'no', data: join(folder.path, name) },
    ...{ 'lastfm-root': nowhere, 'ddns-root': nowhere, 'listenbrainz-root': `${listenBrainz.root}/` },
    ...{ database: database.url, 'secret-key-file': join(folder.path, 'secret.key') },
  };
  const config = readConfig({
    argv: Object.entries(values).flatMap(([flag, value]) => [`--${flag}`, value]),
    environment: {},
    workingFolder: folder.path,
  });
  const server = await start(config, { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } });
  running.push(server);
  return { ask: createNetworkCaller(server.address), server };
};

const anna = { name: 'anna', password: 'anna-password' };

const signIn = async (ask: Ask, { name, password }: typeof anna): Promise<string> => {
  const { text } = await ask('POST api/auth', { body: { username: name, password } });
  return (JSON.parse(text) as { token: string }).token;
};

interface Pair {
  readonly one: Ask;
  readonly other: Ask;
  readonly token: string;
}

const setUp = async (): Promise<Pair> => {
  const one = (await startMember('one')).ask;
  const other = (await startMember('other')).ask;
  await one('POST api/user', { body: { ...anna, admin: true } });
  return { one, other, token: await signIn(other, anna) };
};

/** With songs that both know. */
const setUpSongs = async (): Promise<Pair & { readonly songs: readonly string[] }> => {
  const pair = await setUp();
  const { one, other, token } = pair;
  await one('PUT api/mount_dirs', { token, body: [{ source: join(folder.path, 'music'), name: 'Music' }] });
  let songs: string[] = [];
  for (const ask of [one, other])
    await expect
      .poll(async () => {
        const { status, text } = await ask('GET api/flatten/Music', { token });
        songs = status === 200 ? (JSON.parse(text) as { path: string }[]).map(({ path }) => path) : [];
        return songs.length;
      }, patience)
      .toBe(3);
  return { ...pair, songs };
};

const json = <Value>({ text }: NetworkAnswer): Value => JSON.parse(text) as Value;

describe('two processes over one database', () => {
  it('see in the next request what was written in the other', async () => {
    const { one, other, token } = await setUp();
    for (let round = 0; round < 60; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      const name = `user-${round}`;
      const tracks = [`Music/${round}.mp3`];
      await writer('POST api/user', { token, body: { name, password: 'a password', admin: false } });
      expect((await reader('GET api/users', { token })).text).toContain(`"${name}"`);
      await writer('PUT api/playlist/Mine', { token, body: { tracks } });
      expect((await reader('GET api/playlists', { token })).text).toContain('Mine');
      const pattern = `Folder-${round}.jpg`;
      await writer('PUT api/settings', { token, body: { album_art_pattern: pattern } });
      expect(json<object>(await reader('GET api/settings', { token }))).toMatchObject({
        album_art_pattern: pattern,
      });
      const source = [{ source: `/nowhere/${round}`, name: 'Music' }];
      await writer('PUT api/mount_dirs', { token, body: source });
      expect(json(await reader('GET api/mount_dirs', { token }))).toEqual(source);
      await writer('PUT api/preferences', { token, body: { web_theme_accent: `#0000${10 + round}` } });
      expect((await reader('GET api/preferences', { token })).text).toContain(`#0000${10 + round}`);
    }
  });

  it('let nobody in any more, within a second, whose session ended in the other', async () => {
    const { one, other, token } = await setUp();
    const ben = { name: 'ben', password: 'ben-password' };
    const endings: ((of: string) => Promise<unknown>)[] = [
      (of) => one('DELETE api/auth', { token: of }),
      () => one('PUT api/user/ben', { token, body: { new_password: 'another password' } }),
      () => one('DELETE api/user/ben', { token }),
    ];
    await one('POST api/user', { token, body: { ...ben, admin: false } });
    for (const [index, end] of endings.entries()) {
      const his = await signIn(other, index === 2 ? { ...ben, password: 'another password' } : ben);
      // Remembered there by now.
      expect((await other('GET api/preferences', { token: his })).status).toBe(200);
      const begun = performance.now();
      await end(his);
      await expect
        .poll(async () => (await other('GET api/preferences', { token: his })).status, {
          interval: 5,
          timeout: 1_000,
        })
        .toBe(401);
      expect(performance.now() - begun).toBeLessThan(2_000);
    }
  });

  it('take rights away that were taken in the other, within a second', async () => {
    const { one, other, token } = await setUp();
    const ben = { name: 'ben', password: 'ben-password' };
    await one('POST api/user', { token, body: { ...ben, admin: true } });
    const his = await signIn(other, ben);
    expect((await other('GET api/users', { token: his })).status).toBe(200);
    await one('PUT api/user/ben', { token, body: { new_is_admin: false } });
    await expect
      .poll(async () => (await other('GET api/users', { token: his })).status, {
        interval: 5,
        timeout: 1_000,
      })
      .not.toBe(200);
  });

  it('count wrong passwords together', async () => {
    const { one, other } = await setUp();
    const attempts = Array.from({ length: 44 }, (_, index) =>
      (index % 2 === 0 ? one : other)('POST api/auth', {
        body: { username: `name-${index}`, password: 'wrong' },
      }),
    );
    const codes = (await Promise.all(attempts)).map(({ code }) => code);
    const looked = codes.filter((code) => code === 'bad_credentials').length;
    // Sixteen at once, and one more every six seconds.
    expect(looked).toBeGreaterThanOrEqual(15);
    expect(looked).toBeLessThan(22);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(codes.length - looked);
  });

  it('let somebody in whose address is used up, where they have signed in from it before', async () => {
    const { one, other } = await setUp();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        one('POST api/auth', { body: { username: `name-${index}`, password: 'wrong' } }),
      ),
    );
    expect(await signIn(one, anna)).toBeTruthy();
    expect(await signIn(other, anna)).toBeTruthy();
  });

  it('are set up once, with one code for both, and know of it', async () => {
    const [one, other] = [await startMember('one'), await startMember('other')];
    expect(one.server.setupCode).toMatch(/^[0-9A-Z-]{14}$/);
    expect(other.server.setupCode).toBe(one.server.setupCode);
    const asked = [one, other].map(({ ask }, index) =>
      ask('POST api/user', { body: { name: `first-${index}`, password: 'a password', admin: true } }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    for (const { ask } of [one, other])
      await expect.poll(async () => (await ask('GET api/initial_setup')).text, patience).toContain('true');
    expect((await startMember('third')).server.setupCode).toBeNull();
  });

  it('name a song the same to whoever goes on in the other, though its file has another number there', async () => {
    const { one, other, token, songs } = await setUpSongs();
    const call = `GET api/audio/${encodeURIComponent(songs[0] ?? '')}`;
    const before = await one(call, { token });
    const file = join(folder.path, songs[0]?.replace('Music/', 'music/') ?? '');
    const { ino } = statSync(file);
    // With its times, to the nanosecond.
    execFileSync('cp', ['-p', file, `${file}.copy`]);
    renameSync(`${file}.copy`, file);
    expect(statSync(file).ino).not.toBe(ino);
    const etag = before.headers.get('etag') ?? '';
    const rest = await other(call, { token, headers: { range: 'bytes=100-', 'if-range': etag } });
    expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag]);
    expect((await other(call, { token, headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('show what is played in the other, also what was before one began', async () => {
    const { one, other, token, songs } = await setUpSongs();
    await one(`PUT api/lastfm/now_playing/${encodeURIComponent(songs[1] ?? '')}`, { token });
    const played = async (ask: Ask) =>
      json<{ song: { path: string } }[]>(await ask('GET api/now_playing', { token })).map(
        ({ song }) => song.path,
      );
    expect(await played(one)).toEqual([songs[1]]);
    await expect.poll(() => played(other), patience).toEqual([songs[1]]);
    const { ask: late } = await startMember('late');
    await expect.poll(() => played(late), patience).toEqual([songs[1]]);
  });

  it('go on in a queue that was saved in the other, and refuse a place in one that is gone', async () => {
    const { one, other, token, songs } = await setUpSongs();
    const saved = json<{ revision: number }>(
      await one('PUT api/play_queue?current_index=1&changed_by=one', { token, body: { tracks: songs } }),
    );
    const found = json<{ revision: number; songs: { path: string }[] }>(
      await other('GET api/play_queue', { token }),
    );
    expect([found.revision, found.songs.map(({ path }) => path)]).toEqual([saved.revision, songs]);
    await other('PUT api/play_queue', { token, body: { tracks: [songs[2]] } });
    const place = { revision: saved.revision, current_index: 0, position_ms: 1, changed_by: 'one' };
    expect((await one('PUT api/play_queue_place', { token, body: place })).code).toBe('queue_changed');
  });

  it('send every play once, whichever took it, and count it once', async () => {
    const { one, other, token, songs } = await setUpSongs();
    await other('PUT api/scrobbling/link/listenbrainz', { token, body: { token: listenBrainz.token } });
    const plays = 24;
    const first = 1_700_000_000;
    await Promise.all(
      Array.from({ length: plays }, (_, index) =>
        (index % 2 === 0 ? one : other)(
          `POST api/lastfm/scrobble/${encodeURIComponent(songs[index % 3] ?? '')}?started_at=${first + index * 300}`,
          { token },
        ),
      ),
    );
    await expect.poll(() => listenBrainz.listens.kept.length, patience).toBe(plays);
    expect(listenBrainz.listens.duplicates).toEqual([]);
    await expect
      .poll(async () => {
        const [row] = await database
          .open()
          .query<{ plays: number }>("SELECT sum(plays) AS plays FROM play_counts WHERE kind = 'song'");
        return row?.plays;
      }, patience)
      .toBe(plays);
  });
});
