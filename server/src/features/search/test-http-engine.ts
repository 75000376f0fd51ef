import type { SearchFound, SearchQuestion } from '@tonearm/testkit';
import type Database from 'better-sqlite3';
import { countOnPage } from '../../library/read/list-page.ts';
import { wordsOf } from '../../library/search-index/search-words.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SearchEngine } from './search.ts';
import { documentsOf, itemsOf } from './test-engine-documents.ts';

/** Documents sent at once. */
const documentsAtOnce = 1_000;

/** When to come again, in seconds. */
const againAfterSeconds = 5;

const away = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The search engine does not answer.', {
    cause,
    headers: { 'Retry-After': String(againAfterSeconds) },
  });

/** @throws AppError unavailable where nobody answers as they should */
const ask = async <Result>(root: string, path: string, body: unknown): Promise<Result> => {
  const sent = fetch(`${root}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const answer = await sent.catch((error: unknown) => {
    throw away(error);
  });
  if (!answer.ok) throw away();
  return (await answer.json()) as Result;
};

/** An engine that is reached over the network, filled from a library. */
export const createHttpEngine = async (root: string, raw: Database.Database): Promise<SearchEngine> => {
  const documents = documentsOf(raw);
  for (let at = 0; at < documents.length; at += documentsAtOnce)
    await ask(root, 'documents', documents.slice(at, at + documentsAtOnce));
  return {
    find: async (query, page) => {
      const question: SearchQuestion = {
        words: wordsOf(query),
        offset: page.offset,
        limit: Number.isFinite(page.limit) ? page.limit : null,
      };
      const { total, directories, hits } = await ask<SearchFound>(root, 'search', question);
      return {
        total,
        directoryCount: directories,
        count: countOnPage(total, page),
        runs: itemsOf(raw, hits),
      };
    },
  };
};
