import { type Route, route } from '../../http/route.ts';
import { answerList, pageOf } from '../collection/index.ts';
import type { Search } from './search.ts';

/** The search call. */
export const createSearchRoutes = (search: Search): Route[] => [
  route('search', async (call) => answerList(await search.find(call.parameter, pageOf(call.query)), call)),
];
