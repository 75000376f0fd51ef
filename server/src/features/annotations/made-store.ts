import { type SelectQueryBuilder, sql } from 'kysely';
import { idHexOf, idText } from '../../library/model/public-id.ts';
import { fewOfMany, type Narrowed } from '../../state/few-of-many.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { isOneOfHex } from '../../state/state-sql.ts';

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

/** Everything that is known of items, each by their ids and of those alone of which there is any. */
export interface Made {
  readonly own: ReadonlyMap<string, Annotation>;
  /** What everybody thinks of them on average, from 1 to 5. */
  readonly averages: ReadonlyMap<string, number>;
  /** Where bookmarks in songs are, in milliseconds. */
  readonly places: ReadonlyMap<string, number>;
}

const ownKinds = ['star', 'rating', 'plays'] as const;
const allKinds = [...ownKinds, 'average', 'place'] as const;

/** What a row tells of its item. */
type Kind = (typeof allKinds)[number];

/** A row of any kind: what it is of, and up to two numbers. */
interface MadeRow {
  readonly kind: Kind;
  readonly item: Uint8Array;
  readonly one: number;
  readonly other: number | null;
}

const kindOf = (kind: Kind) => sql<Kind>`${sql.lit(kind)}`.as('kind');

/** In the types of the others beside it. */
const none = sql<number | null>`CAST(NULL AS bigint)`.as('other');

/** Rows of some items, or some rows. */
const narrowed =
  ({ limit, items }: Narrowed, column = 'item') =>
  <Tables extends keyof StateDatabase, Row>(rows: SelectQueryBuilder<StateDatabase, Tables, Row>) => {
    const some = items === null ? rows : rows.where(isOneOfHex(column, items));
    return limit === null ? some : some.limit(limit);
  };

/** What a kind reads. */
const rowsOf = (query: StateQuery, { userId, kind }: { userId: number; kind: Kind }, by: Narrowed) => {
  switch (kind) {
    case 'star':
      return query
        .selectFrom('stars')
        .select([kindOf(kind), 'item', 'starred_at_ms as one', none])
        .where('user_id', '=', userId)
        .$call(narrowed(by));
    case 'rating':
      return query
        .selectFrom('ratings')
        .select(({ cast }) => [kindOf(kind), 'item', cast<number>('rating', 'bigint').as('one'), none])
        .where('user_id', '=', userId)
        .$call(narrowed(by));
    case 'plays':
      return query
        .selectFrom('play_counts')
        .select(({ cast }) => [
          kindOf(kind),
          'item',
          cast<number>('plays', 'bigint').as('one'),
          'last_played_at_ms as other',
        ])
        .where('user_id', '=', userId)
        .$call(narrowed(by));
    case 'average':
      return query
        .selectFrom('ratings')
        .select(({ cast, fn }) => [
          kindOf(kind),
          'item',
          cast<number>(fn.sum('rating'), 'bigint').as('one'),
          fn.countAll<number>().as('other'),
        ])
        .groupBy('item')
        .$call(narrowed(by));
    case 'place':
      return query
        .selectFrom('bookmarks')
        .select(({ cast }) => [
          kindOf(kind),
          'song as item',
          cast<number>('position_ms', 'bigint').as('one'),
          none,
        ])
        .where('user_id', '=', userId)
        .$call(narrowed(by, 'song'));
  }
};

/** The same, as all kinds have them. */
const rowsOfAny = (query: StateQuery, of: { userId: number; kind: Kind }, by: Narrowed) =>
  query.selectFrom(rowsOf(query, of, by).$castTo<MadeRow>().as('some')).selectAll();

const readMade = async (
  { query, isFar }: Pick<StateAccess, 'query' | 'isFar'>,
  userId: number,
  { ids, kinds }: { readonly ids: ReadonlySet<string>; readonly kinds: readonly Kind[] },
): Promise<readonly MadeRow[]> => {
  if (ids.size === 0) return [];
  return fewOfMany<Kind, MadeRow>(ids, {
    kinds,
    read: ([first, ...others], by) => {
      if (first === undefined) return Promise.resolve([]);
      return others
        .reduce(
          (union, kind) => union.unionAll(rowsOfAny(query, { userId, kind }, by)),
          rowsOfAny(query, { userId, kind: first }, by),
        )
        .execute();
    },
    idOf: ({ item }) => idText(item),
    hexOf: idHexOf,
    isFar,
  });
};

const madeOf = (rows: readonly MadeRow[]): Made => {
  const own = new Map<string, Annotation>();
  const averages = new Map<string, number>();
  const places = new Map<string, number>();
  const note = (id: string, part: Partial<Annotation>): void => {
    own.set(id, { ...noAnnotation, ...own.get(id), ...part });
  };
  for (const { kind, item, one, other } of rows) {
    const id = idText(item);
    switch (kind) {
      case 'star':
        note(id, { starredAtMs: one });
        break;
      case 'rating':
        note(id, { rating: one });
        break;
      case 'plays':
        note(id, { plays: one, lastPlayedAtMs: other });
        break;
      case 'average':
        averages.set(id, one / (other ?? 1));
        break;
      case 'place':
        places.set(id, one);
        break;
    }
  }
  return { own, averages, places };
};

/** What somebody starred, rated and played of items: those of which anything is stored. */
export const findAnnotations = async (
  state: Pick<StateAccess, 'query' | 'isFar'>,
  userId: number,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Annotation>> =>
  madeOf(await readMade(state, userId, { ids: new Set(ids), kinds: ownKinds })).own;

/** The same, and all else that is known of them. */
export const findMade = async (
  state: Pick<StateAccess, 'query' | 'isFar'>,
  userId: number,
  ids: Iterable<string>,
): Promise<Made> => madeOf(await readMade(state, userId, { ids: new Set(ids), kinds: allKinds }));
