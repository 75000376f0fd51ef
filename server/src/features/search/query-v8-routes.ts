import type { NameGroups } from '@tonearm/contract';
import { answerWith, type Route, route } from '../../http/route.ts';
import type { CatalogueReading, SongDetails } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import { type CatalogueOf, pathRuns } from '../catalogue/index.ts';
import { answerStreamed, pageOf, songListTexts } from '../collection/index.ts';
import { parseQuery } from './query/parse-query.ts';
import { parseV8Query } from './query/parse-v8.ts';
import { type Expected, type Query, QueryFault } from './query/query.ts';
import type { QuerySearch } from './query/query-search.ts';
import { suggest } from './query/suggest.ts';

interface Deps {
  readonly finder: QuerySearch;
  readonly catalogueOf: CatalogueOf;
  readonly catalogue: CatalogueReading;
  readonly details: SongDetails;
  readonly findGroups: (userId: number, text: string, limit: number) => Promise<NameGroups>;
}

/** Entries of a group unless told, and at most. */
const groupUnlessTold = 50;
const mostInGroup = 500;

/** Songs on a page unless told. */
const songsUnlessTold = 50;

const sentences: Readonly<Record<Expected, string>> = {
  term: 'A word, a field or an opening parenthesis is expected here.',
  value: 'A value is expected here.',
  number: 'A number is expected here.',
  date: 'A date is expected here: a year, year-month or year-month-day.',
  closing: 'A closing parenthesis is expected here.',
  quote: 'A closing quote is expected here.',
  operator: 'Something else is expected here.',
  shorter: 'The query is too long or nested too deeply.',
  known: 'The name of a field is expected here.',
};

const told = (error: unknown): unknown => {
  if (!(error instanceof QueryFault)) return error;
  const { at, expected } = error;
  return new AppError('invalid_query', sentences[expected], { place: { at, expected } });
};

/** @throws AppError invalid_query */
const parsed = (parse: (text: string) => Query, text: string): Query => {
  try {
    return parse(text);
  } catch (error) {
    throw told(error);
  }
};

/** @throws AppError invalid_query where a text is no query of our own language */
export const checkQuery = (text: string): void => void parsed(parseQuery, text);

/** Finds songs by a text of our own language, as it is: numbers of songs, in the order of lists. @throws AppError invalid_query */
export const findByText = async (
  finder: QuerySearch,
  text: string,
  userId: number,
): Promise<readonly number[]> =>
  (await finder.find(parsed(parseQuery, text), { forgives: false, userId })).ids;

/** Songs by queries: of version 8, and of our own language. */
export const createQueryRoutes = (deps: Deps): Route[] => [
  route('searchV8', async (call) => {
    if (call.parameter === '') throw new AppError('not_found', 'There is nothing at this address.');
    const query = parsed(parseV8Query, call.parameter);
    const { ids } = await deps.finder.find(query, { forgives: false, userId: call.caller.userId });
    return answerStreamed(songListTexts(pathRuns(deps.catalogue, ids), deps.details), call);
  }),
  route('findSongs', async ({ query, caller }) => {
    const wanted = parsed(parseQuery, query.query);
    const { ids, forgiven } = await deps.finder.find(wanted, {
      forgives: query.exact !== 'true',
      userId: caller.userId,
    });
    const { offset, limit } = pageOf(query, songsUnlessTold);
    const texts: string[] = [];
    for await (const paths of pathRuns(deps.catalogue, ids.slice(offset, offset + limit))) {
      texts.push(...(await deps.details.findTexts(paths)).filter((text) => text !== null));
    }
    const rest = JSON.stringify({ total: ids.length, forgiven }).slice(1);
    return answerWith({ encodedJson: `{"songs":[${texts.join(',')}],${rest}` });
  }),
  route('findGroups', async ({ query, caller }) => {
    const limit = Math.min(query.limit ?? groupUnlessTold, mostInGroup);
    try {
      return await deps.findGroups(caller.userId, query.query, limit);
    } catch (error) {
      throw told(error);
    }
  }),
  route('suggestQuery', async ({ query }) => {
    const factsOf = async () => (await deps.catalogueOf()).facts;
    return suggest(
      { factsOf, valuesLike: deps.finder.valuesLike },
      query.query,
      Math.min(query.at ?? query.query.length, query.query.length),
    );
  }),
];
