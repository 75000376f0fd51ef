import {
  addAll,
  type BitSet,
  countBits,
  isEmptySet,
  keepCommon,
  takeAway,
} from '../../../library/search-index/bit-set.ts';
import { wordsOf } from '../../../library/search-index/search-words.ts';
import type { WordList } from '../../../library/search-index/word-list.ts';
import type { FactSets } from './fact-sets.ts';
import type { PersonalSets } from './personal-sets.ts';
import type { AnyTerm, Query } from './query.ts';
import type { RareSets } from './rare-sets.ts';
import { createTermSets, type TermSets } from './term-sets.ts';
import type { TitleSets } from './title-sets.ts';

/** A word in whose place another was looked for, because nothing holds it. */
export interface Forgiven {
  readonly typed: string;
  readonly used: string;
}

/** What a query finds. */
export interface Found {
  readonly songs: BitSet;
  readonly forgiven: Forgiven | null;
}

/** Shortest word that may be misspelled by a letter; most words that are tried in its place. */
const shortestForgiven = 5;
const mostTried = 12;

/** The terms that a query wants, not those it does not. */
const wantedTerms = (query: Query): AnyTerm[] => {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.flatMap(wantedTerms);
    case 'any':
      return [query];
    default:
      return [];
  }
};

const replaced = (query: Query, term: AnyTerm, by: Query): Query => {
  if (query === term) return by;
  return query.kind === 'and' || query.kind === 'or'
    ? { ...query, parts: query.parts.map((part) => replaced(part, term, by)) }
    : query;
};

/** The word near a term's that most songs hold; null when none is or the term is found as it is. */
const nearest = async (
  { terms, facts, words }: { terms: TermSets; facts: FactSets; words: WordList },
  term: AnyTerm,
): Promise<string | null> => {
  const [word, ...others] = wordsOf(term.text);
  if (word === undefined || others.length > 0 || word.length < shortestForgiven) return null;
  if (!isEmptySet(await terms.anySet(term))) return null;
  let best: { word: string; count: number } | null = null;
  for (const near of new Set([...words.near(word, mostTried), ...facts.near(word, mostTried)])) {
    const count = countBits(await terms.anySet({ ...term, text: near }));
    if (count > (best?.count ?? 0)) best = { word: near, count };
  }
  return best?.word ?? null;
};

/** Finds songs by queries. Each term becomes a set of songs, and sets are joined as the query says. */
export const createSongFinder = (deps: {
  facts: FactSets;
  titles: TitleSets;
  rare: RareSets;
  personal: PersonalSets;
  words: WordList;
}) => {
  const { facts, words } = deps;
  const terms = createTermSets(deps);

  const all = async (parts: readonly Query[]): Promise<BitSet> => {
    let common: BitSet | null = null;
    // What is not wanted comes last: it is taken away from what is.
    const wanted = parts.filter(({ kind }) => kind !== 'not');
    for (const part of wanted) {
      const set = await setOf(part);
      if (common === null) common = set;
      else keepCommon(common, set);
      if (isEmptySet(common)) return common;
    }
    const left = common ?? facts.all();
    for (const part of parts) if (part.kind === 'not') takeAway(left, await setOf(part.part));
    return left;
  };

  const setOf = async (query: Query): Promise<BitSet> => {
    switch (query.kind) {
      case 'and':
        return await all(query.parts);
      case 'or': {
        const set = facts.empty();
        for (const part of query.parts) addAll(set, await setOf(part));
        return set;
      }
      case 'not':
        return await all([query]);
      case 'any':
        return await terms.anySet(query);
      case 'text':
        return await terms.textSet(query);
      case 'range':
        return await terms.rangeSet(query);
      case 'has':
        return await terms.hasSet(query.what);
      case 'nothing':
        return facts.empty();
    }
  };

  /** @param forgives whether a misspelled word may be looked for as another where nothing is found */
  const find = async (query: Query, forgives: boolean): Promise<Found> => {
    const songs = await setOf(query);
    if (!forgives || !isEmptySet(songs)) return { songs, forgiven: null };
    for (const term of wantedTerms(query)) {
      const used = await nearest({ terms, facts, words }, term);
      if (used === null) continue;
      const other = await setOf(replaced(query, term, { ...term, text: used }));
      if (!isEmptySet(other)) return { songs: other, forgiven: { typed: term.text, used } };
    }
    return { songs, forgiven: null };
  };

  return { find };
};
