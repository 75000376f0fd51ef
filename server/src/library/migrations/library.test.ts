import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { libraryMigrations, migrateLibrary } from './library.ts';

/** A library as an older version left it, before a step. */
const libraryBefore = (step: string): Database.Database => {
  const raw = new Database(':memory:');
  const older = libraryMigrations.filter(({ name }) => name < step);
  migrate(raw, older, { keepSnapshot: false });
  return raw;
};

const upgrade = migrateLibrary;

it('tells what came to a source while it was away from what it had', () => {
  const raw = libraryBefore('0007');
  const song = raw.prepare(
    `INSERT INTO songs (id, directory_id, name, sort_key, walk_key, size_bytes, mtime_us, has_picture, added_at)
     VALUES (?, ?, ?, x'00', x'00', 1, 1, 0, 1)`,
  );
  raw.exec(`
    INSERT INTO library_sources (id, name, position, real_path, state) VALUES (1, 'a', 0, '/a', 'away'), (2, 'b', 1, '/b', 'available');
    INSERT INTO directories (id, source_id, name, virtual_path, sort_key, walk_key, added_at)
      VALUES (1, 1, 'a', 'a', x'01', x'01', 1), (2, 2, 'b', 'b', x'02', x'02', 1);
    INSERT INTO meta VALUES ('songs_before_away 1', '2'), ('songs_before_away 2', '0');
  `);
  for (const id of [3, 5, 7, 9]) song.run(id, 1, `${id}`);
  song.run(11, 2, 'x');
  upgrade(raw);
  expect(raw.prepare('SELECT id FROM songs WHERE came_while_away = 1 ORDER BY id').pluck().all()).toEqual([
    7, 9,
  ]);
});

it('makes codes and numbers of the sentences of the first version', () => {
  const raw = libraryBefore('0005');
  raw.exec(`
    INSERT INTO library_sources (name, position, real_path, state, away_reason, away_since, is_kept) VALUES
      ('there', 0, '/1', 'available', NULL, NULL, 0),
      ('half', 1, '/2', 'away', '1035 of its 2060 songs cannot be found.', 5, 1),
      ('gone', 2, '/3', 'away', 'Its folder is missing.', 6, 1),
      ('all', 3, '/4', 'away', 'None of its songs can be found.', 7, 0);
    INSERT INTO problems VALUES (1, 'a', 'The file is empty.', 3, 4), (1, 'b', 'The file is broken off.', 5, 6);
  `);
  upgrade(raw);
  expect(
    raw
      .prepare(
        'SELECT name, state, away_reason, gone_count, songs_before, is_kept FROM library_sources ORDER BY id',
      )
      .raw()
      .all(),
  ).toEqual([
    ['there', 'available', null, null, null, 0],
    ['half', 'away', 'songs_gone', 1035, 2060, 1],
    ['gone', 'away', 'folder_missing', null, null, 1],
    ['all', 'away', 'songs_gone', null, null, 0],
  ]);
  expect(raw.prepare('SELECT name, reason, size_bytes, mtime_us FROM problems').raw().all()).toEqual([
    ['a', 'file_empty', 3, 4],
    ['b', 'cut_off', 5, 6],
  ]);
});

it('says which fields were read of the files before fields were told apart', () => {
  const raw = libraryBefore('0009');
  raw.exec(
    "INSERT INTO meta VALUES ('read_by 1', '2'), ('reread_by 2', '2'), ('read_by 3', '1'), ('revision', '2')",
  );
  upgrade(raw);
  expect(raw.prepare("SELECT value FROM meta WHERE key <> 'library_id' ORDER BY key").pluck().all()).toEqual([
    '0',
    '2 5cd9599296d1',
    '1',
    '2 5cd9599296d1',
    '2',
  ]);
});
