import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Migration, migrate } from './migrate.ts';

const first: Migration = { name: '0001-first', sql: "CREATE TABLE songs (title TEXT CHECK (title <> ''))" };
const second: Migration = { name: '0002-second', sql: 'ALTER TABLE songs ADD COLUMN year INTEGER' };
const third: Migration = { name: '0003-third', sql: 'ALTER TABLE songs ADD COLUMN disc INTEGER' };
const broken: Migration = { name: '0002-second', sql: 'ALTER TABLE nowhere ADD COLUMN year INTEGER' };

let folder: TempFolder;
let raw: Database.Database;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = await tempFolder();
  raw = new Database(join(folder.path, 'state.db'));
  raw.pragma('journal_mode = WAL');
  upgrade(first);
});
afterEach(async () => {
  vi.useRealTimers();
  raw.close();
  await folder[Symbol.asyncDispose]();
});

const upgrade = (...migrations: Migration[]): void => migrate(raw, migrations, { keepSnapshot: true });

const copies = (): string[] =>
  readdirSync(folder.path)
    .filter((name) => name.includes('before'))
    .sort();

const titlesIn = (name: string): unknown[] => {
  const copy = new Database(join(folder.path, name), { readonly: true });
  try {
    return copy.prepare('SELECT title FROM songs').pluck().all();
  } finally {
    copy.close();
  }
};

const goBack = (): void => {
  raw.exec("DELETE FROM migrations WHERE name = '0002-second'; ALTER TABLE songs DROP COLUMN year");
};

describe('the copy before a migration', () => {
  it('holds what was there, under the step and the time', () => {
    raw.exec("INSERT INTO songs VALUES ('kept')");
    upgrade(first, second);
    expect(copies()).toEqual([expect.stringMatching(/^state\.db\.before-0002-second-\d{8}T\d{9}Z$/)]);
    expect(titlesIn(copies()[0] ?? '')).toEqual(['kept']);
  });

  it('is made again when the database went back and changed meanwhile', () => {
    upgrade(first, second);
    goBack();
    raw.exec("INSERT INTO songs VALUES ('new since')");
    vi.setSystemTime(Date.now() + 1);
    upgrade(first, second);
    expect(copies().map(titlesIn)).toEqual([[], ['new since']]);
  });

  it('is kept once when the migration fails at every start', () => {
    for (let start = 0; start < 2; start += 1) {
      expect(() => upgrade(first, broken)).toThrow(/no such table/);
      vi.setSystemTime(Date.now() + 1);
    }
    expect(copies()).toHaveLength(1);
  });

  it('must be sound, or nothing is changed', () => {
    raw.pragma('ignore_check_constraints = ON');
    raw.exec("INSERT INTO songs VALUES ('')");
    expect(() => upgrade(first, second)).toThrow(/was left as it is.*CHECK constraint failed in songs/);
    expect(copies()).toEqual([]);
    expect(raw.prepare('SELECT name FROM migrations').pluck().all()).toEqual(['0001-first']);
  });

  it('is not made of a database that is new', () => {
    upgrade(first);
    expect(copies()).toEqual([]);
  });
});

/** Not every machine that runs these tests has more programmes than a shell. */
const hasTools = spawnSync('sh', ['-c', 'command -v mv && command -v rm && command -v cp']).status === 0;

describe('an older version', () => {
  /** What it says of the database as it is. */
  const refusalOf = (...known: Migration[]): string => {
    try {
      upgrade(...known);
    } catch (error) {
      return (error as Error).message;
    }
    return 'started';
  };

  it.runIf(hasTools)('tells the command that goes back to the copy from before the newer one', () => {
    raw.exec("INSERT INTO songs VALUES ('kept')");
    upgrade(first, second);
    raw.exec("INSERT INTO songs VALUES ('since', 2026)");
    const said = refusalOf(first);
    expect(said).toMatch(
      /was written by a newer version of Tonearm \(step 0002-second\)\. Start that version, or /,
    );
    const command = said.slice(said.indexOf('mv '));
    raw.close();
    expect(spawnSync('sh', ['-e', '-c', command], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(titlesIn('state.db.newer')).toEqual(['kept', 'since']);
    raw = new Database(join(folder.path, 'state.db'));
    expect(refusalOf(first)).toBe('started');
    expect(raw.prepare('SELECT title FROM songs').pluck().all()).toEqual(['kept']);
  });

  it('names the copy that it can go on from', () => {
    upgrade(first, second);
    vi.setSystemTime(Date.now() + 1);
    upgrade(first, second, third);
    expect(refusalOf(first)).toContain('state.db.before-0002-second-');
    expect(refusalOf(first)).not.toContain('0003-third-');
    expect(refusalOf(first, second)).toContain('state.db.before-0003-third-');
  });

  it('goes on from an earlier copy when the upgrade was of several steps', () => {
    upgrade(first, second, third);
    expect(refusalOf(first, second)).toContain('state.db.before-0002-second-');
  });

  it('asks for a copy from elsewhere when none is beside it', () => {
    migrate(raw, [first, second], { keepSnapshot: false });
    expect(refusalOf(first)).toMatch(/Start that version, or put back a copy from before it/);
  });
});
