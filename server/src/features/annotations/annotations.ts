import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StateAccess } from '../../state/state-access.ts';
import {
  type AnnotationWish,
  type Item,
  type Listed,
  listItems,
  listTogether,
  rateItems,
  starItems,
  totalPlays,
  unrateItems,
  unstarItems,
} from './annotation-store.ts';
import { type Annotation, findAnnotations, findMade, type Made } from './made-store.ts';
import { type PersonalField, personalNumbers } from './personal-numbers-store.ts';

/**
 * Stars, ratings and counts of plays, of each person for themselves, by lasting ids of songs, albums, artists and
 * folders. An id that is none is as one of which nothing is stored; whether there is such a thing, the library knows.
 * Any number of ids may be given; about 1,000 at once are a few milliseconds.
 */
export interface Annotations {
  /** Of the ids of which anything is stored. */
  of(userId: number, ids: Iterable<string>): Promise<ReadonlyMap<string, Annotation>>;
  /** The same, what everybody thinks of items, and where bookmarks are: of everything on a page at once. */
  everything(userId: number, ids: Iterable<string>): Promise<Made>;
  /** How often everybody together played items, of those that anybody played. */
  totalPlays(ids: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** As one. What is starred already keeps its date. */
  star(userId: number, items: readonly Item[]): Promise<void>;
  /** As one, also what is not starred. */
  unstar(userId: number, ids: readonly string[]): Promise<void>;
  /** As one. @param rating 1 to 5; 0 takes it away. @throws AppError invalid_rating */
  rate(userId: number, items: readonly Item[], rating: number): Promise<void>;
  /** A part of what somebody starred, rated or played; what is not in the library (now) is among it. */
  list(userId: number, wish: AnnotationWish): Promise<readonly Listed[]>;
  /** Several parts at once, in the order of the wishes. */
  lists(userId: number, wishes: readonly AnnotationWish[]): Promise<readonly (readonly Listed[])[]>;
  /** All songs of which somebody made something, by their lasting ids. */
  numbers(userId: number, field: PersonalField): ReturnType<typeof personalNumbers>;
}

/** What annotations need. */
export interface AnnotationsDeps {
  readonly state: Pick<StateAccess, 'query' | 'isFar'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Items that one statement names. */
const mostAtOnce = 1000;

const runsOf = <Value>(values: readonly Value[]): (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / mostAtOnce) }, (_, run) =>
    values.slice(run * mostAtOnce, (run + 1) * mostAtOnce),
  );

/** Keeps them in `state.db`. */
export const createAnnotations = ({ state, clock }: AnnotationsDeps): Annotations => {
  const { query } = state;
  /** Runs of writes as one. */
  const inRuns = async <Value>(
    values: readonly Value[],
    write: (within: typeof query, run: readonly Value[]) => Promise<void>,
  ): Promise<void> => {
    if (values.length === 0) return;
    await query.transaction().execute(async (transaction) => {
      for (const run of runsOf(values)) await write(transaction, run);
    });
  };
  return {
    of: (userId, ids) => findAnnotations(state, userId, ids),
    everything: (userId, ids) => findMade(state, userId, ids),
    totalPlays: (ids) => totalPlays(query, ids),
    star: (userId, items) => {
      const nowMs = clock.nowMs();
      return inRuns(items, (within, run) => starItems(within, userId, run, nowMs));
    },
    unstar: (userId, ids) => inRuns(ids, (within, run) => unstarItems(within, userId, run)),
    rate: (userId, items, rating) => {
      if (!Number.isInteger(rating) || rating < 0 || rating > 5) {
        throw new AppError('invalid_rating', 'A rating is a whole number from 1 to 5, or 0 for none.');
      }
      const nowMs = clock.nowMs();
      return inRuns(items, (within, run) =>
        rating === 0
          ? unrateItems(
              within,
              userId,
              run.map(({ id }) => id),
            )
          : rateItems(within, userId, run, { rating, nowMs }),
      );
    },
    list: (userId, wish) => listItems(query, userId, wish),
    lists: (userId, wishes) => listTogether(query, userId, wishes),
    numbers: (userId, field) => personalNumbers(query, userId, field),
  };
};
