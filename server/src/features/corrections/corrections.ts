import { isDeepStrictEqual } from 'node:util';
import type { CarriedCorrection, Correction, CorrectionRule } from '@tonearm/contract';
import type { CorrectionFacts } from '../../library/read/corrections/correction-facts.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { writeTogether } from '../../state/written-together.ts';
import {
  addCorrection,
  addCorrections,
  type MadeCorrection,
  readCorrections,
  removingCorrection,
  type StoredCorrection,
} from './corrections-store.ts';
import { givingLikes, takeLikes } from './merged-likes-store.ts';
import { ruleOf } from './rule-of.ts';

/** What administrators say of the collection where files say otherwise, kept in memory beside `state.db`. */
export interface Corrections {
  /** The oldest first. */
  all(): readonly StoredCorrection[];
  /** What songs are corrected by, in the order in which it was said. */
  rules(): readonly CorrectionRule[];
  /** @returns its id. @throws AppError of what it names and is not there, or invalid_correction */
  make(change: Correction, madeBy: string): Promise<number>;
  /** @throws AppError correction_not_found */
  undo(id: number): Promise<void>;
  carry(): Promise<CarriedCorrection[]>;
  /** Reads them again: another process may have made some. */
  reload(): Promise<void>;
  /** @returns how many were added */
  take(carried: readonly CarriedCorrection[]): Promise<number>;
}

const songsOf = (rule: CorrectionRule): readonly string[] =>
  rule.kind === 'songs' || rule.kind === 'hidden' ? rule.songs : [];

const withSongs = (rule: CorrectionRule, idOf: (id: string) => string): CorrectionRule =>
  rule.kind === 'songs' || rule.kind === 'hidden' ? { ...rule, songs: rule.songs.map(idOf) } : rule;

/** Ids of another server's songs, by those of this one's at the same paths. */
const localIds = async (
  carried: readonly CarriedCorrection[],
  facts: CorrectionFacts,
): Promise<ReadonlyMap<string, string>> => {
  const wanted = carried.flatMap(({ rule, paths }) =>
    songsOf(rule).map((id) => ({ id, path: paths[id] ?? null })),
  );
  const known = await facts.songPaths(wanted.map(({ id }) => id));
  const strange = wanted.flatMap(({ id, path }) => (known.has(id) || path === null ? [] : [{ id, path }]));
  const here = await facts.songIds(strange.map(({ path }) => path));
  return new Map(strange.map(({ id }, index) => [id, here[index] ?? id]));
};

/** Stores a correction, with what it does to stars, ratings and plays. @returns its id */
const storeMade = ({ query }: Pick<StateAccess, 'query'>, made: MadeCorrection): Promise<number> =>
  query
    .transaction()
    .execute((transaction) => addCorrection(transaction, made, givingLikes(transaction, made.rule)));

/** The same of many: what one of them gave may be given on by the next. */
const storeAll = ({ query }: Pick<StateAccess, 'query'>, all: readonly MadeCorrection[]): Promise<void> =>
  query.transaction().execute(async (transaction) => {
    for (const { rule } of all) await writeTogether(transaction, givingLikes(transaction, rule));
    await addCorrections(transaction, all);
  });

/** @param stored all there are, the oldest first */
const removeMade = (
  { query }: Pick<StateAccess, 'query'>,
  made: StoredCorrection,
  stored: readonly StoredCorrection[],
): Promise<void> =>
  query.transaction().execute(async (transaction) => {
    const later = stored.slice(stored.indexOf(made) + 1).map(({ rule }) => rule);
    await takeLikes(transaction, { rule: made.rule, later }, [removingCorrection(transaction, made.id)]);
  });

/** Reads what was made. @param deps.facts of the library as it is */
export const createCorrections = async (deps: {
  state: Pick<StateAccess, 'query'>;
  facts: CorrectionFacts;
  events: Pick<Events<AppEvents>, 'emit'>;
  clock: Pick<Clock, 'nowMs'>;
}): Promise<Corrections> => {
  const { state, facts, events, clock } = deps;
  let stored: readonly StoredCorrection[] = await readCorrections(state.query);
  const become = (next: readonly StoredCorrection[]): void => {
    if (isDeepStrictEqual(next, stored)) return;
    stored = next;
    events.emit('music-rules-changed', undefined);
  };
  const changed = async (): Promise<void> => become(await readCorrections(state.query));
  return {
    all: () => stored,
    rules: () => stored.map(({ rule }) => rule),
    make: async (change, madeBy) => {
      const made = { ...(await ruleOf(change, facts)), madeBy, madeAtMs: clock.nowMs() };
      const id = await storeMade(state, made);
      await changed();
      return id;
    },
    undo: async (id) => {
      const made = stored.find((one) => one.id === id);
      if (made === undefined) throw new AppError('correction_not_found', 'There is no such correction.');
      await removeMade(state, made, stored);
      await changed();
    },
    reload: async () => become(await readCorrections(state.query)),
    carry: async () => {
      const paths = await facts.songPaths(stored.flatMap(({ rule }) => songsOf(rule)));
      return stored.map(({ rule, about, madeBy, madeAtMs }) => ({
        about,
        rule,
        made_by: madeBy,
        made_at_ms: madeAtMs,
        paths: Object.fromEntries(
          songsOf(rule).flatMap((id) => (paths.has(id) ? [[id, paths.get(id) ?? '']] : [])),
        ),
      }));
    },
    take: async (carried) => {
      const ids = await localIds(carried, facts);
      const known = new Set(stored.map(({ rule }) => JSON.stringify(rule)));
      const added: MadeCorrection[] = [];
      for (const { rule, about, made_by, made_at_ms } of carried) {
        const local = withSongs(rule, (id) => ids.get(id) ?? id);
        const text = JSON.stringify(local);
        if (known.has(text)) continue;
        known.add(text);
        added.push({ rule: local, about, madeBy: made_by, madeAtMs: made_at_ms });
      }
      if (added.length === 0) return 0;
      await storeAll(state, added);
      await changed();
      return added.length;
    },
  };
};
