import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { maintain } from '../src/maintenance.ts';
import { silentLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';
import { makePipes } from './named-pipe.ts';
import { createNetworkCaller } from './whole-server.ts';

let folder: ReturnType<typeof temporaryFolder>;
let dataFolder: string;

const launch = (data = dataFolder) => {
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', data];
  const config = readConfig({ argv, environment: {}, workingFolder: folder.path });
  return start(config, { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } });
};

/** What a start says that fails; 'started' when it does not. */
const saidAtStart = async (data = dataFolder): Promise<string> => {
  try {
    await (await launch(data)).close();
    return 'started';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

const signIn = async (password: string) => {
  const server = await launch();
  const answer = await createNetworkCaller(server.address)('POST /api/auth', {
    body: { username: 'anna', password },
  });
  await server.close();
  return answer.status;
};

const withState = (work: (state: Database.Database) => void): void => {
  const state = new Database(join(dataFolder, 'state.db'));
  work(state);
  state.close();
};

/** An account whose secret is encrypted with the key of the data folder. */
const linkAccount = (): void => {
  const secret = createSecretBox({ dataFolder, random: systemRandom }).seal('a token');
  withState((state) =>
    state
      .prepare(
        `INSERT INTO linked_accounts (user_id, service, username, secret, linked_at_ms)
         VALUES (1, 'lastfm', 'anna', ?, 0)`,
      )
      .run(secret),
  );
};

/** A data folder with anna in it, which every test has a copy of. */
let model: ReturnType<typeof temporaryFolder>;

beforeAll(async () => {
  model = temporaryFolder();
  folder = model;
  const server = await launch(join(model.path, 'data'));
  await createNetworkCaller(server.address)('POST /api/user', {
    body: { name: 'anna', password: 'anna-password', admin: true },
  });
  await server.close();
});
afterAll(() => model.remove());

beforeEach(() => {
  folder = temporaryFolder();
  dataFolder = join(folder.path, 'data');
  cpSync(join(model.path, 'data'), dataFolder, { recursive: true, preserveTimestamps: true });
});
afterEach(() => folder.remove());

const replaced: Readonly<Record<string, (file: string) => void>> = {
  'a folder': (file) => mkdirSync(file),
  'a dangling link': (file) => symlinkSync('/nowhere/at/all', file),
  garbage: (file) => writeFileSync(file, 'not what it should be '.repeat(500)),
  'an empty file': (file) => writeFileSync(file, ''),
  missing: () => {},
  'a pipe': (file) => makePipes(file),
};

describe('a start', () => {
  it.each([
    [
      'state.db',
      'a folder',
      /^StartError: .*state\.db is a folder and not a file\. Move it away and put back/,
    ],
    ['state.db', 'a dangling link', /^StartError: .*state\.db is a link that leads nowhere/],
    ['state.db', 'garbage', /^StartError: .*state\.db is damaged/],
    ['state.db', 'an empty file', /^StartError: .*state\.db is missing or empty/],
    ['state.db', 'missing', /^StartError: .*state\.db is missing or empty/],
    ['secret.key', 'a folder', /^StartError: .*secret\.key is a folder/],
    ['secret.key', 'a dangling link', /^StartError: .*secret\.key is a link that leads nowhere/],
    ['secret.key', 'garbage', /^StartError: The key file .* is damaged\. Put back .* --new-secret-key/],
    ['secret.key', 'an empty file', /^StartError: The key file .* is damaged/],
    ['secret.key', 'missing', /^started$/],
    ['lock', 'a folder', /^StartError: .*lock is a folder and not a file\. Remove it/],
    ['lock', 'a dangling link', /^StartError: .*lock is a link that leads nowhere/],
    ['lock', 'garbage', /^(StartError: .*Remove that file|started$)/],
    ['lock', 'an empty file', /^started$/],
    ['lock', 'missing', /^started$/],
    ['library.db', 'a folder', /^started$/],
    ['library.db', 'a dangling link', /^started$/],
    ['library.db', 'garbage', /^started$/],
    ['library.db', 'an empty file', /^started$/],
    ['library.db', 'missing', /^started$/],
    ['setup-closed', 'a folder', /^started$/],
    ['setup-closed', 'garbage', /^started$/],
    ['artwork', 'garbage', /^started$/],
    ['artwork', 'a dangling link', /^started$/],
    ['state.db', 'a pipe', /^StartError: .*state\.db is a pipe and not a file\. Move it away/],
    ['secret.key', 'a pipe', /^StartError: .*secret\.key is a pipe and not a file/],
    ['lock', 'a pipe', /^StartError: .*lock is a pipe and not a file\. Remove it/],
    ['library.db', 'a pipe', /^started$/],
    ['setup-closed', 'a pipe', /^started$/],
    ['artwork', 'a pipe', /^started$/],
    ['tonearm.json', 'a folder', /^ConfigError: The settings file .* is a folder or a device/],
    ['tonearm.json', 'a pipe', /^ConfigError: The settings file .* is a folder or a device/],
    ['tonearm.json', 'garbage', /^ConfigError: The settings file .* cannot be read: /],
    ['tonearm.json', 'an empty file', /^ConfigError: The settings file .* cannot be read: /],
  ] as const)('has a sentence, or goes on, when %s is %s', async (name, kind, said) => {
    rmSync(join(dataFolder, name), { recursive: true, force: true });
    replaced[kind]?.(join(dataFolder, name));
    expect(await saidAtStart()).toMatch(said);
  });

  it('names a table that was taken away', async () => {
    withState((state) => state.exec('DROP TABLE listens'));
    expect(await saidAtStart()).toMatch(
      /^StartError: .*is damaged \(listens\.\w+ is missing\)\. Put back a copy/,
    );
  });

  it.runIf(existsSync('/proc/self'))('ends below a folder in which nothing can be made', async () => {
    expect(await saidAtStart('/proc/x/data')).toMatch(/^StartError: The data folder .* cannot be made/);
  });

  it('makes no new key beside what the lost one encrypted, and says what to do', async () => {
    linkAccount();
    renameSync(join(dataFolder, 'secret.key'), join(folder.path, 'key'));
    expect(await saidAtStart()).toMatch(
      /secret\.key is missing, and state\.db holds secrets .* --new-secret-key/,
    );
    expect(existsSync(join(dataFolder, 'secret.key'))).toBe(false);
    renameSync(join(folder.path, 'key'), join(dataFolder, 'secret.key'));
    expect(await saidAtStart()).toBe('started');
    rmSync(join(dataFolder, 'secret.key'));
    await maintain({ kind: 'new-secret-key' }, { dataFolder });
    expect(await saidAtStart()).toBe('started');
    withState((state) => expect(state.prepare('SELECT * FROM linked_accounts').all()).toEqual([]));
  });

  it('has a sentence for a key of another folder, before anything is lost, and goes on with its own', async () => {
    const key = join(dataFolder, 'secret.key');
    linkAccount();
    expect(await saidAtStart()).toBe('started');
    const own = readFileSync(key);
    writeFileSync(key, randomBytes(32).toString('base64'));
    expect(await saidAtStart()).toMatch(
      /^StartError: The key file .* belongs to another state\.db: .* --new-secret-key/,
    );
    writeFileSync(key, own);
    expect(await saidAtStart()).toBe('started');
  });
});

describe('the administrator', () => {
  it('gets a new password for a user who forgot it, and everybody of that name is signed out', async () => {
    expect(await signIn('anna-password')).toBe(200);
    const said = await maintain({ kind: 'reset-password', name: 'anna' }, { dataFolder });
    const password = /is (\S+)\n/.exec(said)?.[1] ?? '';
    expect(password).toMatch(/^(\w{4}-){3}\w{4}$/);
    withState((state) => expect(state.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0));
    expect(await signIn('anna-password')).toBe(401);
    expect(await signIn(password)).toBe(200);
  });

  it('is told who there is, and to stop the server first', async () => {
    const reset = (name: string) => maintain({ kind: 'reset-password', name }, { dataFolder });
    await expect(reset('bert')).rejects.toThrow('There is no user bert. There are: anna.');
    const server = await launch();
    await expect(reset('anna')).rejects.toThrow('Another Tonearm is using the data folder');
    await server.close();
  });

  it('gets a copy of everything while the server runs, for the owner only, that can be put back', async () => {
    const server = await launch();
    const target = join(folder.path, 'copies');
    await maintain({ kind: 'back-up', target }, { dataFolder });
    await server.close();
    const copy = join(target, readdirSync(target)[0] ?? '');
    expect(readdirSync(copy).sort()).toEqual(['secret.key', 'setup-closed', 'state.db']);
    for (const name of readdirSync(copy)) expect(statSync(join(copy, name)).mode & 0o777).toBe(0o600);
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    rmSync(dataFolder, { recursive: true });
    mkdirSync(dataFolder);
    for (const name of readdirSync(copy))
      writeFileSync(join(dataFolder, name), readFileSync(join(copy, name)));
    expect(await signIn('anna-password')).toBe(200);
  });
});
