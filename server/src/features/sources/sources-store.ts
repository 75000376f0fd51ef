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

/** Lasting numbers of sources by their names; of two that had one, at different times, that of the later. */
export const readMusicFolders = async (query: StateQuery): Promise<ReadonlyMap<string, number>> => {
  const rows = await query.selectFrom('music_folders').select(['id', 'name']).orderBy('id').execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
};

/**
 * Gives each source its number: the one it had under its name, else the one of its folder, which was renamed then,
 * else a new one. Call inside a transaction.
 */
export const keepMusicFolders = async (query: StateQuery, sources: readonly MountDir[]): Promise<void> => {
  const rows = await query.selectFrom('music_folders').selectAll().orderBy('id', 'desc').execute();
  const free = new Set(rows);
  const claim = (matches: (row: MountDir) => boolean): number | null => {
    const found = [...free].find(matches);
    if (found === undefined) return null;
    free.delete(found);
    return found.id;
  };
  const known = new Map(sources.map((entry) => [entry, claim(({ name }) => name === entry.name)]));
  for (const entry of sources) {
    const id = known.get(entry) ?? claim(({ source }) => source === entry.source);
    const values = { name: entry.name, source: entry.source };
    if (id === null) await query.insertInto('music_folders').values(values).execute();
    else await query.updateTable('music_folders').set(values).where('id', '=', id).execute();
  }
};
