import { idBytesOf, idHexOf, idText } from '../../library/model/public-id.ts';
import type { StateQuery, StateTransaction } from '../../state/state-access.ts';
import type { ItemKind } from '../../state/state-schema.ts';
import { greaterOf, isOneOfBytes, isOneOfHex } from '../../state/state-sql.ts';

/** Something that people star and rate, by its lasting id. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
}

const hexOf = (ids: Iterable<string>): string[] => Array.from(ids, idHexOf).filter((hex) => hex !== null);

const bytesOf = (ids: Iterable<string>): Buffer[] =>
  Array.from(ids, idBytesOf).filter((bytes) => bytes !== null);

/** How often everybody together played items, of those that anybody played. */
export const totalPlays = async (query: StateQuery, ids: Iterable<string>): Promise<Map<string, number>> => {
  const rows = await query
    .selectFrom('play_counts')
    .select(({ fn }) => ['item', fn.sum<number>('plays').as('plays')])
    .where(isOneOfHex('item', hexOf(ids)))
    .groupBy('item')
    .execute();
  return new Map(rows.map(({ item, plays }) => [idText(item), plays]));
};

/** Stars items; those that are starred keep their date. */
export const starItems = async (
  query: StateQuery,
  userId: number,
  items: readonly Item[],
  nowMs: number,
): Promise<void> => {
  const rows = items.flatMap(({ kind, id }) => {
    const item = idBytesOf(id);
    return item === null ? [] : [{ user_id: userId, item, kind, starred_at_ms: nowMs }];
  });
  if (rows.length === 0) return;
  await query
    .insertInto('stars')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const unstarItems = async (
  query: StateQuery,
  userId: number,
  ids: readonly string[],
): Promise<void> => {
  await query
    .deleteFrom('stars')
    .where('user_id', '=', userId)
    .where(isOneOfBytes('item', bytesOf(ids)))
    .execute();
};

export const rateItems = async (
  query: StateQuery,
  userId: number,
  items: readonly Item[],
  { rating, nowMs }: { readonly rating: number; readonly nowMs: number },
): Promise<void> => {
  const rows = items.flatMap(({ kind, id }) => {
    const item = idBytesOf(id);
    return item === null ? [] : [{ user_id: userId, item, kind, rating, rated_at_ms: nowMs }];
  });
  if (rows.length === 0) return;
  await query
    .insertInto('ratings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'item']).doUpdateSet({ rating, rated_at_ms: nowMs }),
    )
    .execute();
};

export const unrateItems = async (
  query: StateQuery,
  userId: number,
  ids: readonly string[],
): Promise<void> => {
  await query
    .deleteFrom('ratings')
    .where('user_id', '=', userId)
    .where(isOneOfBytes('item', bytesOf(ids)))
    .execute();
};

/**
 * Orders of what somebody made: newest star first; best first, of two as good the one that was rated last; most plays
 * first; played last first. Each lists only what has such a value.
 */
type AnnotationOrder = 'starred' | 'highest' | 'frequent' | 'recent';

/** A part of such a list. */
export interface AnnotationWish {
  readonly kind: ItemKind;
  readonly order: AnnotationOrder;
  readonly offset: number;
  readonly limit: number;
}

/** An item of a list, and what it is listed by: a time in ms, a rating or a number of plays. */
export interface Listed {
  readonly id: string;
  readonly value: number;
}

const listedOf = (rows: readonly { item: Uint8Array; value: number }[]): Listed[] =>
  rows.map(({ item, value }) => ({ id: idText(item), value }));

/** A list as its order has it: of two with the same value the one with the greater `second` comes first, then the greater item. */
const listOf = (query: StateQuery, userId: number, { order, kind, offset, limit }: AnnotationWish) => {
  switch (order) {
    case 'starred':
      return query
        .selectFrom('stars')
        .select(({ lit }) => ['item', 'starred_at_ms as value', lit(0).as('second')])
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .orderBy('starred_at_ms', 'desc')
        .orderBy('item', 'desc')
        .limit(limit)
        .offset(offset);
    case 'highest':
      return query
        .selectFrom('ratings')
        .select(['item', 'rating as value', 'rated_at_ms as second'])
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .orderBy('rating', 'desc')
        .orderBy('rated_at_ms', 'desc')
        .orderBy('item', 'desc')
        .limit(limit)
        .offset(offset);
    case 'frequent':
      return query
        .selectFrom('play_counts')
        .select(['item', 'plays as value', 'last_played_at_ms as second'])
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .orderBy('plays', 'desc')
        .orderBy('last_played_at_ms', 'desc')
        .orderBy('item', 'desc')
        .limit(limit)
        .offset(offset);
    case 'recent':
      return query
        .selectFrom('play_counts')
        .select(({ lit }) => ['item', 'last_played_at_ms as value', lit(0).as('second')])
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .orderBy('last_played_at_ms', 'desc')
        .orderBy('item', 'desc')
        .limit(limit)
        .offset(offset);
  }
};

/** A row of a list. */
interface ListedRow {
  readonly item: Uint8Array;
  readonly value: number;
  readonly second: number;
}

export const listItems = async (query: StateQuery, userId: number, wish: AnnotationWish): Promise<Listed[]> =>
  listedOf(await listOf(query, userId, wish).$castTo<ListedRow>().execute());

/** Several lists in one statement, in the order of the wishes. */
export const listTogether = async (
  query: StateQuery,
  userId: number,
  wishes: readonly AnnotationWish[],
): Promise<Listed[][]> => {
  const partOf = (wish: AnnotationWish, number: number) =>
    query
      .selectFrom(listOf(query, userId, wish).$castTo<ListedRow>().as('list'))
      .select(({ lit }) => [lit(number).as('number'), 'item', 'value', 'second']);
  const [first, ...others] = wishes.map(partOf);
  if (first === undefined) return [];
  const rows = await others
    .reduce((all, part) => all.unionAll(part), first)
    .orderBy('number')
    .orderBy('value', 'desc')
    .orderBy('second', 'desc')
    .orderBy('item', 'desc')
    .execute();
  return wishes.map((_, at) => listedOf(rows.filter(({ number }) => number === at)));
};

/** A play that is to be counted. */
export interface UncountedPlay {
  readonly id: number;
  readonly userId: number;
  readonly path: string;
  readonly playedAtMs: number;
}

/** Plays of the history behind a number, in the order in which they were stored. */
export const playsAfter = async (query: StateQuery, id: number, limit: number): Promise<UncountedPlay[]> => {
  const rows = await query
    .selectFrom('listens')
    .select(['id', 'user_id', 'path', 'played_at'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    path: row.path,
    playedAtMs: row.played_at * 1000,
  }));
};

