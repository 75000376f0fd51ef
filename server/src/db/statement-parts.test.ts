import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { onlyReads } from './statement-parts.ts';

const query = new Kysely<{ songs: { id: number } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

it('a statement that writes on the way to what it selects does not only read', () => {
  const reading = query.with('all', (songs) => songs.selectFrom('songs').selectAll());
  const writing = reading.with('gone', (songs) => songs.deleteFrom('songs').returning('id'));
  expect(onlyReads(reading.selectFrom('all').selectAll().compile())).toBe(true);
  expect(onlyReads(writing.selectFrom('gone').selectAll().compile())).toBe(false);
  expect(onlyReads(query.selectFrom('songs').selectAll().compile())).toBe(true);
  expect(onlyReads(query.insertInto('songs').values({ id: 1 }).compile())).toBe(false);
});
