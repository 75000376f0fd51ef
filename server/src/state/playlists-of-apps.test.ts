import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { stateMigrations } from './migrations.ts';

it('gives playlists of earlier versions ids, and leaves all else of them as it was', () => {
  const raw = new Database(':memory:');
  raw.pragma('foreign_keys = ON');
  const older = stateMigrations.filter(({ name }) => name < '0011');
  migrate(raw, older, { keepSnapshot: false });
  raw.exec(`INSERT INTO users (id, name, password_hash, is_admin, created_at_ms) VALUES (1, 'ann', 'x', 0, 1);
    INSERT INTO playlist_contents VALUES (5, 1, 0, 1, 7), (6, 0, 0, 0, 0);
    INSERT INTO playlist_chunks VALUES (5, 0, '["a/b"]');
    INSERT INTO playlists VALUES (3, 1, 'One', 5, 77), (9, 1, 'Two', 6, 78)`);
  migrate(raw, stateMigrations, { keepSnapshot: false });
  const rows = raw.prepare('SELECT * FROM playlists ORDER BY id').all() as { public_id: Buffer }[];
  expect(rows.map(({ public_id, ...row }) => ({ ...row, idBytes: public_id.length }))).toEqual([
    {
      id: 3,
      user_id: 1,
      name: 'One',
      content_id: 5,
      updated_at_ms: 77,
      ...{ comment: null, is_public: 0 },
      created_at_ms: 77,
      idBytes: 16,
    },
    {
      id: 9,
      user_id: 1,
      name: 'Two',
      content_id: 6,
      updated_at_ms: 78,
      ...{ comment: null, is_public: 0 },
      created_at_ms: 78,
      idBytes: 16,
    },
  ]);
  expect(rows[0]?.public_id).not.toEqual(rows[1]?.public_id);
  expect(raw.prepare('SELECT count(*) FROM playlist_chunks').pluck().get()).toBe(1);
  raw.exec('DELETE FROM users');
  expect(raw.prepare('SELECT count(*) FROM playlists').pluck().get()).toBe(0);
});
