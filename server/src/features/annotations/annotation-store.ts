import { idBytesOf, idHexOf, idText } from '../../library/model/public-id.ts';
import { fewOfMany, type Narrowed } from '../../state/few-of-many.ts';
import type { StateQuery, StateTransaction } from '../../state/state-access.ts';
import type { ItemKind } from '../../state/state-schema.ts';
import { greaterOf, isOneOfBytes, isOneOfHex } from '../../state/state-sql.ts';

/** Something that people star and rate, by its lasting id. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
}

/** What somebody made of an item. */
export interface Annotation {
  /** Milliseconds since the epoch; null while it is not starred. */
  readonly starredAtMs: number | null;
  /** 1 to 5; null while it is not rated. */
  readonly rating: number | null;
  readonly plays: number;
  readonly lastPlayedAtMs: number | null;
}

/** What an item has of which nothing is stored. */
export const noAnnotation: Annotation = { starredAtMs: null, rating: null, plays: 0, lastPlayedAtMs: null };

const hexOf = (ids: Iterable<string>): string[] => Array.from(ids, idHexOf).filter((hex) => hex !== null);

const bytesOf = (ids: Iterable<string>): Buffer[] =>
  Array.from(ids, idBytesOf).filter((bytes) => bytes !== null);

/** What somebody made of items: those of which anything is stored. */
export const findAnnotations = (
  query: StateQuery,
  userId: number,
  ids: Iterable<string>,
): Promise<Map<string, Annotation>> => annotationsAmong(query, userId, new Set(ids));

/** The same, and what everybody thinks of them on average, of those that anybody rated. */
export const findWithAverages = async (
  query: StateQuery,
  userId: number,
  ids: Iterable<string>,
): Promise<{ own: Map<string, Annotation>; averages: Map<string, number> }> => {
  const items = new Set(ids);
  const [own, averages] = await Promise.all([
    annotationsAmong(query, userId, items),
    averagesAmong(query, items),
  ]);
  return { own, averages };
};

/** How rows tell the item that they are of. */
const ofItems = {
  idOf: ({ item }: { readonly item: Uint8Array }): string => idText(item),
  hexOf: idHexOf,
};

const annotationsAmong = async (
  query: StateQuery,
  userId: number,
  ids: ReadonlySet<string>,
): Promise<Map<string, Annotation>> => {
  const starsOf = ({ limit, items }: Narrowed) =>
    query
      .selectFrom('stars')
      .select(['item', 'starred_at_ms'])
      .where('user_id', '=', userId)
      .$if(items !== null, (found) => found.where(isOneOfHex('item', items ?? [])))
      .$if(limit !== null, (found) => found.limit(limit ?? 0))
      .execute();
  const ratingsOf = ({ limit, items }: Narrowed) =>
    query
      .selectFrom('ratings')
      .select(['item', 'rating'])
      .where('user_id', '=', userId)
      .$if(items !== null, (found) => found.where(isOneOfHex('item', items ?? [])))
      .$if(limit !== null, (found) => found.limit(limit ?? 0))
      .execute();
  const countsOf = ({ limit, items }: Narrowed) =>
    query
      .selectFrom('play_counts')
      .select(['item', 'plays', 'last_played_at_ms'])
      .where('user_id', '=', userId)
      .$if(items !== null, (found) => found.where(isOneOfHex('item', items ?? [])))
      .$if(limit !== null, (found) => found.limit(limit ?? 0))
      .execute();
  const [stars, ratings, counts] = await Promise.all([
    fewOfMany(ids, { ...ofItems, read: starsOf }),
    fewOfMany(ids, { ...ofItems, read: ratingsOf }),
    fewOfMany(ids, { ...ofItems, read: countsOf }),
  ]);
  const found = new Map<string, Annotation>();
  const note = (item: Uint8Array, part: Partial<Annotation>): void => {
    const id = idText(item);
    found.set(id, { ...noAnnotation, ...found.get(id), ...part });
  };
  for (const row of stars) note(row.item, { starredAtMs: row.starred_at_ms });
  for (const row of ratings) note(row.item, { rating: row.rating });
  for (const row of counts) note(row.item, { plays: row.plays, lastPlayedAtMs: row.last_played_at_ms });
  return found;
};

const averagesAmong = async (query: StateQuery, ids: ReadonlySet<string>): Promise<Map<string, number>> => {
  const read = ({ limit, items }: Narrowed) =>
    query
      .selectFrom('ratings')
      .select(({ fn }) => ['item', fn.avg<number>('rating').as('average')])
      .$if(items !== null, (found) => found.where(isOneOfHex('item', items ?? [])))
      .groupBy('item')
      .$if(limit !== null, (found) => found.limit(limit ?? 0))
      .execute();
  const rows = await fewOfMany(ids, { ...ofItems, read });
  return new Map(rows.map(({ item, average }) => [idText(item), average]));
};

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

/** Of one person and kind. */
interface ListKey extends Pick<AnnotationWish, 'kind' | 'offset' | 'limit'> {
  readonly userId: number;
}

const listStars = (query: StateQuery, { userId, kind, offset, limit }: ListKey) =>
  query
    .selectFrom('stars')
    .select(['item', 'starred_at_ms as value'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('starred_at_ms', 'desc')
    .orderBy('item', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

const listRatings = (query: StateQuery, { userId, kind, offset, limit }: ListKey) =>
  query
    .selectFrom('ratings')
    .select(['item', 'rating as value'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('rating', 'desc')
    .orderBy('rated_at_ms', 'desc')
    .orderBy('item', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

const playsOf = (query: StateQuery, { userId, kind, offset, limit }: ListKey) =>
  query
    .selectFrom('play_counts')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .limit(limit)
    .offset(offset);

export const listItems = async (
  query: StateQuery,
  userId: number,
  { order, ...wish }: AnnotationWish,
): Promise<Listed[]> => {
  const key = { userId, ...wish };
  switch (order) {
    case 'starred':
      return listedOf(await listStars(query, key));
    case 'highest':
      return listedOf(await listRatings(query, key));
    case 'frequent':
      return listedOf(
        await playsOf(query, key)
          .select(['item', 'plays as value'])
          .orderBy('plays', 'desc')
          .orderBy('last_played_at_ms', 'desc')
          .orderBy('item', 'desc')
          .execute(),
      );
    case 'recent':
      return listedOf(
        await playsOf(query, key)
          .select(['item', 'last_played_at_ms as value'])
          .orderBy('last_played_at_ms', 'desc')
          .orderBy('item', 'desc')
          .execute(),
      );
  }
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

/** Adds a play to an item. */
export const addPlay = async (
  transaction: StateTransaction,
  { userId, playedAtMs }: Pick<UncountedPlay, 'userId' | 'playedAtMs'>,
  { kind, id }: Item,
): Promise<void> => {
  const item = idBytesOf(id);
  if (item === null) return;
  await transaction
    .insertInto('play_counts')
    .values({ user_id: userId, item, kind, plays: 1, last_played_at_ms: playedAtMs })
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
