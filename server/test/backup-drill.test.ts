import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup, BackupStatus } from '@tonearm/contract';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { maintain } from '../src/maintenance.ts';
import { silentLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type Serving, serve } from '../src/serve.ts';
import { temporaryFolder } from './account-server.ts';
import { createNetworkCaller } from './whole-server.ts';

let folder: ReturnType<typeof temporaryFolder>;
let dataFolder: string;
let serving: Serving;
let starts = 0;

const launch = async (): Promise<Serving> => {
  const nowhere = ['lastfm-root', 'listenbrainz-root', 'ddns-root'].flatMap((flag) => [
    `--${flag}`,
    'http://127.0.0.1:9/',
  ]);
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', dataFolder, ...nowhere];
  const config = readConfig({ argv, environment: {}, workingFolder: folder.path });
  const fail = (error: unknown): void => {
    throw error;
  };
  const world = { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } };
  const tell = (): void => {
    starts += 1;
  };
  return serve(config, world, { tell, fail });
};

const call = (target: string, options: { body?: unknown; token?: string } = {}) =>
  createNetworkCaller(serving.current().address)(target, options);

const signIn = async (name: string): Promise<string> => {
  const { text } = await call('POST api/auth', { body: { username: name, password: `${name}-password` } });
  return (JSON.parse(text) as { token: string }).token;
};

const withState = <Result>(work: (state: Database.Database) => Result, file = 'state.db'): Result => {
  const state = new Database(join(dataFolder, file), { fileMustExist: true });
  try {
    return work(state);
  } finally {
    state.close();
  }
};

const insert = (table: string, row: Readonly<Record<string, unknown>>): void =>
  withState((state) => {
    const columns = Object.keys(row);
    const places = columns.map((column) => `@${column}`).join(', ');
    state.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(row);
  });

/** What fills a table, in order. `made` says that an earlier line, or the product itself, does. */
type Filling = 'made' | (() => unknown);

let token = '';
const asAnna = (target: string, body?: unknown) =>
  call(target, { token, ...(body === undefined ? {} : { body }) });

const play = { artist: 'Anna', title: 'Basket' };

/** One of everything that a person can make, a line for each table of `state.db`: a table without one is told of. */
const fillings: Readonly<Record<string, Filling>> = {
  meta: 'made',
  users: async () => {
    await call('POST api/user', { body: { name: 'anna', password: 'anna-password', admin: true } });
    token = await signIn('anna');
    await asAnna('POST api/user', { name: 'bo', password: 'bo-password', admin: false });
    await asAnna('PUT api/preferences', { web_theme_base: 'dark', web_theme_accent: '#336699' });
  },
  ended_sessions: async () => {
    await signIn('anna');
    await asAnna('DELETE api/sessions');
  },
  sessions: () =>
    withState((state) =>
      state.exec(`INSERT INTO sessions (user_id, token_hash, scope, parent_id, client, created_at_ms, last_used_at_ms, expires_at_ms)
                  SELECT user_id, randomblob(32), 'media', id, client, 1, 2, 253402300799999 FROM sessions LIMIT 1`),
    ),
  settings: () => asAnna('PUT api/settings', { album_art_pattern: 'cover' }),
  sources: () => asAnna('PUT api/mount_dirs', [{ name: 'Music', source: join(folder.path, 'music') }]),
  playlists: async () => {
    await asAnna('PUT api/playlist/Mine', { tracks: ['Music/a.mp3', 'Music/b.mp3'] });
    withState((state) => state.exec("UPDATE playlists SET comment = 'for the road', is_public = 1"));
  },
  playlist_contents: 'made',
  playlist_chunks: 'made',
  linked_accounts: () =>
    insert('linked_accounts', {
      user_id: 1,
      service: 'lastfm',
      username: 'anna',
      secret: createSecretBox({ dataFolder, random: systemRandom }).seal('a session key'),
      linked_at_ms: 1,
      lapse: 'token_refused',
    }),
  outbox: () =>
    insert('outbox', {
      user_id: 1,
      service: 'lastfm',
      path: 'Music/a.mp3',
      play: JSON.stringify(play),
      played_at: Math.floor(Date.now() / 1000),
      attempts: 1,
      next_attempt_at_ms: 8.64e15,
      refusal: 'not_taken',
      refusal_number: 7,
      created_at_ms: Date.now(),
      account: 'anna',
    }),
  listens: () =>
    withState((state) =>
      // Noted as counted, so that nothing of it is to come later.
      state.exec(`BEGIN;
        INSERT INTO listens (id, user_id, path, title, artist, album, played_at)
          VALUES (1, 1, 'Music/a.mp3', 'a', 'b', 'c', 1);
        INSERT INTO meta VALUES ('plays_counted', '1');
        COMMIT`),
    ),
  first_seen: () => insert('first_seen', { path_key: randomBytes(16), added_at: 1 }),
  song_ids: () => insert('song_ids', { natural: randomBytes(16), id: randomBytes(16) }),
  app_passwords: () =>
    insert('app_passwords', {
      user_id: 1,
      name: 'phone',
      secret_hash: randomBytes(32),
      secret_sealed: createSecretBox({ dataFolder, random: systemRandom }).seal('of an app'),
      may_administer: 1,
      max_bit_rate: 128,
      created_at_ms: 1,
      last_used_at_ms: 2,
      last_client: 'player',
    }),
  music_folders: 'made',
  stars: () => insert('stars', { user_id: 1, item: randomBytes(16), kind: 'song', starred_at_ms: 1 }),
  ratings: () =>
    insert('ratings', { user_id: 1, item: randomBytes(16), kind: 'album', rating: 4, rated_at_ms: 1 }),
  play_counts: () =>
    insert('play_counts', {
      user_id: 1,
      item: randomBytes(16),
      kind: 'song',
      plays: 3,
      last_played_at_ms: 1,
    }),
  bookmarks: () =>
    insert('bookmarks', {
      user_id: 1,
      song: randomBytes(16),
      position_ms: 1000,
      comment: 'here',
      created_at_ms: 1,
      changed_at_ms: 2,
    }),
  play_queues: () =>
    insert('play_queues', {
      user_id: 1,
      revision: 1,
      entry_count: 1,
      current_index: 0,
      position_ms: 1,
      changed_by: 'phone',
      changed_at_ms: 1,
    }),
  play_queue_chunks: () => insert('play_queue_chunks', { user_id: 1, chunk: 0, songs: randomBytes(16) }),
  corrections: () =>
    insert('corrections', {
      rule: '{"kind":"hidden","songs":[]}',
      about: '{}',
      made_by: 'anna',
      made_at_ms: 1,
    }),
  smart_lists: () =>
    insert('smart_lists', {
      user_id: 1,
      name: 'Best',
      query: 'rating:5',
      changed_at_ms: 1,
      public_id: Buffer.alloc(16, 9),
    }),
  radio_stations: () =>
    insert('radio_stations', {
      name: 'One',
      stream_url: 'http://127.0.0.1/',
      home_page_url: 'http://127.0.0.1/',
    }),
};

