import { type Route, route } from '../../http/route.ts';
import type { JsonRuns, List } from '../../library/read/library-reading.ts';
import type { ListPage } from '../../library/read/list-page.ts';
import { answerList, pageOf } from '../collection/index.ts';
import type { SearchEngine } from './search.ts';

/** The search call. */
export const createSearchRoutes = (search: SearchEngine): Route[] => [
  route('search', async (call) => {
    const { parameter, query } = call;
    const page = pageOf(query);
    const list =
      query.folders === undefined
        ? await search.find(parameter, page)
        : await findFewFolders(search, { query: parameter, page, mostFolders: query.folders });
    return answerList(list, call);
  }),
];

/**
 * The first folders of what a search finds and then its songs: a page of that. A search is worked out once, so that
 * asking for folders and songs apart costs little more.
 */
const findFewFolders = async (
  search: SearchEngine,
  { query, page, mostFolders }: { query: string; page: ListPage; mostFolders: number },
): Promise<List> => {
  const { total, directoryCount = 0 } = await search.find(query, { offset: 0, limit: 0 });
  const folderCount = Math.min(mostFolders, directoryCount);
  const foldersHere = Math.max(0, Math.min(folderCount - page.offset, page.limit));
  const folders = await search.find(query, { offset: page.offset, limit: foldersHere });
  const songs = await search.find(query, {
    offset: directoryCount + Math.max(0, page.offset - folderCount),
    limit: page.limit - foldersHere,
  });
  const runs = oneAfterTheOther(folders.runs, songs.runs);
  return { total, directoryCount, count: folders.count + songs.count, runs };
};

async function* oneAfterTheOther(first: JsonRuns, second: JsonRuns): JsonRuns {
  yield* first;
  yield* second;
}
