import type { MountDir } from '@tonearm/contract';
import type { StateQuery } from '../../state/state-access.ts';

/** The music sources in saved order, drafts included. */
export const readSources = (query: StateQuery): Promise<MountDir[]> =>
  query.selectFrom('sources').select(['source', 'name']).orderBy('position').execute();

/** Rows per statement: SQLite takes a limited number of values at once. */
const batchSize = 1000;

/** Replaces the whole list; call inside a transaction. */
export const replaceSources = async (query: StateQuery, sources: readonly MountDir[]): Promise<void> => {
  await query.deleteFrom('sources').execute();
  for (let from = 0; from < sources.length; from += batchSize) {
    const rows = sources
      .slice(from, from + batchSize)
      .map(({ source, name }, at) => ({ position: from + at, source, name }));
    await query.insertInto('sources').values(rows).execute();
  }
};
