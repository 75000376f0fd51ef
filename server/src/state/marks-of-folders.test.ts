import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { idText, turnedId } from '../library/model/public-id.ts';
import { stateMigrations } from './migrations.ts';

it('keeps what earlier versions were told of folders by ids of their own, and all else as it was', () => {
  const raw = new Database(':memory:');
  const older = stateMigrations.filter(({ name }) => name < '0015');
  migrate(raw, older, { keepSnapshot: false });
  const id = (first: number): Buffer => Buffer.from(Array.from({ length: 16 }, (_, at) => first + at));
  raw.exec(
    "INSERT INTO users (id, name, password_hash, is_admin, created_at_ms) VALUES (1, 'ann', 'x', 0, 1)",
  );
  // As 0 would be one, a text would end there.
  const items: [Buffer, string][] = [
    [id(0), 'folder'],
    [id(240), 'folder'],
    [id(100), 'album'],
    [id(60), 'song'],
  ];
  for (const [item, kind] of items) {
    raw.prepare('INSERT INTO stars VALUES (1, ?, ?, 7)').run(item, kind);
    raw.prepare('INSERT INTO ratings VALUES (1, ?, ?, 4, 8)').run(item, kind);
  }
  migrate(raw, stateMigrations, { keepSnapshot: false });
  for (const table of ['stars', 'ratings']) {
    const rows = raw.prepare(`SELECT item, kind FROM ${table}`).all() as { item: Buffer; kind: string }[];
    expect(rows.map(({ item, kind }) => `${kind} ${idText(item)}`).toSorted()).toEqual(
      items
        .map(([item, kind]) => `${kind} ${kind === 'folder' ? turnedId(idText(item)) : idText(item)}`)
        .toSorted(),
    );
  }
});
