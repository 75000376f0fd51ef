import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { maintain } from '../src/maintenance.ts';
import { silentLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { usePostgresStage } from './postgres-stage.ts';
import { createNetworkCaller } from './whole-server.ts';

const nowhere = ['lastfm-root', 'listenbrainz-root', 'ddns-root'].flatMap((flag) => [
  `--${flag}`,
  'http://127.0.0.1:9/',
]);

const stage = usePostgresStage();

const dataFolder = (): string => join(stage().folder.path, 'data');

const configOf = (flags: readonly string[]) =>
  readConfig({
    argv: [
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--data',
      dataFolder(),
      '--ffmpeg',
      'no',
      ...nowhere,
      ...flags,
    ],
    environment: {},
    workingFolder: stage().folder.path,
  });

const serve = (flags: readonly string[]): Promise<RunningServer> =>
  start(configOf(flags), { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } });

const onPostgres = (): string[] => ['--database', stage().database.url];

const callerOf = (server: RunningServer) => createNetworkCaller(server.address);

const signIn = async (server: RunningServer): Promise<string> => {
  const { text } = await callerOf(server)('POST api/auth', {
    body: { username: 'anna', password: 'anna-password' },
  });
  return (JSON.parse(text) as { token: string }).token;
};

const setUp = async (server: RunningServer): Promise<string> => {
  const call = callerOf(server);
  await call('POST api/user', { body: { name: 'anna', password: 'anna-password', admin: true } });
  const token = await signIn(server);
  await call('PUT api/mount_dirs', {
    token,
    body: [{ source: join(stage().folder.path, 'music'), name: 'Music' }],
  });
  await call('POST api/trigger_index', { token });
  return token;
};

const songsOf = async (server: RunningServer, token: string): Promise<string[]> => {
  const { status, text } = await callerOf(server)('GET api/flatten/Music', { token });
  return status === 200 ? (JSON.parse(text) as { path: string }[]).map(({ path }) => path) : [];
};

const keepPlaylist = async (server: RunningServer, token: string, tracks: readonly string[]) =>
  (await callerOf(server)('PUT api/playlist/Mine', { token, body: { tracks } })).status;

const playlistOf = async (server: RunningServer, token: string): Promise<string[]> => {
  const { text } = await callerOf(server)('GET api/playlist/Mine', { token });
  return (JSON.parse(text) as { path: string }[]).map(({ path }) => path);
};

it('is set up over PostgreSQL, scans, and has everything again after a start', async () => {
  let tracks: string[] = [];
  {
    await using server = await serve(onPostgres());
    const token = await setUp(server);
    await expect.poll(() => songsOf(server, token)).toHaveLength(3);
    tracks = await songsOf(server, token);
    expect(await keepPlaylist(server, token, tracks)).toBe(200);
  }
  expect(existsSync(join(dataFolder(), 'state.db'))).toBe(false);
  await using server = await serve(onPostgres());
  expect(await playlistOf(server, await signIn(server))).toEqual(tracks);
});

it('keeps first dates of songs when the library is made anew', async () => {
  const addedAt = (): unknown[] => {
    const raw = new Database(join(dataFolder(), 'library.db'), { readonly: true });
    try {
      return raw.prepare('SELECT DISTINCT added_at FROM songs').pluck().all();
    } finally {
      raw.close();
    }
  };
  {
    await using server = await serve(onPostgres());
    const token = await setUp(server);
    await expect.poll(() => songsOf(server, token)).toHaveLength(3);
    await expect
      .poll(() => stage().database.open().query('SELECT count(*) AS count FROM first_seen'))
      .toEqual([{ count: 3 }]);
    await stage().database.open().query('UPDATE first_seen SET added_at = 1000000000');
    // Otherwise the library is fetched, with the dates that stand in it.
    await stage().database.open().query('DROP SCHEMA library CASCADE');
  }
  for (const tail of ['', '-wal', '-shm']) rmSync(join(dataFolder(), `library.db${tail}`), { force: true });
  await using server = await serve(onPostgres());
  const token = await signIn(server);
  await expect.poll(() => songsOf(server, token)).toHaveLength(3);
  expect(addedAt()).toEqual([1_000_000_000]);
});

it('moves to PostgreSQL and back, and nothing is another', async () => {
  let tracks: string[] = [];
  {
    await using server = await serve([]);
    const token = await setUp(server);
    await expect.poll(() => songsOf(server, token)).toHaveLength(3);
    tracks = await songsOf(server, token);
    await keepPlaylist(server, token, tracks);
  }
  const to = { kind: 'move-to', database: stage().database.url } as const;
  expect(await maintain(to, { dataFolder: dataFolder() })).toMatch(
    /^What people made is in the database: \d+ rows/,
  );
  await expect(maintain(to, { dataFolder: dataFolder() })).rejects.toThrow(/holds something already/);
  const original = join(dataFolder(), 'state.db');
  renameSync(original, join(stage().folder.path, 'original.db'));
  {
    await using server = await serve(onPostgres());
    expect(await playlistOf(server, await signIn(server))).toEqual(tracks);
    await callerOf(server)('POST api/user', {
      token: await signIn(server),
      body: { name: 'ben', password: 'ben-password', admin: false },
    });
  }
  const from = { kind: 'move-from', database: stage().database.url } as const;
  expect(await maintain(from, { dataFolder: dataFolder() })).toContain(
    'each compared by its count and a digest',
  );
  await using server = await serve([]);
  const token = await signIn(server);
  expect(await playlistOf(server, token)).toEqual(tracks);
  expect((await callerOf(server)('GET api/users', { token })).text).toContain('ben');
});

it('does not start with another secret.key than the database was first used with', async () => {
  await (await serve(onPostgres())).close();
  rmSync(join(dataFolder(), 'secret.key'));
  await expect(serve(onPostgres())).rejects.toThrow(
    /^The secret\.key of this process is another one than that of the database: /,
  );
});

it('says in a sentence what is wrong with a database', async () => {
  const other = new URL(stage().database.url);
  other.pathname = '/nothing_of_this_name';
  await expect(serve(['--database', other.href])).rejects.toThrow(
    /cannot be used: database .* does not exist\.$/,
  );
  await expect(serve(['--database', 'postgres://nobody:word@127.0.0.1:9/none'])).rejects.toThrow(
    /^The database postgres:\/\/nobody@127\.0\.0\.1:9\/none does not answer/,
  );
});

it('is not moved, nor given another key, while a server uses it; a password may be', async () => {
  const server = await serve(onPostgres());
  await setUp(server);
  const place = { dataFolder: join(stage().folder.path, 'other'), database: stage().database.url };
  const url = stage().database.url;
  for (const task of [{ kind: 'move-from', database: url }, { kind: 'new-secret-key' }] as const)
    await expect(maintain(task, place)).rejects.toThrow(/^A server uses the database .*Stop every one/);
  const said = await maintain({ kind: 'reset-password', name: 'anna' }, place);
  expect(said).toContain('anna');
  await server.close();
  expect(await maintain({ kind: 'move-from', database: url }, place)).toContain('each compared');
});
