import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Migration, migrate } from './migrate.ts';

const first: Migration = { name: '0001-first', sql: "CREATE TABLE songs (title TEXT CHECK (title <> ''))" };
const second: Migration = { name: '0002-second', sql: 'ALTER TABLE songs ADD COLUMN year INTEGER' };
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
