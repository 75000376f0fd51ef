import { directoryCountHeader, type Page, totalCountHeader } from '@tonearm/contract';
import { type Answer, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { LibraryLists, List } from '../../library/read/library-reading.ts';
import type { ListPage } from '../../library/read/list-page.ts';
import { jsonList } from './json-list.ts';

/** How many albums random and recent show unless told. */
const albumsUnlessTold = 20;

/** The part of a list that a call asks for; all of it unless told. */
export const pageOf = (query: Page, limitUnlessTold = Number.POSITIVE_INFINITY): ListPage => ({
  offset: query.offset ?? 0,
  limit: query.limit ?? limitUnlessTold,
});

/** Answers a list with its total, and of a search how many folders there are; a HEAD request gets the headers and reads nothing. */
export const answerList = async (list: List, call: Pick<Call<never>, 'request'>): Promise<Answer> =>
  answerWith({
    headers: {
      [totalCountHeader]: list.total,
      ...(list.directoryCount === undefined ? {} : { [directoryCountHeader]: list.directoryCount }),
    },
    encodedJson: call.request.method === 'HEAD' ? '' : await jsonList(list.runs, list),
  });

/** Browse, faces of folders, flatten, random and recent. */
export const createCollectionRoutes = (lists: LibraryLists): Route[] => [
  route('browse', async (call) => answerList(await lists.browse(call.parameter, pageOf(call.query)), call)),
  route('flatten', async (call) => answerList(await lists.flatten(call.parameter, pageOf(call.query)), call)),
  route('folderFaces', async ({ parameter, query }) => [
    ...(await lists.folderFaces(parameter, pageOf(query))),
  ]),
  route('random', async (call) =>
    answerList(await lists.random(pageOf(call.query, albumsUnlessTold).limit), call),
  ),
  route('recent', async (call) => answerList(await lists.recent(pageOf(call.query, albumsUnlessTold)), call)),
];
