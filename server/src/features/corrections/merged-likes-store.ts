import type { CorrectionRule } from '@tonearm/contract';
import type { StateQuery } from '../../state/state-access.ts';
import { greaterOf, isOneOfBytes } from '../../state/state-sql.ts';

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

const starsOf = (query: StateQuery, ids: readonly Buffer[]) =>
  query
    .selectFrom('stars')
    .select(['user_id', 'starred_at_ms'])
    .where(isOneOfBytes('item', [...ids]))
    .orderBy('starred_at_ms')
    .execute();

const ratingsOf = (query: StateQuery, ids: readonly Buffer[]) =>
  query
    .selectFrom('ratings')
    .select(['user_id', 'rating', 'rated_at_ms'])
    .where(isOneOfBytes('item', [...ids]))
    .orderBy('rated_at_ms', 'desc')
    .execute();

const playsOf = (query: StateQuery, ids: readonly Buffer[]) =>
  query
    .selectFrom('play_counts')
    .select(['user_id', 'plays', 'last_played_at_ms'])
    .where(isOneOfBytes('item', [...ids]))
    .execute();

const givePlays = async (query: StateQuery, { kind, from, into }: Merged): Promise<void> => {
  for (const row of await playsOf(query, from))
    await query
      .insertInto('play_counts')
      .values({ ...row, item: into, kind })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'item']).doUpdateSet(({ ref, eb }) => ({
          plays: eb(ref('play_counts.plays'), '+', row.plays),
          last_played_at_ms: greaterOf('play_counts.last_played_at_ms', 'excluded.last_played_at_ms'),
        })),
      )
      .execute();
};

/** When they were played last stays: nobody noted when that was before. */
const takePlays = async (query: StateQuery, { from, into }: Merged): Promise<void> => {
  for (const { user_id, plays } of await playsOf(query, from)) {
    const ofUser = query.updateTable('play_counts').where('user_id', '=', user_id);
    await ofUser
      .set(({ eb, ref }) => ({ plays: eb(ref('plays'), '-', plays) }))
      .where(isOneOfBytes('item', [into]))
      .execute();
  }
  await query
    .deleteFrom('play_counts')
    .where(isOneOfBytes('item', [into]))
    .where('plays', '<=', 0)
    .execute();
};

/** Gives, where somebody made nothing of it itself, the first star and the last rating of each person; and all plays. */
const give = async (query: StateQuery, merged: Merged): Promise<void> => {
  const { kind, from, into: item } = merged;
  for (const { user_id, starred_at_ms } of await starsOf(query, from)) {
    await query
      .insertInto('stars')
      .values({ item, kind, user_id, starred_at_ms: starred_at_ms + youngerMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const { user_id, rating, rated_at_ms } of await ratingsOf(query, from)) {
    await query
      .insertInto('ratings')
      .values({ item, kind, user_id, rating, rated_at_ms: rated_at_ms + youngerMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await givePlays(query, merged);
};

/** Takes back what `give` gave; a star or rating only as far as nobody said it again since. */
const take = async (query: StateQuery, merged: Merged): Promise<void> => {
  const { from, into } = merged;
  for (const { user_id, starred_at_ms } of await starsOf(query, from)) {
    await query
      .deleteFrom('stars')
      .where('user_id', '=', user_id)
      .where(isOneOfBytes('item', [into]))
      .where('starred_at_ms', '=', starred_at_ms + youngerMs)
      .execute();
  }
  for (const { user_id, rated_at_ms } of await ratingsOf(query, from)) {
    await query
      .deleteFrom('ratings')
      .where('user_id', '=', user_id)
      .where(isOneOfBytes('item', [into]))
      .where('rated_at_ms', '=', rated_at_ms + youngerMs)
      .execute();
  }
  await takePlays(query, merged);
};

/**
 * Gives what others become what people made of those. Theirs stays with them, for the day on which the merge is taken
 * back. Nothing where a rule makes nothing one.
 */
export const giveLikes = async (query: StateQuery, rule: CorrectionRule): Promise<void> => {
  const merged = mergedBy(rule);
  if (merged !== null) await give(query, merged);
};

/**
 * Takes back what `giveLikes` gave.
 * @param later rules that were made since, the oldest first: what they gave on is taken back before, and given anew after
 */
export const takeLikes = async (
  query: StateQuery,
  rule: CorrectionRule,
  later: readonly CorrectionRule[],
): Promise<void> => {
  const merged = mergedBy(rule);
  if (merged === null) return;
  const since = later.map(mergedBy).filter((one) => one !== null);
  for (const one of since.toReversed()) await take(query, one);
  await take(query, merged);
  for (const one of since) await give(query, one);
};
