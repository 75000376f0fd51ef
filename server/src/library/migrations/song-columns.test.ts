import { columnFields } from '@tonearm/contract/song-fields';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createTestScanner } from '../../features/scan/tests/test-scan.ts';
import { migrateLibrary } from './library.ts';
import { fitSongColumns } from './song-columns.ts';

const scanned = async (folder: TempFolder) => {
  await library()
    .album('Picnic', 3, { label: 'Düne', artists: ['A', 'B'], genre: 'Jazz' })
    .song('a.mp3', { title: 'A' })
    .writeTo(folder.join('music'));
  const test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  return test;
};

/** Makes the library what a version left that knew no labels. */
const makeOld = (folder: TempFolder): void => {
  using file = opened(folder);
  const { sql, rest } = withoutLabels(file.raw);
  file.raw.exec(`ALTER TABLE songs RENAME TO newer; ${sql}; INSERT INTO songs (${rest}) SELECT ${rest} FROM newer;
    DROP TABLE newer; UPDATE meta SET value = '2 other' WHERE key GLOB '*read_by *'`);
  for (const index of file.indexes) file.raw.exec(index);
};

const opened = (folder: TempFolder) => {
  const raw = new Database(folder.join('data', 'library.db'));
  return { raw, indexes: indexesOf(raw), [Symbol.dispose]: () => raw.close() };
};

const schemaOf = (raw: Database.Database, type: string): string[] =>
  raw
    .prepare<[string], string>(
      "SELECT sql FROM sqlite_schema WHERE tbl_name = 'songs' AND type = ? AND sql IS NOT NULL ORDER BY name",
    )
    .pluck()
    .all(type);
const indexesOf = (raw: Database.Database): string[] => schemaOf(raw, 'index');

const withoutLabels = (raw: Database.Database) => {
  const sql = schemaOf(raw, 'table')[0] ?? '';
  const member = / ',"label":', .*?(?= ',"track_number":')/s;
  expect(sql).toMatch(member);
  const old = sql
    .replace(member, '')
    .replace(/labels TEXT, /, '')
    .replace('CREATE TABLE "songs"', 'CREATE TABLE songs');
  expect(old).not.toContain('label');
  const names = raw.prepare<[], string>("SELECT name FROM pragma_table_info('songs')").pluck().all();
  return { sql: old, rest: names.filter((name) => name !== 'labels').join(', ') };
};

const rowsOf = (raw: Database.Database) => raw.prepare('SELECT * FROM songs ORDER BY id').all();

it('gives an older library the fields it lacks, and its files are read once more', async () => {
  await using folder = await tempFolder();
  let before: unknown[];
  {
    await using test = await scanned(folder);
    before = rowsOf(test.library);
    expect(before).toContainEqual(expect.objectContaining({ labels: '["Düne"]' }));
  }
  makeOld(folder);
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  // Before anything is read: there, and empty.
  const unread = rowsOf(test.library) as { labels: null; wire: string }[];
  expect(unread).toHaveLength(4);
  for (const { labels, wire } of unread) {
    expect(labels).toBeNull();
    expect(JSON.parse(`{${wire.slice(1)}}`)).toMatchObject({ label: null });
  }
  await test.scan();
  expect(test.scanner.status()).toMatchObject({ files_read: 4 });
  expect(rowsOf(test.library)).toEqual(before);
  expect(test.moves).toEqual([]);
  await test.scan();
  expect(test.scanner.status()).toMatchObject({ files_read: 0 });
});

it('keeps indexes, rules and the columns of others, and does nothing twice', () => {
  const raw = new Database(':memory:');
  migrateLibrary(raw);
  const made = [...schemaOf(raw, 'table'), ...indexesOf(raw)];
  raw.exec(`ALTER TABLE songs ADD COLUMN of_tomorrow TEXT DEFAULT 'x'`);
  raw.exec(`INSERT INTO songs (id, directory_id, name, sort_key, walk_key, size_bytes, mtime_us, has_picture, added_at, labels)
    VALUES (7, 1, 'a', x'00', x'00', 1, 1, 0, 1, '["L"]')`);
  const whole = raw.prepare('SELECT * FROM songs').get();
  raw.exec('ALTER TABLE songs DROP COLUMN wire');
  fitSongColumns(raw);
  expect(raw.prepare('SELECT * FROM songs').get()).toEqual(whole);
  expect(indexesOf(raw)).toEqual(made.slice(1));
  expect(() =>
    raw.exec(`INSERT INTO songs (directory_id, name, sort_key, walk_key, size_bytes, mtime_us, has_picture, added_at)
      VALUES (1, 'a', x'00', x'00', 1, 1, 0, 1)`),
  ).toThrow('UNIQUE');
  expect(() => raw.exec("UPDATE songs SET year = 'no number'")).toThrow('cannot store TEXT');
  const changes = raw.prepare('SELECT total_changes()').pluck();
  const count = changes.get();
  fitSongColumns(raw);
  expect(changes.get()).toBe(count);
  expect(made[0]).toContain(columnFields.at(-1)?.column);
});

it('leaves all as it was where it is stopped on the way', () => {
  const raw = new Database(':memory:');
  migrateLibrary(raw);
  raw.exec('ALTER TABLE songs DROP COLUMN wire; CREATE TABLE songs_fitted (in_the_way)');
  const before = schemaOf(raw, 'table');
  expect(() => fitSongColumns(raw)).toThrow();
  expect(schemaOf(raw, 'table')).toEqual(before);
  raw.exec('DROP TABLE songs_fitted');
  fitSongColumns(raw);
  expect(schemaOf(raw, 'table')[0]).toContain('"label"');
});
