import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { stateMigrations } from './migrations.ts';

it('makes codes and numbers of the refusals of earlier versions', () => {
  const raw = new Database(':memory:');
  const older = stateMigrations.filter(({ name }) => name < '0005');
  migrate(raw, older, { keepSnapshot: false });
  raw.exec(`INSERT INTO users (id, name, password_hash, is_admin, created_at_ms) VALUES (1, 'ann', 'x', 0, 1);
    INSERT INTO settings VALUES ('ddns_last_attempt', '{"message":"Well."}'), ('reindex', '1')`);
  const insert = raw.prepare(`INSERT INTO outbox
    (user_id, service, path, play, played_at, attempts, next_attempt_at_ms, refusal, created_at_ms)
    VALUES (1, 'lastfm', 'a', '{}', ?, 0, 0, ?, 1)`);
  const before = [
    null,
    'Last.fm does not take this artist.',
    'Last.fm does not take this track.',
    'Libre.fm says that the play is too old.',
    'Last.fm says that the play is in the future.',
    'Last.fm does not take this play (error 6).',
    'Last.fm ignored the play (code 12).',
    'ListenBrainz does not take this play.',
  ];
  for (const [playedAt, refusal] of before.entries()) insert.run(playedAt, refusal);
  migrate(raw, stateMigrations, { keepSnapshot: false });
  const after = raw.prepare('SELECT refusal, refusal_number FROM outbox ORDER BY played_at').raw().all();
  expect(after).toEqual([
    [null, null],
    ['artist_not_taken', null],
    ['track_not_taken', null],
    ['too_old', null],
    ['in_future', null],
    ['not_taken', 6],
    ['not_taken', 12],
    ['not_taken', null],
  ]);
  expect(raw.prepare('SELECT key FROM settings').pluck().all()).toEqual(['reindex']);
});
