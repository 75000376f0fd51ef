import type Database from 'better-sqlite3';
import { inSlices } from '../../platform/slices.ts';
import { createPostingReader } from '../search-index/postings-store.ts';
import { type HitGroup, orderedIds } from './hit-order.ts';
import { createHitsStore } from './hits-store.ts';
import type { JsonRun, SearchReading } from './library-reading.ts';
import { countOnPage, type ListPage } from './list-page.ts';
import { readRuns } from './read-runs.ts';

/** The search index of `library.db`, on a connection that reads it. */
export const createSearchReading = (raw: Database.Database): SearchReading => {
  const reader = createPostingReader(raw);
  const store = createHitsStore(raw);

  function* itemRuns(group: HitGroup, page: ListPage): Generator<JsonRun> {
    const itemsOf = group.kind === 'song' ? store.songItems : store.directoryItems;
    const setSize = group.kind === 'song' ? reader.greatestSongId() : reader.greatestDirectoryId();
    for (const ids of orderedIds(store, group, { page, setSize })) yield itemsOf(ids);
  }

  return {
    extent: async () =>
      reader.together(() => ({
        version: reader.version(),
        song: reader.greatestSongId(),
        directory: reader.greatestDirectoryId(),
      })),
    wordsAfter: async (wordId, limit) => reader.wordsAfter(wordId, limit),
    wordId: async (word) => reader.wordId(word),
    collect: (matches, sinks, pace) =>
      inSlices(reader.collect(matches, sinks), {
        around: reader.together,
        ...(pace === undefined ? {} : { pace }),
      }),
    items: (group, page) =>
      readRuns(itemRuns(group, page), { count: countOnPage(group.count, page), around: reader.together }),
  };
};
