import { expect, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import { columnsOfNow, findMissing, shapeOf, shapeOfNow } from './check-shape.ts';
import { stateMigrations } from './migrations.ts';

const openState = () => {
  const { raw, close } = openSqlite({ path: ':memory:', durability: 'normal' });
  migrate(raw, stateMigrations, { keepSnapshot: false });
  return { raw, [Symbol.dispose]: close };
};

it('knows the checksum of what the migrations make', () => {
  expect(shapeOfNow).toBe(shapeOf(columnsOfNow()));
});

it('names what is missing, and takes no offence at what is there besides', () => {
  using state = openState();
  expect(findMissing(state.raw)).toBeNull();
  state.raw.exec('CREATE TABLE others (name TEXT)');
  expect(findMissing(state.raw)).toBeNull();
  state.raw.exec('ALTER TABLE users DROP COLUMN theme_base');
  expect(findMissing(state.raw)).toBe('users.theme_base is missing');
  state.raw.exec('DROP TABLE playlists');
  expect(findMissing(state.raw)).toMatch(/^playlists\.\w+ is missing$/);
});
