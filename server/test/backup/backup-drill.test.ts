import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup, BackupStatus } from '@tonearm/contract';
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintain } from '../../src/maintenance.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { type Drill, openDrill } from './drill-server.ts';
import { fillingsOf } from './every-table.ts';

let drill: Drill;
let fillings: ReturnType<typeof fillingsOf>;

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
  drill.withState(
    (state) => Object.fromEntries(tablesOf(state).map((table) => [table, rowsOf(state, table)])),
    file,
  );

/** Columns that no row fills: what is not there cannot be lost. */
const unfilled = (all: Readonly<Record<string, Row[]>>): string[] =>
  drill.withState((state) =>
    Object.entries(all).flatMap(([table, rows]) =>
      (state.pragma(`table_info(${table})`) as { name: string }[])
        .filter(({ name }) => rows.every((row) => row[name] === null))
        .map(({ name }) => `${table}.${name}`),
    ),
  );

const backUp = async (): Promise<Backup> =>
  JSON.parse((await drill.asAnna('POST api/backups')).text) as Backup;
const status = async (): Promise<BackupStatus> =>
  JSON.parse((await drill.asAnna('GET api/backups')).text) as BackupStatus;
const names = async (): Promise<string[]> =>
  (JSON.parse((await drill.asAnna('GET api/playlists')).text) as { name: string }[]).map(({ name }) => name);
const fileOf = ({ name }: Backup): string => join(drill.dataFolder, 'backups', name);

/** The backup that most of this is about. Each is made by a process of its own, which takes its time. */
let backup: Backup;

/** One of the same content, made some minutes earlier as its name says. */
const olderBackup = (minutes: number, folder = join(drill.dataFolder, 'backups')): Backup => {
  const time = new Date(backup.made_at * 1000 - minutes * 60_000).toISOString().replace(/[-:.]/g, '');
  const name = backup.name.replace(/\d{8}T\d{9}Z/, time);
  expect(name).not.toBe(backup.name);
  copyFileSync(fileOf(backup), join(folder, name));
  return { ...backup, name };
};

beforeAll(async () => {
  drill = openDrill();
  await drill.start();
  fillings = fillingsOf(drill);
  for (const fill of Object.values(fillings)) if (fill !== 'made') await fill();
});
afterAll(async () => {
  await drill.stop();
  drill.folder.remove();
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
    await drill.stop();
    rmSync(join(drill.dataFolder, 'state.db'));
    const refusal = await drill.start().then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(refusal).toContain(`tonearm restore '${fileOf(backup).replace("'", "'\\''")}' --data`);
    expect(await maintain({ kind: 'list-backups' }, { dataFolder: drill.dataFolder })).toContain(
      fileOf(backup),
    );

    const source = fileOf(backup);
    const said = await maintain({ kind: 'restore', source, isTrial: true }, { dataFolder: drill.dataFolder });
    expect(said).toMatch(/is sound: 2 users, 1 playlist and 1 play\. Nothing was changed\.$/);
    // The refused start left an empty one.
    expect(everything()['users'] ?? []).toEqual([]);
    await maintain({ kind: 'restore', source, isTrial: false }, { dataFolder: drill.dataFolder });
    expect(everything()).toEqual(before);
    expect(readdirSync(drill.dataFolder).filter((name) => name.startsWith('replaced-'))).toHaveLength(1);
    expect(existsSync(join(drill.dataFolder, 'state.db.restoring'))).toBe(false);
    await drill.start();
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
    await drill.asAnna('DELETE api/playlist/Mine');
    expect(await names()).toEqual([]);
    const { address } = drill.current();
    const before = drill.starts();
    expect((await drill.asAnna(`POST api/backups/restore/${backup.name}`)).status).toBe(200);
    await expect.poll(() => drill.starts()).toBe(before + 1);
    expect(drill.current().address).toBe(address);
    expect(await names()).toEqual(['Mine']);
  });

  it('goes on as it was when it cannot start with the backup', async () => {
    const another = olderBackup(1);
    const strange = createSecretBox({
      dataFolder: drill.folder.path,
      random: { bytes: (length) => randomBytes(length) },
    }).seal('of another key');
    drill.withState(
      (state) => {
        state.prepare('UPDATE linked_accounts SET secret = ?, lapse = NULL').run(strange);
        state.prepare('UPDATE app_passwords SET secret_sealed = ?').run(strange);
      },
      join('backups', another.name),
    );
    await drill.asAnna('PUT api/playlist/Later', { tracks: [] });
    const before = drill.starts();
    expect((await drill.asAnna(`POST api/backups/restore/${another.name}`)).status).toBe(200);
    await expect.poll(() => drill.starts()).toBe(before + 1);
    expect(await names()).toEqual(['Later', 'Mine']);
    rmSync(fileOf(another));
  });

  it('refuses a damaged backup, one of somebody else, and one that is not there, and nothing changes', async () => {
    const another = olderBackup(2);
    writeFileSync(fileOf(another), 'not what it should be '.repeat(500));
    const damaged = await drill.asAnna(`POST api/backups/restore/${another.name}`);
    expect([damaged.status, damaged.code]).toEqual([503, 'backup_failed']);
    rmSync(fileOf(another));
    for (const name of [another.name, 'state.db', '..%2Fstate.db', '..%2F..%2Fetc%2Fpasswd']) {
      const answer = await drill.asAnna(`POST api/backups/restore/${name}`);
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect(await names()).toEqual(['Later', 'Mine']);
  });
});

describe('backups', () => {
  it('are kept by their number, here and in another folder, and those of others stay', async () => {
    const other = join(drill.folder.path, 'other disk');
    mkdirSync(other);
    const foreign = join(other, 'tonearm-00000000-20200101T000000000Z.db');
    writeFileSync(foreign, 'of another installation');
    expect((await drill.asAnna('PUT api/backup_settings', { keep_count: 2, folder: other })).status).toBe(
      200,
    );
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
    rmSync(join(drill.folder.path, 'other disk'), { recursive: true });
    expect((await backUp()).place).toBe('data');
    expect((await status()).last?.problem).toContain(join(drill.folder.path, 'other disk'));
  });

  it.each([
    ['relative/folder', /whole path/],
    ['/nowhere/at/all', /no such folder/],
    ['music', /music source/],
  ])('refuse to go to %s, in words', async (typed, words) => {
    const chosen = typed === 'music' ? join(drill.folder.path, 'music') : typed;
    const answer = await drill.asAnna('PUT api/backup_settings', { folder: chosen });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_backup_folder']);
    expect(answer.text).toMatch(words);
  });
});
