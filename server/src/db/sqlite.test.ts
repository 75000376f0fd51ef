import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { Kysely } from 'kysely';
import { expect, it, vi } from 'vitest';
import { sqliteDialect } from './builder.ts';
import { openSqlite, troubleAt } from './sqlite.ts';

interface Notes {
  notes: { text: string };
}

it('says that the disk is full although SQLite took the transaction back itself', async () => {
  await using folder = await tempFolder();
  const database = openSqlite({ path: join(folder.path, 'notes.db'), durability: 'normal' });
  const query = new Kysely<Notes>({ dialect: sqliteDialect(database.raw) });
  try {
    database.raw.exec('CREATE TABLE notes (text TEXT)');
    const pages = database.raw.pragma('page_count', { simple: true }) as number;
    const write = (text: string) =>
      query.transaction().execute((trx) =>
        trx
          .insertInto('notes')
          .values({ text })
          .execute()
          .then(() => undefined),
      );
    database.raw.pragma(`max_page_count = ${pages}`);
    await expect(write('x'.repeat(100_000))).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    database.raw.pragma('max_page_count = 1000000');
    await write('kept');
    expect(await query.selectFrom('notes').select('text').execute()).toEqual([{ text: 'kept' }]);
  } finally {
    database.close();
  }
});

it('asks the disk why a write failed, and leaves nothing there', async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, 'notes.db');
  const trouble = (code: string): string | null =>
    troubleAt(Object.assign(new Error('disk I/O error'), { code }), path);
  expect(trouble('SQLITE_IOERR_WRITE')).toBe('failing');
  expect(trouble('SQLITE_CONSTRAINT')).toBeNull();
  symlinkSync('/dev/full', join(folder.path, '.room'));
  expect(trouble('SQLITE_READONLY')).toBe('read-only');
  expect(trouble('SQLITE_IOERR_FSYNC')).toBe('full');
  expect(readdirSync(folder.path)).toEqual([]);
  mkdirSync(join(folder.path, '.room'));
  expect(trouble('SQLITE_IOERR_WRITE')).toBe('failing');
});

const statements = [
  ['= ?', 'SELECT n.text, n.tag FROM notes AS n JOIN notes AS m ON m.id = n.id WHERE n.tag = ?'],
  ['=?', 'SELECT text, tag FROM notes WHERE tag=? ORDER BY id'],
  ['= @tag', 'SELECT text, tag FROM notes WHERE tag = @tag ORDER BY id'],
  ['IS ?', 'SELECT text, tag FROM notes WHERE tag IS ? ORDER BY id'],
  ['LIMIT ?', 'SELECT text, tag FROM notes WHERE tag = 3 ORDER BY id LIMIT ?'],
] as const;

it.each(statements)('compiles a statement with %s once, whatever the values', async (_, sql) => {
  await using folder = await tempFolder();
  const database = openSqlite({ path: join(folder.path, 'notes.db'), durability: 'normal' });
  // The driver makes what builds a statement's rows anew each time SQLite compiles the statement.
  const made = vi.spyOn(globalThis, 'Function');
  try {
    database.raw.exec(
      `CREATE TABLE notes (id INTEGER PRIMARY KEY, tag INTEGER, text TEXT);
       CREATE INDEX notes_by_tag ON notes (tag);
       INSERT INTO notes (tag, text) VALUES (1, 'a'), (2, 'b'), (2, 'c'), (3, 'd'), (3, 'e')`,
    );
    const find = database.raw.prepare<unknown[], { text: string; tag: number }>(sql);
    const asked = (tag: number) => (sql.includes('@') ? find.all({ tag }) : find.all(tag));
    const found = [1, 2, 3].map((tag) =>
      asked(tag)
        .map(({ text }) => text)
        .join(''),
    );
    expect(found).toEqual(sql.includes('LIMIT') ? ['d', 'de', 'de'] : ['a', 'bc', 'de']);
    expect(made).toHaveBeenCalledTimes(1);
  } finally {
    made.mockRestore();
    database.close();
  }
});

it('leaves texts of statements as they are but for what is compared', async () => {
  await using folder = await tempFolder();
  const database = openSqlite({ path: join(folder.path, 'notes.db'), durability: 'normal' });
  try {
    const find = database.raw.prepare("SELECT ? || '=1?' || ? AS text WHERE 'a' IS NOT ? AND 2 >= @two");
    expect(find.get('x', 'y', 'b', { two: 2 })).toEqual({ text: 'x=1?y' });
  } finally {
    database.close();
  }
});
