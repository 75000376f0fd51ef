import type { StateQuery } from '../../state/state-access.ts';
import { isOneOf } from '../../state/state-sql.ts';

/** Where songs are now, by the paths where they were. */
type Targets = ReadonlyMap<string, string>;

/** A play whose song is somewhere else now. */
interface MovedPlay {
  readonly id: number;
  readonly to: string;
}

const movedOf = (rows: readonly { id: number; path: string }[], targets: Targets): MovedPlay[] =>
  rows.flatMap(({ id, path }) => {
    const to = targets.get(path);
    return to === undefined ? [] : { id, to };
  });

/** Number of the newest play; 0 when there is none. */
export const findLastPlay = async (query: StateQuery): Promise<number> => {
  const row = await query
    .selectFrom('listens')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
};

/** Plays in a range of numbers whose songs moved. */
export const findMovedPlays = async (
  query: StateQuery,
  targets: Targets,
  range: { first: number; last: number },
): Promise<MovedPlay[]> => {
  const rows = await query
    .selectFrom('listens')
    .select(['id', 'path'])
    .where('id', '>=', range.first)
    .where('id', '<=', range.last)
    .where(isOneOf('path', targets.keys()))
    .execute();
  return movedOf(rows, targets);
};

/** The same among all plays that wait in the outbox: those of two weeks at most. */
export const findMovedWaiting = async (query: StateQuery, targets: Targets): Promise<MovedPlay[]> => {
  const rows = await query
    .selectFrom('outbox')
    .select(['id', 'path'])
    .where(isOneOf('path', targets.keys()))
    .execute();
  return movedOf(rows, targets);
};

/** Gives a play its new path. Where the same play is known under that already, this one stays as it is. */
export const movePlay = async (query: StateQuery, { id, to }: MovedPlay): Promise<void> => {
  await query
    .updateTable('listens')
    .set({ path: to })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listens as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'listens.user_id')
            .whereRef('other.played_at', '=', 'listens.played_at')
            .where('other.path', '=', to),
        ),
      ),
    )
    .execute();
};

/** The same for one that waits. */
export const moveWaiting = async (query: StateQuery, { id, to }: MovedPlay): Promise<void> => {
  await query
    .updateTable('outbox')
    .set({ path: to })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'outbox.user_id')
            .whereRef('other.service', '=', 'outbox.service')
            .whereRef('other.played_at', '=', 'outbox.played_at')
            .where('other.path', '=', to),
        ),
      ),
    )
    .execute();
};
