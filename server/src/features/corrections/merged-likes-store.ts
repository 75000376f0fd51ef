import type { CorrectionRule } from '@tonearm/contract';
import { derivedId } from '../../library/model/public-id.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { isOneOfBytes } from '../../state/state-sql.ts';

/** Artists that become one, by the ids that they may have. */
interface Merged {
  readonly others: readonly Buffer[];
  readonly into: readonly Buffer[];
}

/** What a merge gives to an artist is this much younger, in milliseconds, than what it was made of: so it is known again. */
const youngerMs = 1;

const idOfKey = (key: string): Buffer => {
  const at = key.indexOf(':');
  const name = key.slice(at + 1);
  return key.slice(0, at) === 'mb' ? derivedId('artist', 'mb', name) : derivedId('artist', name);
};

/** Who becomes whom; null where a rule names no single artist. */
export const mergedBy = (rule: CorrectionRule): Merged | null => {
  if (rule.kind !== 'names' || rule.as === null || rule.names.length !== 1) return null;
  const mb = rule.names[0]?.mb ?? null;
  const into = [derivedId('artist', rule.as), ...(mb === null ? [] : [derivedId('artist', 'mb', mb)])];
  const others = rule.keys.map(idOfKey).filter((id) => !into.some((one) => one.equals(id)));
  return { others, into };
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

/**
 * Gives the artist that others become what people starred and rated of those, where they made nothing of it itself: the
 * first star and the last rating of each person. Those of the others stay, for the day on which the merge is taken back.
 * @param into the id that it has now
 */
export const giveLikes = async (query: StateQuery, into: Buffer, { others }: Merged): Promise<void> => {
  const item = { item: into, kind: 'artist' as const };
  for (const { user_id, starred_at_ms } of await starsOf(query, others)) {
    await query
      .insertInto('stars')
      .values({ ...item, user_id, starred_at_ms: starred_at_ms + youngerMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const { user_id, rating, rated_at_ms } of await ratingsOf(query, others)) {
    await query
      .insertInto('ratings')
      .values({ ...item, user_id, rating, rated_at_ms: rated_at_ms + youngerMs })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};

/** Takes back what `giveLikes` gave, as far as nobody said it again since. */
export const takeLikes = async (query: StateQuery, { others, into }: Merged): Promise<void> => {
  for (const { user_id, starred_at_ms } of await starsOf(query, others)) {
    await query
      .deleteFrom('stars')
      .where('user_id', '=', user_id)
      .where(isOneOfBytes('item', [...into]))
      .where('starred_at_ms', '=', starred_at_ms + youngerMs)
      .execute();
  }
  for (const { user_id, rated_at_ms } of await ratingsOf(query, others)) {
    await query
      .deleteFrom('ratings')
      .where('user_id', '=', user_id)
      .where(isOneOfBytes('item', [...into]))
      .where('rated_at_ms', '=', rated_at_ms + youngerMs)
      .execute();
  }
};
