import type { CorrectionRule } from '@tonearm/contract';
import { expressionBuilder } from 'kysely';
import type { StateQuery } from '../../state/state-access.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { greaterOf, isOneOfBytes } from '../../state/state-sql.ts';
import { type Write, writeTogether } from '../../state/written-together.ts';

/** Artists or albums that become one. */
interface Merged {
  readonly kind: 'artist' | 'album';
  readonly from: readonly Buffer[];
  readonly into: Buffer;
}

/** What a merge gives is this much younger, in milliseconds, than what it was made of: so it is known again. */
const youngerMs = 1;

/** What becomes one by a rule; null where nothing does. */
const mergedBy = (rule: CorrectionRule): Merged | null => {
  const likes = rule.kind === 'names' || rule.kind === 'songs' ? rule.likes : undefined;
  if (likes === undefined) return null;
  return {
    kind: rule.kind === 'names' ? 'artist' : 'album',
    from: likes.from.map((id) => Buffer.from(id, 'hex')),
    into: Buffer.from(likes.into, 'hex'),
  };
};

/** Merges that hold, the oldest first. */
const mergesOf = async (query: StateQuery): Promise<Merged[]> => {
  const rows = await query
    .selectFrom('corrections')
    .select('rule')
    .where('rule', 'like', '%"likes":%')
    .orderBy('id')
    .execute();
  return rows.map(({ rule }) => mergedBy(JSON.parse(rule) as CorrectionRule)).filter((one) => one !== null);
};

/**
 * What artists and albums count as by the merges that hold, also where the library does not say so yet: what is made of
 * one of them since belongs to what it became, so that a merge that is taken back takes no more than it gave.
 * @returns by 16 bytes of an id those of what it became; its own where it became nothing else
 */
export const becomeOf = async (query: StateQuery): Promise<(id: Buffer) => Buffer> => {
  const merges = await mergesOf(query);
  return (id) =>
    merges.reduce((now, { from, into }) => (from.some((one) => one.equals(now)) ? into : now), id);
};

/** The first star of each person among some. */
const givingStars = (query: StateQuery, { kind, from, into }: Merged): Write =>
  query
    .insertInto('stars')
    .columns(['item', 'kind', 'user_id', 'starred_at_ms'])
    .expression(
      query
        .selectFrom('stars')
        .select((row) => [
          row.val(into).as('item'),
          row.val(kind).as('kind'),
          'user_id',
          row(row.fn.min<number>('starred_at_ms'), '+', row.lit(youngerMs)).as('starred_at_ms'),
        ])
        .where(isOneOfBytes('item', [...from]))
        .groupBy('user_id'),
    )
    .onConflict((conflict) => conflict.doNothing());

/** The last rating of each person among some. */
const givingRatings = (query: StateQuery, { kind, from, into }: Merged): Write =>
  query
    .insertInto('ratings')
    .columns(['item', 'kind', 'user_id', 'rating', 'rated_at_ms'])
    .expression(
      query
        .selectFrom('ratings')
        .select((row) => [
          row.val(into).as('item'),
          row.val(kind).as('kind'),
          'user_id',
          'rating',
          row('rated_at_ms', '+', row.lit(youngerMs)).as('rated_at_ms'),
        ])
        .where(isOneOfBytes('item', [...from]))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ratings as later')
                .select('later.user_id')
                .where(isOneOfBytes('later.item', [...from]))
                .whereRef('later.user_id', '=', 'ratings.user_id')
                .whereRef('later.rated_at_ms', '>', 'ratings.rated_at_ms'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing());

const givingPlays = (query: StateQuery, { kind, from, into }: Merged): Write =>
  query
    .insertInto('play_counts')
    .columns(['item', 'kind', 'user_id', 'plays', 'last_played_at_ms'])
    .expression(
      query
        .selectFrom('play_counts')
        .select((row) => [
          row.val(into).as('item'),
          row.val(kind).as('kind'),
          'user_id',
          row.fn.sum<number>('plays').as('plays'),
          row.fn.max<number>('last_played_at_ms').as('last_played_at_ms'),
        ])
        .where(isOneOfBytes('item', [...from]))
        .groupBy('user_id'),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'item']).doUpdateSet(({ ref, eb }) => ({
        plays: eb(ref('play_counts.plays'), '+', ref('excluded.plays')),
        last_played_at_ms: greaterOf('play_counts.last_played_at_ms', 'excluded.last_played_at_ms'),
      })),
    );