const tablesOf = (state: Database.Database): string[] =>
  state
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
    )
    .pluck()
    .all();

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (state: Database.Database, table: string): Row[] =>
  state.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY 1, 2`).all();

const everything = (file = 'state.db'): Record<string, Row[]> =>
  withState(
    (state) => Object.fromEntries(tablesOf(state).map((table) => [table, rowsOf(state, table)])),
    file,
  );

/** Columns that no row fills: what is not there cannot be lost. */
const unfilled = (all: Readonly<Record<string, Row[]>>): string[] =>
  withState((state) =>
    Object.entries(all).flatMap(([table, rows]) =>
      (state.pragma(`table_info(${table})`) as { name: string }[])
        .filter(({ name }) => rows.every((row) => row[name] === null))
        .map(({ name }) => `${table}.${name}`),
    ),
  );

const backUp = async (): Promise<Backup> => JSON.parse((await asAnna('POST api/backups')).text) as Backup;
const status = async (): Promise<BackupStatus> =>
  JSON.parse((await asAnna('GET api/backups')).text) as BackupStatus;
const names = async (): Promise<string[]> =>
  (JSON.parse((await asAnna('GET api/playlists')).text) as { name: string }[]).map(({ name }) => name);
const fileOf = ({ name }: Backup): string => join(dataFolder, 'backups', name);

/** The backup that most of this is about. Each is made by a process of its own, which takes its time. */
let backup: Backup;

/** One of the same content, made some minutes earlier as its name says. */
const olderBackup = (minutes: number, folder = join(dataFolder, 'backups')): Backup => {
  const time = new Date(backup.made_at * 1000 - minutes * 60_000).toISOString().replace(/[-:.]/g, '');
  const name = backup.name.replace(/\d{8}T\d{9}Z/, time);
  expect(name).not.toBe(backup.name);
  copyFileSync(fileOf(backup), join(folder, name));
  return { ...backup, name };
};

beforeAll(async () => {
  folder = temporaryFolder();
  dataFolder = join(folder.path, "anna's data");
  mkdirSync(join(folder.path, 'music'));
  serving = await launch();
  for (const fill of Object.values(fillings)) if (fill !== 'made') await fill();
});
afterAll(async () => {
  await serving.close();
  folder.remove();
});

describe('the drill', () => {
  it('makes one of everything a person can make', () => {
    const all = everything();
    const known = [...Object.keys(fillings), 'migrations'].toSorted();
    expect(Object.keys(all), 'each table of state.db has a line in this drill').toEqual(known);
    expect(unfilled(all), 'each column is filled somewhere').toEqual([]);
  });

  it('backs up, loses everything, restores by the command, and has everything back', async () => {
    const before = everything();
    backup = await backUp();
    expect(everything()).toEqual(before);
    expect(statSync(fileOf(backup)).mode & 0o777).toBe(0o600);
    await serving.close();
    rmSync(join(dataFolder, 'state.db'));
    const refusal = await launch().then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(refusal).toContain(`tonearm restore '${fileOf(backup).replace("'", "'\\''")}' --data`);
    expect(await maintain({ kind: 'list-backups' }, { dataFolder })).toContain(fileOf(backup));

    const source = fileOf(backup);
    const said = await maintain({ kind: 'restore', source, isTrial: true }, { dataFolder });
    expect(said).toMatch(/is sound: 2 users, 1 playlist and 1 play\. Nothing was changed\.$/);
    // The refused start left an empty one.
    expect(everything()['users'] ?? []).toEqual([]);
    await maintain({ kind: 'restore', source, isTrial: false }, { dataFolder });
    expect(everything()).toEqual(before);
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('replaced-'))).toHaveLength(1);
    expect(existsSync(join(dataFolder, 'state.db.restoring'))).toBe(false);
    serving = await launch();
    expect(await names()).toEqual(['Mine']);
  });

  it('or else a row that is missing, or another, would be told of', () => {
    const before = everything();
    const { users = [], ...others } = before;
    expect({ ...others, users: users.slice(1) }).not.toEqual(before);
    expect(unfilled({ ...before, outbox: [{ ...before['outbox']?.[0], account: null }] })).toEqual([
      'outbox.account',
    ]);
  });
});

describe('by the screen', () => {
  it('the server starts anew with a backup, on the same address, and keeps what it replaces', async () => {
    await asAnna('DELETE api/playlist/Mine');
    expect(await names()).toEqual([]);
    const { address } = serving.current();
    const before = starts;
    expect((await asAnna(`POST api/backups/restore/${backup.name}`)).status).toBe(200);
    await expect.poll(() => starts).toBe(before + 1);
    expect(serving.current().address).toBe(address);
    expect(await names()).toEqual(['Mine']);
  });

  it('goes on as it was when it cannot start with the backup', async () => {
    const another = olderBackup(1);
    const strange = createSecretBox({
      dataFolder: folder.path,
      random: { bytes: (length) => randomBytes(length) },
    }).seal('of another key');
    withState(
      (state) => {
        state.prepare('UPDATE linked_accounts SET secret = ?, lapse = NULL').run(strange);
        state.prepare('UPDATE app_passwords SET secret_sealed = ?').run(strange);
      },
      join('backups', another.name),
    );
    await asAnna('PUT api/playlist/Later', { tracks: [] });
    const before = starts;
    expect((await asAnna(`POST api/backups/restore/${another.name}`)).status).toBe(200);
    await expect.poll(() => starts).toBe(before + 1);
    expect(await names()).toEqual(['Later', 'Mine']);
    rmSync(fileOf(another));
  });

  it('refuses a damaged backup, one of somebody else, and one that is not there, and nothing changes', async () => {
    const another = olderBackup(2);
    writeFileSync(fileOf(another), 'not what it should be '.repeat(500));
    const damaged = await asAnna(`POST api/backups/restore/${another.name}`);
    expect([damaged.status, damaged.code]).toEqual([503, 'backup_failed']);
    rmSync(fileOf(another));
    for (const name of [another.name, 'state.db', '..%2Fstate.db', '..%2F..%2Fetc%2Fpasswd']) {
      const answer = await asAnna(`POST api/backups/restore/${name}`);
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect(await names()).toEqual(['Later', 'Mine']);
  });
});

describe('backups', () => {
  it('are kept by their number, here and in another folder, and those of others stay', async () => {
    const other = join(folder.path, 'other disk');
    mkdirSync(other);
    const foreign = join(other, 'tonearm-00000000-20200101T000000000Z.db');
    writeFileSync(foreign, 'of another installation');
    expect((await asAnna('PUT api/backup_settings', { keep_count: 2, folder: other })).status).toBe(200);
    for (const minutes of [1, 2, 3]) for (const place of [undefined, other]) olderBackup(minutes, place);
    const made = await backUp();
    const { backups, last, keep_count: keepCount, folder: chosen, has_secret_key: hasKey } = await status();
    expect(backups.map(({ place }) => place).toSorted()).toEqual(['data', 'data', 'folder', 'folder']);
    const inData = backups.filter(({ place }) => place === 'data').map(({ name }) => name);
    expect(inData).toEqual([made.name, backup.name]);
    expect(backups.filter(({ place }) => place === 'folder')[1]?.name).toBe(olderBackup(1).name);
    expect([last?.problem, keepCount, chosen, hasKey]).toEqual([null, 2, other, true]);
    expect(existsSync(foreign)).toBe(true);
    expect(readdirSync(other).some((name) => name.includes('key'))).toBe(false);
  });

  it('say so when the other folder is gone, and are made here all the same', async () => {
    rmSync(join(folder.path, 'other disk'), { recursive: true });
    expect((await backUp()).place).toBe('data');
    expect((await status()).last?.problem).toContain(join(folder.path, 'other disk'));
  });

  it.each([
    ['relative/folder', /whole path/],
    ['/nowhere/at/all', /no such folder/],
    ['music', /music source/],
  ])('refuse to go to %s, in words', async (typed, words) => {
    const chosen = typed === 'music' ? join(folder.path, 'music') : typed;
    const answer = await asAnna('PUT api/backup_settings', { folder: chosen });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_backup_folder']);
    expect(answer.text).toMatch(words);
  });
});
