import { createOneLibrary, type OneLibrary } from '../../library/one-library.ts';
import { groupOf, type HitGroup } from '../../library/read/hit-order.ts';
import type { JsonRun, List, SearchReading } from '../../library/read/library-reading.ts';
import { countOnPage, type ListPage } from '../../library/read/list-page.ts';
import type { BitSet } from '../../library/search-index/bit-set.ts';
import { createSetLender, type SetLender } from '../../library/search-index/set-lender.ts';
import { createWordList, type WordList } from '../../library/search-index/word-list.ts';
import { createPace } from '../../platform/slices.ts';
import { createMatcher } from './matcher.ts';
import { queryWordsOf } from './query-words.ts';

/** Words of the collection read at once. */
const wordsAtOnce = 4_096;
/** Results kept for the next page, in bytes of their sets. */
const usuallyKeptBytes = 4 * 1024 * 1024;

/**
 * What calls and apps ask when somebody searches. Another engine may stand here, for collections beyond what the words
 * of `library.db` are promised for: it finds, and the library shows what was found.
 */
export interface SearchEngine {
  /**
   * Folders, then songs, that match every word of the query; best first, equals in the natural order of
   * their paths. Nothing for a query without words.
   * @throws AppError invalid_request for more than 64 different words, or 2,000 characters
   */
  find(query: string, page: ListPage): Promise<List>;
}

/** Searches the collection by the words that `library.db` holds. */
export interface Search extends SearchEngine {
  /** The words of the collection as they are now. */
  words(): Promise<WordList>;
  /** Reads the words of the collection, so that the first search need not. */
  warmUp(): Promise<void>;
}

/** What a query found when the library was at `version`. */
interface Found {
  readonly version: number;
  readonly groups: readonly HitGroup[];
  readonly total: number;
  readonly directoryCount: number;
  /** How many are still to read of it; who never begins to counts for ever. */
  readers: number;
}

const countOf = (groups: readonly HitGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

const bytesOf = ({ groups }: Found): number =>
  groups.reduce((sum, { ids }) => sum + (ids instanceof Uint32Array ? ids.byteLength : ids.length * 8), 0);

/** Sets of what was found, where they are sets. */
const setsOf = (groups: readonly HitGroup[]): BitSet[] =>
  groups.flatMap(({ ids }) => (ids instanceof Uint32Array ? [ids] : []));

/** Keeps the last results, as many as fit; their sets go back when they are forgotten and nobody reads them. */
const createFoundCache = ({ giveBack }: Pick<SetLender, 'giveBack'>, keptBytes: number) => {
  const kept = new Map<string, Found>();
  const forget = (key: string, { readers, groups }: Found): void => {
    kept.delete(key);
    if (readers === 0) for (const set of setsOf(groups)) giveBack(set);
  };
  return {
    get: (key: string, version: number): Found | undefined => {
      const found = kept.get(key);
      if (found === undefined || found.version === version) return found;
      for (const [each, old] of kept) forget(each, old);
      return undefined;
    },
    put: (key: string, found: Found): void => {
      kept.delete(key);
      kept.set(key, found);
      let bytes = [...kept.values()].reduce((sum, each) => sum + bytesOf(each), 0);
      for (const [oldest, each] of kept) {
        if (bytes <= keptBytes) break;
        bytes -= bytesOf(each);
        forget(oldest, each);
      }
    },
  };
};

async function* nothing(): AsyncGenerator<never> {}

/** Reads the words that a list has not yet. */
const catchUp = async (reading: SearchReading, known: WordList): Promise<void> => {
  const pace = createPace();
  for (;;) {
    const size = known.size();
    const added = await reading.wordsAfter(size, wordsAtOnce);
    // Another search may have read them meanwhile.
    if (known.size() !== size) continue;
    known.append(added);
    if (added.length < wordsAtOnce) return;
    await pace();
  }
};

const evaluate = async (
  reading: SearchReading,
  { words, lender }: { words: WordList; lender: SetLender },
  queryWords: readonly string[],
): Promise<Found> => {
  const { version } = await reading.extent();
  await catchUp(reading, words);
  const borrowed = lender.borrow();
  let groups: readonly HitGroup[] = [];
  try {
    const matcher = createMatcher({ reading, words, empty: borrowed.empty });
    groups = (await matcher.match(queryWords, await reading.extent())).map(groupOf);
  } finally {
    borrowed.end(setsOf(groups));
  }
  return {
    version,
    groups,
    total: countOf(groups),
    directoryCount: countOf(groups.filter(({ kind }) => kind === 'directory')),
    readers: 0,
  };
};

async function* runsOf(reading: SearchReading, found: Found, page: ListPage): AsyncGenerator<JsonRun> {
  let { offset, limit } = page;
  try {
    for (const group of found.groups) {
      if (limit <= 0) return;
      const part = { offset, limit: Math.min(limit, group.count - offset) };
      offset = Math.max(0, offset - group.count);
      if (part.limit <= 0) continue;
      limit -= part.limit;
      yield* reading.items(group, part);
    }
  } finally {
    found.readers -= 1;
  }
}

/** What is known of the library there is now: the words of one that was made anew have other numbers. */
const createKnown = (oneLibrary: OneLibrary, keptBytes: number) => {
  const begin = () => {
    const lender = createSetLender();
    return {
      generation: oneLibrary.generation(),
      words: createWordList(),
      lender,
      cache: createFoundCache(lender, keptBytes),
    };
  };
  let known = begin();
  return () => {
    if (known.generation !== oneLibrary.generation()) known = begin();
    return known;
  };
};

/** Makes the search over what the library is asked. */
export const createSearch = (deps: {
  reading: SearchReading;
  oneLibrary?: OneLibrary;
  /** Of results that are kept for their next page. */
  keptBytes?: number;
}): Search => {
  const { reading, oneLibrary = createOneLibrary(), keptBytes = usuallyKeptBytes } = deps;
  const known = createKnown(oneLibrary, keptBytes);
  return {
    find: async (query, page) => {
      const queryWords = queryWordsOf(query);
      if (queryWords.length === 0) return { total: 0, directoryCount: 0, count: 0, runs: nothing() };
      const key = queryWords.join(' ');
      const { cache } = known();
      let found = cache.get(key, (await reading.extent()).version);
      if (found === undefined) {
        found = await oneLibrary.throughout(() => evaluate(reading, known(), queryWords));
        found.readers += 1;
        cache.put(key, found);
      } else found.readers += 1;
      const { total, directoryCount } = found;
      const runs = oneLibrary.steadily(runsOf(reading, found, page));
      return { total, directoryCount, count: countOnPage(total, page), runs };
    },
    words: async () => {
      const { words } = known();
      await catchUp(reading, words);
      return words;
    },
    warmUp: async () => oneLibrary.throughout(() => catchUp(reading, known().words)),
  };
};