/** Adds a play to items, each of another id. */
export const addPlay = async (
  transaction: StateTransaction,
  { userId, playedAtMs }: Pick<UncountedPlay, 'userId' | 'playedAtMs'>,
  items: readonly Item[],
): Promise<void> => {
  const rows = items.flatMap(({ kind, id }) => {
    const item = idBytesOf(id);
    return item === null ? [] : [{ user_id: userId, item, kind, plays: 1, last_played_at_ms: playedAtMs }];
  });
  if (rows.length === 0) return;
  await transaction
    .insertInto('play_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'item']).doUpdateSet(({ ref, eb }) => ({
        plays: eb(ref('play_counts.plays'), '+', 1),
        last_played_at_ms: greaterOf('play_counts.last_played_at_ms', 'excluded.last_played_at_ms'),
      })),
    )
    .execute();
};

const countedKey = 'plays_counted';

/** Number of the last play that was counted; 0 while none was. */
export const lastCounted = async (query: StateQuery): Promise<number> => {
  const row = await query.selectFrom('meta').select('value').where('key', '=', countedKey).executeTakeFirst();
  return Number(row?.value ?? 0);
};

export const noteCounted = async (transaction: StateTransaction, id: number): Promise<void> => {
  const value = String(id);
  await transaction
    .insertInto('meta')
    .values({ key: countedKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
