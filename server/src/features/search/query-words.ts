import { wordsOf } from '../../library/search-index/search-words.ts';
import { AppError } from '../../platform/app-error.ts';
import { longestQuery, mostTerms } from './query/query.ts';

/**
 * The different words of what somebody searches for, folded and in order.
 * @throws AppError invalid_request for more text or more words than anybody types: folding a letter may make twenty of
 * it, and each word costs a pass over the words of the collection
 */
export const queryWordsOf = (query: string): string[] => {
  if (query.length > longestQuery)
    throw new AppError('invalid_request', `Please search for at most ${longestQuery} characters.`);
  const words = [...new Set(wordsOf(query))].sort();
  if (words.length > mostTerms)
    throw new AppError('invalid_request', `Please search for at most ${mostTerms} words.`);
  return words;
};
