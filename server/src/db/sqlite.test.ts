import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openSqlite, troubleAt } from './sqlite.ts';

interface Notes {
  notes: { text: string };
}

it('says that the disk is full although SQLite took the transaction back itself', async () => {
  await using folder = await tempFolder();
  const database = openSqlite<Notes>({ path: join(folder.path, 'notes.db'), durability: 'normal' });
  try {
    database.raw.exec('CREATE TABLE notes (text TEXT)');
    const pages = database.raw.pragma('page_count', { simple: true }) as number;
    const write = (text: string) =>
      database.query.transaction().execute((trx) =>
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
    expect(await database.query.selectFrom('notes').select('text').execute()).toEqual([{ text: 'kept' }]);
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
