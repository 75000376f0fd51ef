import { type Route, route } from '../../http/route.ts';
import { answerList, pageOf } from '../collection/index.ts';
import type { SearchEngine } from './search.ts';

/** The search call. */
export const createSearchRoutes = (search: SearchEngine): Route[] => [
  route('search', async (call) => answerList(await search.find(call.parameter, pageOf(call.query)), call)),
];