/** Gives, where somebody made nothing of it itself, the first star and the last rating of each person; and all plays. */
const giving = (query: StateQuery, merged: Merged): readonly Write[] => [
  givingStars(query, merged),
  givingRatings(query, merged),
  givingPlays(query, merged),
];

/** Plays of what became one, of the person of a row of plays; null where there are none. */
const playsGiven = (from: Merged['from']) =>
  expressionBuilder<StateDatabase, 'play_counts'>()
    .selectFrom('play_counts as given')
    .select((row) => row.fn.sum<number>('given.plays').as('plays'))
    .where(isOneOfBytes('given.item', [...from]))
    .whereRef('given.user_id', '=', 'play_counts.user_id');

/**
 * Takes back what `giving` gave; a star or rating only as far as nobody said it again since. When something was played last
 * stays: nobody noted when that was before.
 */
const taking = (query: StateQuery, { from, into }: Merged): readonly Write[] => [
  query
    .deleteFrom('stars')
    .where(isOneOfBytes('item', [into]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stars as given')
          .select('given.user_id')
          .where(isOneOfBytes('given.item', [...from]))
          .whereRef('given.user_id', '=', 'stars.user_id')
          .where((row) =>
            row('stars.starred_at_ms', '=', row(row.ref('given.starred_at_ms'), '+', row.lit(youngerMs))),
          ),
      ),
    ),
  query
    .deleteFrom('ratings')
    .where(isOneOfBytes('item', [into]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ratings as given')
          .select('given.user_id')
          .where(isOneOfBytes('given.item', [...from]))
          .whereRef('given.user_id', '=', 'ratings.user_id')
          .where((row) =>
            row('ratings.rated_at_ms', '=', row(row.ref('given.rated_at_ms'), '+', row.lit(youngerMs))),
          ),
      ),
    ),
  // Of one row only one of both may be said: they are beside one another in PostgreSQL.
  query
    .deleteFrom('play_counts')
    .where(isOneOfBytes('item', [into]))
    .where('plays', '<=', playsGiven(from)),
  query
    .updateTable('play_counts')
    .set(({ eb, ref }) => ({ plays: eb(ref('plays'), '-', playsGiven(from).$asScalar().$notNull()) }))
    .where(isOneOfBytes('item', [into]))
    .where('plays', '>', playsGiven(from)),
];

/**
 * Gives what others become what people made of those. Theirs stays with them, for the day on which the merge is taken
 * back. Nothing where a rule makes nothing one.
 */
export const givingLikes = (query: StateQuery, rule: CorrectionRule): readonly Write[] => {
  const merged = mergedBy(rule);
  return merged === null ? [] : giving(query, merged);
};

/**
 * Takes back what `givingLikes` gave.
 * @param later rules that were made since, the oldest first: what they gave on is taken back before, and given anew after
 * @param others what is written with it
 */
export const takeLikes = async (
  query: StateQuery,
  { rule, later }: { readonly rule: CorrectionRule; readonly later: readonly CorrectionRule[] },
  others: readonly Write[],
): Promise<void> => {
  const merged = mergedBy(rule);
  if (merged === null) return await writeTogether(query, others);
  const since = later.map(mergedBy).filter((one) => one !== null);
  // Each needs what the one before has left.
  for (const one of since.toReversed()) await writeTogether(query, taking(query, one));
  await writeTogether(query, [...taking(query, merged), ...others]);
  for (const one of since) await writeTogether(query, giving(query, one));
};
