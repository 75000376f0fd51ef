import type { MountDir } from '@tonearm/contract';
import type { StateQuery } from '../../state/state-access.ts';
import { type Write, writeTogether, writeWithRows } from '../../state/written-together.ts';

/** Lasting numbers of sources by their names; of two that had one, at different times, that of the later. */
type Numbers = ReadonlyMap<string, number>;

/** What is stored of music sources, as it is at one time. */
interface StoredSources {
  /** In saved order, drafts included. */
  readonly list: readonly MountDir[];
  readonly numbers: Numbers;
}

const numbersOf = (folders: readonly { readonly id: number; readonly name: string }[]): Numbers =>
  new Map(folders.map(({ id, name }) => [name, id]));

/** Reads both with one statement. */
export const readSources = async (query: StateQuery): Promise<StoredSources> => {
  const rows = await query
    .selectFrom('sources')
    .select((row) => [row.lit<number>(0).as('isFolder'), 'position as id', 'source', 'name'])
    .unionAll(
      query
        .selectFrom('music_folders')
        .select((row) => [row.lit<number>(1).as('isFolder'), 'id', 'source', 'name']),
    )
    .orderBy('isFolder')
    .orderBy('id')
    .execute();
  const list = rows.filter(({ isFolder }) => isFolder === 0).map(({ source, name }) => ({ source, name }));
  return { list, numbers: numbersOf(rows.filter(({ isFolder }) => isFolder === 1)) };
};

/** Rows per statement: SQLite takes a limited number of values at once. */
const batchSize = 1000;

/** Puts a whole list in the place of the one before. */
const replacingSources = (query: StateQuery, sources: readonly MountDir[]): readonly Write[] => {
  const rows = sources.map(({ source, name }, position) => ({ position, source, name }));
  const batches = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, at) =>
    rows.slice(at * batchSize, (at + 1) * batchSize),
  );
  return [query.deleteFrom('sources'), ...batches.map((batch) => query.insertInto('sources').values(batch))];
};

/**
 * Saves the list and gives each source but drafts its number: the one it had under its name, else the one of its folder,
 * which was renamed then, else a new one. Call inside a transaction.
 */
export const saveSources = async (
  query: StateQuery,
  list: readonly MountDir[],
  isDraft: (source: MountDir) => boolean,
): Promise<Numbers> => {
  const rows = await query.selectFrom('music_folders').selectAll().orderBy('id', 'desc').execute();
  const free = new Set(rows);
  const claim = (matches: (row: MountDir) => boolean): number | null => {
    const found = [...free].find(matches);
    if (found === undefined) return null;
    free.delete(found);
    return found.id;
  };
  const sources = list.filter((entry) => !isDraft(entry));
  const known = new Map(sources.map((entry) => [entry, claim(({ name }) => name === entry.name)]));
  const folders = new Map(rows.map((row) => [row.id, row]));
  const [made, changing]: [MountDir[], Write[]] = [[], []];
  for (const entry of sources) {
    const values = { name: entry.name, source: entry.source };
    const id = known.get(entry) ?? claim(({ source }) => source === entry.source);
    const before = id === null ? undefined : folders.get(id);
    if (id === null || before === undefined) made.push(values);
    else if (before.name !== values.name || before.source !== values.source) {
      folders.set(id, { id, ...values });
      changing.push(query.updateTable('music_folders').set(values).where('id', '=', id));
    }
  }
  const writes = [...replacingSources(query, list), ...changing];
  const all = [...folders.values()].sort((one, other) => one.id - other.id);
  if (made.length === 0) {
    await writeTogether(query, writes);
    return numbersOf(all);
  }
  const making = query.insertInto('music_folders').values(made).returning(['id', 'name']);
  return numbersOf([...all, ...(await writeWithRows(query, making, writes))]);
};
