import type { MountDir } from '@tonearm/contract';
import { type ChangeWrites, makingOf } from '../../state/changes/prepared-change.ts';
import { type Reading, readingOf } from '../../state/changes/read-together.ts';
import type { StateQuery } from '../../state/state-access.ts';
import type { Write } from '../../state/written-together.ts';

/** Lasting numbers of sources by their names; of two that had one, at different times, that of the later. */
type Numbers = ReadonlyMap<string, number>;

/** What is stored of music sources, as it is at one time. */
export interface StoredSources {
  /** In saved order, drafts included. */
  readonly list: readonly MountDir[];
  readonly numbers: Numbers;
}

const numbersOf = (folders: readonly { readonly id: number; readonly name: string }[]): Numbers =>
  new Map(folders.map(({ id, name }) => [name, id]));

/** Both, with one statement. */
export const readingSources = (take: (stored: StoredSources) => void | Promise<void>): Reading =>
  readingOf(
    (query) =>
      query
        .selectFrom('sources')
        .select((row) => [row.lit<number>(0).as('isFolder'), 'position as id', 'source', 'name'])
        .unionAll(
          query
            .selectFrom('music_folders')
            .select((row) => [row.lit<number>(1).as('isFolder'), 'id', 'source', 'name']),
        )
        .orderBy('isFolder')
        .orderBy('id'),
    (rows) => {
      const list = rows
        .filter(({ isFolder }) => isFolder === 0)
        .map(({ source, name }) => ({ source, name }));
      return take({ list, numbers: numbersOf(rows.filter(({ isFolder }) => isFolder === 1)) });
    },
  );

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

/** A source that has its number. */
interface MusicFolderRow extends MountDir {
  readonly id: number;
}

/** Sources that have numbers, the newest first. */
export const readingFolders = (take: (folders: readonly MusicFolderRow[]) => void): Reading =>
  readingOf((query) => query.selectFrom('music_folders').selectAll().orderBy('id', 'desc'), take);

/** What a list of sources is saved by. */
interface SourcesSaved {
  readonly list: readonly MountDir[];
  readonly isDraft: (source: MountDir) => boolean;
  /** Those that have numbers now, the newest first. */
  readonly folders: readonly MusicFolderRow[];
  /** Hears of all numbers. */
  readonly onNumbers: (numbers: Numbers) => void;
}

/**
 * Saves the list and gives each source but drafts its number: the one it had under its name, else the one of its folder,
 * which was renamed then, else a new one.
 */
export const savingSources = (
  query: StateQuery,
  { list, isDraft, folders: rows, onNumbers }: SourcesSaved,
): ChangeWrites => {
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
  onNumbers(numbersOf(all));
  if (made.length === 0) return { writes };
  const making = makingOf(
    query.insertInto('music_folders').values(made).returning(['id', 'name']),
    (rowsMade) => onNumbers(numbersOf([...all, ...rowsMade])),
  );
  return { writes, making };
};
