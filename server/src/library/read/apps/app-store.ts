import type Database from 'better-sqlite3';
import { dataVersionOf } from '../../../db/settings.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { idText } from '../../model/public-id.ts';
import { createTogether } from '../../together.ts';
import { createMusicStore } from '../music/music-store.ts';
import { appStatements } from './app-statements.ts';

/** What is made of the library is made anew when that changed; while it changes all the time, it may be this old, in milliseconds. */
const mostStaleMs = 5_000;

/** Another number whenever apps may be told otherwise: not where colours of pictures were written. */
const toldStateOf = (raw: Database.Database): (() => number) => {
  const versionOf = dataVersionOf(raw);
  const changedAt = raw.prepare(`SELECT value FROM meta WHERE key = 'changed_at_ms'`).pluck();
  let version: number | null = null;
  let changed: unknown;
  let state = 0;
  return () => {
    const current = versionOf();
    if (current === version) return state;
    version = current;
    const next = changedAt.get();
    if (next === undefined || next !== changed) state += 1;
    changed = next;
    return state;
  };
};

const createKept = (versionOf: () => number, nowMs: () => number) => {
  let version = -1;
  let sinceMs = Number.NEGATIVE_INFINITY;
  let kept = new Map<string, unknown>();
  /** Lets go what is too old. @returns the state of the library that all is told of; null where what is kept is of another */
  const state = (): number | null => {
    const current = versionOf();
    if (current !== version && nowMs() - sinceMs > mostStaleMs) {
      version = current;
      sinceMs = nowMs();
      kept = new Map();
    }
    return current === version ? version : null;
  };
  return {
    state,
    of: <Value>(key: string, make: () => Value): Value => {
      state();
      if (!kept.has(key)) kept.set(key, make());
      return kept.get(key) as Value;
    },
  };
};

/** Runs the statements of apps, each prepared once it is wanted. */
const createStatements = (raw: Database.Database) => {
  type Name = keyof typeof appStatements;
  type Prepared = Database.Statement<unknown[], unknown>;
  const ofObjects = new Map<Name, Prepared>();
  const ofValues = new Map<Name, Prepared>();
  const preparedOf = (known: Map<Name, Prepared>, name: Name, make: () => Prepared): Prepared => {
    const statement = known.get(name) ?? make();
    known.set(name, statement);
    return statement;
  };
  return {
    all: <Row>(name: Name, ...parameters: unknown[]): Row[] =>
      preparedOf(ofObjects, name, () => raw.prepare(appStatements[name])).all(...parameters) as Row[],
    /** Rows as lists of their values, which takes the driver a fraction of what objects do. */
    values: <Row extends readonly unknown[]>(name: Name, ...parameters: unknown[]): Row[] =>
      preparedOf(ofValues, name, () => raw.prepare(appStatements[name]).raw()).all(...parameters) as Row[],
  };
};

/** So many single items are remembered of a kind: whoever walks through a great collection comes back to few of them. */
const mostRemembered = 10_000;

/** Runs the statements of apps on a connection that reads, and keeps what is made of much of the library. */
export const createAppStore = (raw: Database.Database, nowMs: () => number) => {
  const { all, values } = createStatements(raw);
  const one = <Row>(name: keyof typeof appStatements, ...parameters: unknown[]): Row | null =>
    all<Row>(name, ...parameters)[0] ?? null;
  const versionOf = toldStateOf(raw);
  const { of: kept, state } = createKept(versionOf, nowMs);
  const genres = () =>
    kept('genres', () =>
      all<{ id: number; publicId: Buffer; name: string }>('genreIds').map((row) => ({
        id: row.id,
        publicId: idText(row.publicId),
        folded: foldText(row.name),
      })),
    );
  const ids = (name: keyof typeof appStatements, ...parameters: unknown[]): number[] =>
    all<{ id: number }>(name, ...parameters).map(({ id }) => id);
  const sourceId = (name: string | null): number | null =>
    name === null ? null : (one<{ id: number }>('sourceId', name)?.id ?? -1);
  return {
    music: createMusicStore(raw),
    together: createTogether(raw),
    all,
    values,
    one,
    ids,
    versionOf,
    state,
    /** Makes something once for each state of the library. */
    kept,
    /** What is known of single items in this state of the library: of so many of them, then it begins anew. */
    remembered: <Key, Value>(what: string, most: number = mostRemembered): Map<Key, Value> => {
      const known = kept(what, () => new Map<Key, Value>());
      if (known.size > most) known.clear();
      return known;
    },
    /** Milliseconds since the epoch: when the library that is told of was changed last. */
    changedAtMs: (): number => kept('changed', () => one<{ atMs: number }>('changedAt')?.atMs ?? 0),
    /** The number of a source, null for none, one that is nobody's for a name there is not. */
    sourceId,
    /** The same, where a set of albums with songs of it is wanted. */
    albumsOfSource: (source: string | null): ReadonlySet<number> | null => {
      const number = sourceId(source);
      return number === null
        ? null
        : kept(`albums of ${number}`, () => new Set(ids('albumsOfSource', number)));
    },
    genreNamed: (name: string) => {
      const wanted = foldText(name);
      return genres().find(({ folded }) => folded === wanted) ?? null;
    },
  };
};

/** @see createAppStore */
export type AppStore = ReturnType<typeof createAppStore>;

/** A part of a list of ids, and how many there are. */
export const cutIds = (
  ids: readonly number[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { total: number; ids: readonly number[] } => ({
  total: ids.length,
  ids: ids.slice(offset, offset + limit),
});
