import { expect, it } from 'vitest';
import { openOlderState } from '../../test/older-state.ts';
import { idText, turnedId } from '../library/model/public-id.ts';

const id = (first: number): Buffer => Buffer.from(Array.from({ length: 16 }, (_, at) => first + at));

it('keeps what earlier versions were told of folders by ids of their own, and all else as it was', async () => {
  await using older = await openOlderState('marks-of-folders');
  const { query } = older;
  const user = { name: 'ann', password_hash: 'x', is_admin: 0 as const, created_at_ms: 1 };
  const { id: user_id } = await query
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  // As 0 would be one, a text would end there.
  const items = [
    { item: id(0), kind: 'folder' },
    { item: id(240), kind: 'folder' },
    { item: id(100), kind: 'album' },
    { item: id(60), kind: 'song' },
  ] as const;
  for (const each of items) {
    await query
      .insertInto('stars')
      .values({ user_id, ...each, starred_at_ms: 7 })
      .execute();
    await query
      .insertInto('ratings')
      .values({ user_id, ...each, rating: 4, rated_at_ms: 8 })
      .execute();
  }
  await older.upgrade();
  const expected = items
    .map(({ item, kind }) => `${kind} ${kind === 'folder' ? turnedId(idText(item)) : idText(item)}`)
    .toSorted();
  for (const table of ['stars', 'ratings'] as const) {
    const rows = await query.selectFrom(table).select(['item', 'kind']).execute();
    expect(rows.map(({ item, kind }) => `${kind} ${idText(item)}`).toSorted()).toEqual(expected);
  }
  const [star] = await query.selectFrom('stars').selectAll().where('kind', '=', 'folder').execute();
  const [rating] = await query.selectFrom('ratings').selectAll().where('kind', '=', 'folder').execute();
  expect([star, rating]).toMatchObject([
    { user_id, starred_at_ms: 7 },
    { user_id, rating: 4, rated_at_ms: 8 },
  ]);
});
