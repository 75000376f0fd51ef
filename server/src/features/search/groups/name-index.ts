import { setImmediate as turn } from 'node:timers/promises';
import { idText } from '../../../library/model/public-id.ts';
import type { PlacedName, TagTextReading } from '../../../library/read/tag-values/tag-texts.ts';
import { wordsOf } from '../../../library/search-index/search-words.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Events } from '../../../platform/events.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { filteredNames, foundNames, type SearchedName } from './found-names.ts';

/** Names that are read at once. */
const namesAtOnce = 1_000;
/** Names that take longer, in milliseconds, are answered as they lately were while they are read again. */
const quickMs = 250;
/** Nobody has asked for this long, in milliseconds: the memory is given back. */
const idleMs = 10 * 60_000;

/** Filters whose ids are kept: somebody looks through page after page of what they left. */
const filtersKept = 8;

/** Artists and albums by words of their names. */
export interface NameIndex {
  /** Somebody is about to ask: the names are read, where that is still to be done. */
  getReady(): void;
  /** Ids of those found, best first. */
  find(kind: 'artist' | 'album', words: readonly string[]): Promise<readonly string[]>;
  /**
   * Ids of those that a filter leaves, in no order: every word of it stands in the name, or in who an album is by. The
   * same list as before, where a filter of late is asked for again and no name changed.
   */
  filter(kind: 'artist' | 'album', text: string): Promise<readonly string[]>;
}

type Names = Readonly<Record<'artist' | 'album', readonly SearchedName[]>>;

const searched = ({ public_id, name, by, song_count }: PlacedName): SearchedName => ({
  id: idText(public_id),
  name: foldText(name),
  beside: by === null ? '' : foldText(by),
  weight: song_count,
});

/** Filters names, and keeps what the last filters left of them. */
const createFilter = () => {
  const left = new WeakMap<Names, Map<string, readonly string[]>>();
  return (names: Names, kind: 'artist' | 'album', words: readonly string[]): readonly string[] => {
    const known = left.get(names) ?? new Map<string, readonly string[]>();
    left.set(names, known);
    const key = `${kind} ${words.join(' ')}`;
    const ids = known.get(key) ?? filteredNames(names[kind], words);
    known.delete(key);
    known.set(key, ids);
    const [oldest] = known.keys();
    if (known.size > filtersKept && oldest !== undefined) known.delete(oldest);
    return ids;
  };
};

/**
 * Holds the names while somebody searches. They are read when they are first asked for and again after the collection
 * changed; where there are many, those of before answer meanwhile.
 */
export const createNameIndex = (deps: {
  reading: Pick<TagTextReading, 'namesAfter'>;
  events: Pick<Events<AppEvents>, 'on'>;
  clock: Pick<Clock, 'schedule' | 'monotonicMs'>;
}): NameIndex => {
  let names: Names | null = null;
  let tookMs = 0;
  let making: Promise<Names> | null = null;
  let isStale = false;
  let cancelIdle = (): void => {};
  deps.events.on('collection-changed', () => {
    isStale = true;
  });
  deps.events.on('library-replaced', () => {
    names = null;
    isStale = true;
  });

  const readAll = async (kind: 'artist' | 'album'): Promise<SearchedName[]> => {
    const all: SearchedName[] = [];
    for (let after = 0; ; ) {
      const rows = await deps.reading.namesAfter(kind, after, namesAtOnce);
      for (const row of rows) all.push(searched(row));
      const last = rows.at(-1);
      if (last === undefined || rows.length < namesAtOnce) return all;
      after = last.id;
      await turn();
    }
  };

  const make = async (): Promise<Names> => {
    isStale = false;
    const startMs = deps.clock.monotonicMs();
    const made = { artist: await readAll('artist'), album: await readAll('album') };
    tookMs = deps.clock.monotonicMs() - startMs;
    names = made;
    return made;
  };

  const makeOnce = (): Promise<Names> => {
    making ??= make().finally(() => {
      making = null;
    });
    return making;
  };

  const current = async (): Promise<Names> => {
    cancelIdle();
    cancelIdle = deps.clock.schedule(idleMs, () => {
      names = null;
    });
    if (names === null || (isStale && tookMs <= quickMs)) return await makeOnce();
    // One that fails, because the library was made anew meanwhile, is asked for again.
    if (isStale) makeOnce().catch(() => {});
    return names;
  };

  const filtered = createFilter();
  return {
    // What fails now is told to who asks then.
    getReady: () => void current().catch(() => {}),
    find: async (kind, words) => foundNames((await current())[kind], words),
    filter: async (kind, text) => filtered(await current(), kind, wordsOf(text)),
  };
};
