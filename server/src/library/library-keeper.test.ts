import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LibraryKeeper, openLibraryKeeper } from './library-keeper.ts';
import { openLibraryWriter } from './open-library.ts';
import { songJson } from './read/wire.ts';
import { createTogether } from './together.ts';

let folder: TempFolder;
let clock: FakeClock;
let lines: string[];
let keeper: LibraryKeeper;
let begun: number;

const log = { error: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
const open = (): LibraryKeeper => openLibraryKeeper({ dataFolder: folder.path, clock, log });
const setAside = () => readdirSync(folder.path).filter((name) => /damaged-\d{8}T\d{9}Z$/.test(name));
const countSources = () => keeper.raw.prepare('SELECT count(*) FROM library_sources NOT INDEXED').pluck();

const addSource = (name: string): void => {
  const { raw, close } = openLibraryWriter(folder.path);
  raw
    .prepare("INSERT INTO library_sources (name, position, real_path, state) VALUES (?, 0, '/x', 'pending')")
    .run(name);
  raw.exec("INSERT OR REPLACE INTO meta VALUES ('revision', '41')");
  raw.pragma('wal_checkpoint(TRUNCATE)');
  close();
};

/** Overwrites the page of the table of sources. */
const spoil = (): void => {
  const { raw, close } = openLibraryWriter(folder.path);
  const page = raw
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'library_sources'")
    .pluck()
    .get() as number;
  close();
  const descriptor = openSync(folder.join('library.db'), 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
};

beforeEach(async () => {
  folder = await tempFolder();
  clock = createFakeClock();
  lines = [];
  begun = 0;
});
afterEach(async () => {
  await keeper.close();
  await folder[Symbol.asyncDispose]();
});

/** As a scan of everything notes it. */
const endScan = (): void => {
  const { raw, close } = openLibraryWriter(folder.path);
  raw.exec("INSERT OR REPLACE INTO meta VALUES ('is_scanned', '1')");
  close();
};

const start = (): void =>
  keeper.start({
    letGo: async () => {},
    begin: () => {
      begun += 1;
    },
  });

describe('the library that is read', () => {
  it('is set aside when a page of it is damaged, and made anew under the same statements', async () => {
    addSource('Music');
    spoil();
    keeper = open();
    start();
    const count = countSources();
    expect(() => count.get()).toThrow('is being read in anew');
    expect(() => count.get()).toThrow('is being read in anew');
    await keeper.settled();
    expect(count.get()).toBe(0);
    expect(begun).toBe(1);
    expect(setAside()).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('library.db is damaged: it is set aside')]);
    const facts = keeper.raw.prepare("SELECT value FROM meta WHERE key = 'rebuilt'").pluck().get();
    expect(facts).toBe(`${Math.floor(clock.nowMs() / 1000)} damaged`);
  });

  it.each([
    'CREATE TABLE songs (name TEXT)',
    'CREATE TABLE migrations (number INTEGER)',
    'CREATE VIEW meta AS SELECT 1 AS key',
  ])('is set aside at start when it is a database of something else: %s', async (sql) => {
    const other = new Database(folder.join('library.db'));
    other.exec(sql);
    other.close();
    keeper = open();
    start();
    await keeper.settled();
    expect(countSources().get()).toBe(0);
    expect(setAside()).toHaveLength(1);
    expect(lines).toEqual([expect.stringContaining('library.db could not be used: it was set aside')]);
  });

  it('is set aside when who reads it finds what SQLite does not notice', async () => {
    addSource('Music');
    keeper = open();
    start();
    const read = createTogether(keeper.raw);
    const folderOf = { virtual_path: 'Music', picture_path: null };
    const row = { name: 'x', has_picture: 0 as const, wire: `,"title":"${'\0'.repeat(5000)}"` };
    expect(() => read(() => songJson(row, folderOf))).toThrow('is being read in anew');
    await keeper.settled();
    expect(begun).toBe(1);
    expect(setAside()).toHaveLength(1);
  });

  it('is not mixed with its successor in one list', async () => {
    addSource('Music');
    keeper = open();
    start();
    const work = keeper.oneLibrary.steady([1, 2, 3].values());
    expect(work.next().value).toBe(1);
    keeper.report('malformed');
    expect(() => work.next()).toThrow('was read in anew meanwhile');
    await keeper.settled();
    expect([...keeper.oneLibrary.steady([1, 2, 3].values())]).toEqual([1, 2, 3]);
  });

  it.each([
    ['deleted', () => rmSync(folder.join('library.db'))],
    [
      'replaced by a folder',
      () => {
        rmSync(folder.join('library.db'));
        mkdirSync(folder.join('library.db'));
      },
    ],
    [
      'replaced by another file',
      () => {
        addSourceElsewhere();
      },
    ],
  ])(
    'is made anew when its file is %s from outside, and lists begin with another revision',
    async (_, act) => {
      addSource('Music');
      keeper = open();
      start();
      const count = countSources();
      expect(count.get()).toBe(1);
      act();
      await clock.advance(5_000);
      await keeper.settled();
      expect(count.get()).toBe(0);
      expect(begun).toBe(1);
      expect(keeper.raw.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get()).toBe('42');
      await clock.advance(60_000);
      expect(lines).toEqual([expect.stringContaining('deleted or replaced while the server runs')]);
    },
  );

  it('is opened anew when its log is deleted from outside, and set aside by nobody', async () => {
    addSource('Music');
    keeper = open();
    start();
    const count = countSources();
    expect(count.get()).toBe(1);
    endScan();
    rmSync(folder.join('library.db-wal'));
    await clock.advance(5_000);
    await keeper.settled();
    expect([count.get(), keeper.isFilling()]).toEqual([1, true]);
    expect(keeper.raw.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get()).toBe('42');
    await clock.advance(60_000);
    expect([begun, setAside(), lines]).toEqual([1, [], [expect.stringContaining('it is opened anew')]]);
    addSource('More');
    expect(count.get()).toBe(2);
  });

  it('is opened anew when its disk did not give it, and set aside when a fresh connection meets that too', async () => {
    addSource('Music');
    keeper = open();
    start();
    keeper.report('SqliteError: disk I/O error');
    await keeper.settled();
    expect([countSources().get(), begun, setAside()]).toEqual([1, 1, []]);
    keeper.report('SqliteError: disk I/O error');
    await keeper.settled();
    expect([countSources().get(), begun, setAside()]).toEqual([0, 2, [expect.any(String)]]);
  });

  it('is opened anew each time when its log is deleted again and again', async () => {
    addSource('Music');
    keeper = open();
    start();
    for (let round = 0; round < 3; round += 1) {
      rmSync(folder.join('library.db-wal'));
      keeper.report('SqliteError: disk I/O error');
      await keeper.settled();
    }
    expect([countSources().get(), begun, setAside()]).toEqual([1, 3, []]);
  });

  it('is asked for anew once more when its disk fails on another day', async () => {
    addSource('Music');
    keeper = open();
    start();
    for (let day = 0; day < 3; day += 1) {
      keeper.report('SqliteError: disk I/O error');
      await keeper.settled();
      await clock.advance(24 * 60 * 60_000);
    }
    expect([countSources().get(), setAside()]).toEqual([1, []]);
  });

  it('is made anew at once when a fresh connection finds it damaged', async () => {
    addSource('Music');
    keeper = open();
    start();
    truncateSync(folder.join('library.db'), 5000);
    keeper.report('SqliteError: disk I/O error');
    await keeper.settled();
    expect([countSources().get(), begun, setAside()]).toEqual([0, 1, [expect.any(String)]]);
  });

  it('never gives numbers of moves again that its lost log may have held', async () => {
    addSource('Music');
    keeper = open();
    start();
    const addMove = (): number => {
      const { raw, close } = openLibraryWriter(folder.path);
      const { lastInsertRowid } = raw
        .prepare("INSERT INTO moves (from_path, to_path) VALUES ('a', 'b')")
        .run();
      close();
      return Number(lastInsertRowid);
    };
    const before = addMove();
    keeper.report('SqliteError: disk I/O error');
    await keeper.settled();
    expect(addMove()).toBeGreaterThan(before + 1000);
  });

  it('is being filled from when it was made in place of another until a scan of everything ended', async () => {
    keeper = open();
    start();
    expect(keeper.isFilling()).toBe(false);
    keeper.report('malformed');
    expect(keeper.isFilling()).toBe(true);
    await keeper.settled();
    expect(keeper.isFilling()).toBe(true);
    endScan();
    expect(keeper.isFilling()).toBe(false);
  });

  it('is being filled when it was deleted while no server ran, and not on a fresh server', async () => {
    for (const wasThere of [false, true]) {
      keeper = openLibraryKeeper({ dataFolder: folder.path, clock, log, wasThere });
      expect(keeper.isFilling()).toBe(wasThere);
      if (!wasThere) await keeper.close();
      if (!wasThere) rmSync(folder.join('library.db'));
    }
    endScan();
    await keeper.close();
    keeper = openLibraryKeeper({ dataFolder: folder.path, clock, log, wasThere: true });
    expect(keeper.isFilling()).toBe(false);
  });

  it('keeps the two latest of those that were set aside', async () => {
    keeper = open();
    start();
    for (let round = 0; round < 4; round += 1) {
      await clock.advance(1_000);
      keeper.report('malformed');
      await keeper.settled();
    }
    expect(setAside()).toHaveLength(2);
    expect(begun).toBe(4);
  });

  it('is read on while its folder does not say what is in it', async () => {
    addSource('Music');
    keeper = open();
    start();
    const elsewhere = `${folder.path}-elsewhere`;
    renameSync(folder.path, elsewhere);
    // Who looks meets an error (too many links): a folder that is shut is none to root.
    symlinkSync(folder.path, folder.path);
    try {
      await clock.advance(60_000);
      expect(countSources().get()).toBe(1);
    } finally {
      unlinkSync(folder.path);
      renameSync(elsewhere, folder.path);
    }
    await clock.advance(60_000);
    expect([countSources().get(), lines, begun]).toEqual([1, [], 0]);
  });

  it('is left alone by who only writes to it', async () => {
    keeper = open();
    start();
    addSource('Music');
    await clock.advance(60_000);
    expect(countSources().get()).toBe(1);
    expect(lines).toEqual([]);
  });
});

const addSourceElsewhere = (): void => {
  const elsewhere = folder.join('elsewhere');
  mkdirSync(elsewhere);
  openLibraryWriter(elsewhere).close();
  renameSync(`${elsewhere}/library.db`, folder.join('library.db'));
};
