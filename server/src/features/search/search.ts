import { createOneLibrary, type OneLibrary } from '../../library/one-library.ts';
import type { HitsStore } from '../../library/read/hits-store.ts';
import type { PostingReader } from '../../library/search-index/postings-store.ts';
import { wordsOf } from '../../library/search-index/search-words.ts';
import { createWordList } from '../../library/search-index/word-list.ts';
import { AppError } from '../../platform/app-error.ts';
import { inSlices } from '../../platform/slices.ts';
import { countOnPage, type List, type ListPage } from '../collection/index.ts';
import { groupOf, type HitGroup, orderedIds } from './hit-order.ts';
import { createMatcher } from './matcher.ts';

/** More different words than anybody types; each costs a pass over the words of the collection. */
const mostWords = 64;
/** Words of the collection read at once. */
const wordsAtOnce = 4_096;
/** Results kept for the next page, in bytes of their sets. */
const keptBytes = 4 * 1024 * 1024;

/** Searches the collection. */
export interface Search {
  /**
   * Folders, then songs, that match every word of the query; best first, equals in the natural order of
   * their paths. Nothing for a query without words.
   * @throws AppError invalid_request for more than 64 different words
   */
  find(query: string, page: ListPage): Promise<List>;
  /** Reads the words of the collection, so that the first search need not. */
  warmUp(): Promise<void>;
}

/** What a query found when the library was at `version`. */
interface Found {
  readonly version: number;
  readonly groups: readonly HitGroup[];
  readonly total: number;
  readonly directoryCount: number;
  readonly setSizes: { readonly song: number; readonly directory: number };
}

const countOf = (groups: readonly HitGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0);

const bytesOf = ({ groups }: Found): number =>
  groups.reduce((sum, { ids }) => sum + (ids instanceof Uint32Array ? ids.byteLength : ids.length * 8), 0);

/** Keeps the last results, as many as fit. */
const createFoundCache = () => {
  const kept = new Map<string, Found>();
  return {
    get: (key: string, version: number): Found | undefined => {
      const found = kept.get(key);
      if (found === undefined || found.version === version) return found;
      kept.clear();
      return undefined;
    },
    put: (key: string, found: Found): void => {
      kept.delete(key);
      kept.set(key, found);
      let bytes = [...kept.values()].reduce((sum, each) => sum + bytesOf(each), 0);
      for (const [oldest, each] of kept) {
        if (bytes <= keptBytes) break;
        kept.delete(oldest);
        bytes -= bytesOf(each);
      }
    },
  };
};

/** Makes the search over a reader of the search tables and one of the collection. */
export const createSearch = (deps: {
  reader: PostingReader;
  store: HitsStore;
  oneLibrary?: OneLibrary;
}): Search => {
  const { reader, store, oneLibrary = createOneLibrary() } = deps;
  let words = createWordList();
  let matcher = createMatcher({ reader, words });
  let cache = createFoundCache();
  let generation = oneLibrary.generation();

  /** The words of a library that was made anew have other numbers. */
  const forgetFormer = (): void => {
    if (generation === oneLibrary.generation()) return;
    generation = oneLibrary.generation();
    words = createWordList();
    matcher = createMatcher({ reader, words });
    cache = createFoundCache();
  };

  function* catchUp(): Generator<undefined, void> {
    for (;;) {
      const added = reader.wordsAfter(words.size(), wordsAtOnce);
      words.append(added);
      if (added.length < wordsAtOnce) return;
      yield;
    }
  }

  function* evaluate(queryWords: readonly string[]): Generator<undefined, Found> {
    const version = reader.version();
    yield* catchUp();
    const groups = (yield* matcher.match(queryWords)).map(groupOf);
    return {
      version,
      groups,
      total: countOf(groups),
      directoryCount: countOf(groups.filter(({ kind }) => kind === 'directory')),
      setSizes: { song: reader.greatestSongId(), directory: reader.greatestDirectoryId() },
    };
  }

  function* runsOf({ groups, setSizes }: Found, page: ListPage): Generator<string[]> {
    let { offset, limit } = page;
    for (const group of groups) {
      if (limit <= 0) return;
      const part = { offset, limit: Math.min(limit, group.count - offset) };
      offset = Math.max(0, offset - group.count);
      if (part.limit <= 0) continue;
      limit -= part.limit;
      const itemsOf = group.kind === 'song' ? store.songItems : store.directoryItems;
      for (const ids of orderedIds(store, group, { page: part, setSize: setSizes[group.kind] })) {
        yield itemsOf(ids);
      }
    }
  }

  return {
    find: async (query, page) => {
      const queryWords = [...new Set(wordsOf(query))].sort();
      if (queryWords.length === 0) return { total: 0, directoryCount: 0, count: 0, runs: [] };
      if (queryWords.length > mostWords) {
        throw new AppError('invalid_request', `Please search for at most ${mostWords} words.`);
      }
      forgetFormer();
      const key = queryWords.join(' ');
      let found = cache.get(key, reader.version());
      if (found === undefined) {
        found = await inSlices(oneLibrary.steady(evaluate(queryWords)), reader.together);
        cache.put(key, found);
      }
      return {
        total: found.total,
        directoryCount: found.directoryCount,
        count: countOnPage(found.total, page),
        runs: oneLibrary.steady(runsOf(found, page)),
        around: reader.together,
      };
    },
    warmUp: async () => {
      forgetFormer();
      await inSlices(oneLibrary.steady(catchUp()), reader.together);
    },
  };
};
