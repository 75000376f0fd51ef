import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { columnTypes, wiredFields } from '@tonearm/contract/song-fields';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../db/migrate.ts';
import { libraryMigrations } from '../../../library/migrations/library.ts';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import { checkModel } from './test-model-check.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

/** The step that brought albums, artists and genres. */
const firstOfModel = '0010';

const tablesOf = (raw: Database.Database): string[] =>
  raw
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .pluck()
    .all();

const columnsOf = (raw: Database.Database, place: string, table: string): string[] =>
  raw.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}', '${place}')`).pluck().all();

/** Puts in the place of a library what the version before albums and artists would have made of the same folders. */
const makeFormer = (folder: TempFolder): void => {
  const path = folder.join('data', 'library.db');
  const former = new Database(folder.join('former.db'));
  const steps = libraryMigrations.filter(({ name }) => name < firstOfModel);
  migrate(former, steps, { keepSnapshot: false });
  for (const { column, kind } of wiredFields)
    if (column !== undefined) former.exec(`ALTER TABLE songs ADD COLUMN ${column} ${columnTypes[kind]}`);
  former.exec(`ATTACH '${path}' AS now`);
  const now = new Set(
    former.prepare<[], string>("SELECT name FROM now.sqlite_schema WHERE type = 'table'").pluck().all(),
  );
  const copied = tablesOf(former).filter((table) => now.has(table) && table !== 'migrations');
  // Last, as triggers write it when folders come.
  for (const table of [...copied.filter((one) => one !== 'meta'), 'meta']) {
    const theirs = columnsOf(former, 'now', table);
    const shared = columnsOf(former, 'main', table).filter((column) => theirs.includes(column));
    former.exec(`DELETE FROM main.${table};
      INSERT INTO main.${table} (${shared.join(', ')}) SELECT ${shared.join(', ')} FROM now.${table}`);
  }
  former.exec(`DELETE FROM main.meta WHERE key GLOB 'model*' OR key GLOB 'people*' OR key GLOB 'reread_by *';
    UPDATE main.meta SET value = '1' WHERE key GLOB 'read_by *'; DETACH now`);
  former.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  renameSync(folder.join('former.db'), path);
};

const music = () =>
  library()
    .album('Picnic', 3, { artist: 'Anna', genre: 'Jazz', year: 2001 })
    .album('Lunch', 2, { artist: 'Bo', genre: 'Rock', year: 1999 })
    .song('c/1.flac', {
      title: 'Air',
      artist: 'Cy',
      composer: 'Bach',
      album: 'Old',
      comments: { WORK: ['Suite'] },
    })
    .song('c/2.flac', {
      title: 'Gigue',
      artist: 'Cy',
      composer: 'Bach',
      album: 'Old',
      comments: { WORK: ['Suite'] },
    })
    .song('loose.mp3', { title: 'Alone', artist: 'Anna feat. Cy' });

const openScanner = (folder: TempFolder, atCommit: () => 'kill' | null): TestScanner => {
  const test = createTestScanner(folder.join('data'), { rowsPerBatch: 1, atCommit });
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  return test;
};

const shown = (test: TestScanner) =>
  test.songs().map((path) => {
    const { title, album, artists, duration_ms } = test.song(path) ?? {};
    return { path, title, album, artists, duration_ms };
  });

it.each([0, 1, 2, 3])(
  'a library of before albums and artists is brought up to date by scans that are killed after %i commits each, and is there all the while',
  async (commits) => {
    await using folder = await tempFolder();
    await music().writeTo(folder.join('music'));
    const made = openScanner(folder, () => null);
    await made.scan();
    const before = shown(made);
    await made[Symbol.asyncDispose]();
    makeFormer(folder);

    let left = commits;
    let kills = 0;
    let isKilling = true;
    const atCommit = (): 'kill' | null => {
      left -= 1;
      if (left >= 0 || !isKilling) return null;
      kills += 1;
      return 'kill';
    };
    await using test = openScanner(folder, atCommit);
    const { music: reading } = createEmbeddedReading({ raw: test.library });
    const albums = async () => (await reading.albums({ order: 'title', offset: 0, limit: 10 })).entries;
    expect([shown(test), await albums()]).toEqual([before, []]);
    const waiting = test.library.prepare('SELECT count(*) FROM songs_to_settle').pluck();
    expect(waiting.get()).toBe(before.length);
    // One that is killed before its first commit gets nowhere; the others get a little further each time.
    const isDone = (): boolean => test.scanner.status().last_result === 'completed';
    for (let round = 0; round < 60 && !isDone(); round += 1) {
      left = commits;
      isKilling = commits > 0 || round < 3;
      await test.scan();
      expect(shown(test)).toEqual(before);
    }
    expect(isDone()).toBe(true);
    expect(kills).toBeGreaterThan(1);
    expect((await albums()).map(({ title, artistText }) => [title, artistText])).toEqual([
      ['Lunch', 'Bo'],
      ['Old', 'Cy'],
      ['Picnic', 'Anna'],
    ]);

    await using other = await tempFolder();
    mkdirSync(other.join('data'));
    test.state.exec(`VACUUM INTO '${other.join('data', 'state.db')}'`);
    await using anew = createTestScanner(other.join('data'));
    anew.sources = test.sources;
    await anew.scan();
    checkModel(test.library, anew.library);
  },
);
