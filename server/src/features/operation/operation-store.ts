import type { StateQuery } from '../../state/state-access.ts';

/** Plays of everybody that wait for a service, and those that one refused for good. */
export const countOutbox = async (query: StateQuery): Promise<{ waiting: number; refused: number }> => {
  const { all, waiting } = await query
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('all')])
    .select(({ selectFrom, fn }) =>
      selectFrom('outbox').where('refusal', 'is', null).select(fn.countAll<number>().as('n')).as('waiting'),
    )
    .executeTakeFirst()
    .then((row) => ({ all: row?.all ?? 0, waiting: row?.waiting ?? 0 }));
  return { waiting, refused: all - waiting };
};
