import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueReading, SearchReading, TitledSong } from '../../../library/read/library-reading.ts';
import { addAll, addBit, type BitSet, idsOf, keepCommon } from '../../../library/search-index/bit-set.ts';
import { fields } from '../../../library/search-index/posting-list.ts';
import { sinksOf } from '../../../library/search-index/postings-store.ts';
import {
  fullMatch,
  matchOf,
  startMatch,
  type WordList,
  type WordMatch,
} from '../../../library/search-index/word-list.ts';
import { createPace, type Pace } from '../../../platform/slices.ts';
import { foldText } from '../../../platform/text/fold.ts';
import { withoutSigns } from './query.ts';

/** Songs looked at at once. */
const songsAtOnce = 500;

/** Shortest text that is looked for across the ends of words, and longest. */
const shortestAcross = 4;
const longestAcross = 40;
/** Shortest whole word in the midst of such a text. */
const shortestInner = 4;
/** Most songs that may be looked at for it. */
const mostAcross = 5_000;

/** What titles and paths are searched by. */
export interface TitleDeps {
  readonly search: Pick<SearchReading, 'collect' | 'wordId'>;
  readonly catalogue: Pick<CatalogueReading, 'titlesOf'>;
  readonly words: WordList;
  readonly empty: () => BitSet;
}

/** The same, with the pace of one query. */
interface PacedDeps extends TitleDeps {
  readonly pace: Pace;
}

const partsOf = (folded: string): string[] => folded.split(/[\s_\-'/]+/).filter((part) => part !== '');

/** Songs with words in title or path. */
const collected = async (
  { search, empty, pace }: PacedDeps,
  matches: readonly WordMatch[],
): Promise<BitSet> => {
  const any = empty();
  const sinks = sinksOf([
    [fields.name, { any }],
    [fields.folder, { any }],
  ]);
  await search.collect(matches, sinks, pace);
  await pace();
  return any;
};

/**
 * Songs in which a text without signs may reach over the end of a word: `moonlightsonata`. Each place where it may be cut is
 * led to by the longer side, and longer cuts by whole words in their midst.
 */
const across = async (deps: PacedDeps, text: string): Promise<BitSet> => {
  const { search, words, empty, pace } = deps;
  const set = empty();
  if (text.length < shortestAcross || text.length > longestAcross) return set;
  const numbers = new Set<number>();
  for (let cut = 1; cut < text.length; cut += 1) {
    const found =
      cut * 2 >= text.length ? words.endingWith(text.slice(0, cut)) : words.startingWith(text.slice(cut));
    for (const number of found) numbers.add(number);
    await pace();
  }
  for (let from = 1; from + shortestInner < text.length; from += 1) {
    for (let to = from + shortestInner; to < text.length; to += 1) {
      const number = await search.wordId(text.slice(from, to));
      if (number !== undefined) numbers.add(number);
    }
    await pace();
  }
  const matches = [...numbers].sort((a, b) => a - b).map((wordId) => matchOf(wordId, fullMatch));
  addAll(set, await collected(deps, matches));
  return idsOf(set).length > mostAcross ? empty() : set;
};

/** Sets of songs by their titles and paths, which are too many to be held in memory: words of the search index lead to them. */
export const createTitleSets = (unpaced: TitleDeps) => {
  const deps: PacedDeps = { ...unpaced, pace: createPace() };
  const { catalogue, words, empty } = deps;
  const songsOf = (matches: readonly WordMatch[]) => collected(deps, matches);

  /** Songs of which a test is true, among some. */
  const verified = async (candidates: BitSet, test: (song: TitledSong) => boolean): Promise<BitSet> => {
    const set = empty();
    const ids = idsOf(candidates);
    for (let at = 0; at < ids.length; at += songsAtOnce) {
      for (const song of await catalogue.titlesOf(ids.slice(at, at + songsAtOnce))) {
        if (test(song)) addBit(set, song.id);
      }
      await turn();
    }
    return set;
  };

  /** Words that hold all parts of a folded text. */
  const withParts = async (parts: readonly string[]): Promise<BitSet> => {
    let common: BitSet | null = null;
    for (const part of parts) {
      const set = await songsOf(words.containing(part));
      if (common === null) common = set;
      else keepCommon(common, set);
    }
    return common ?? empty();
  };

  return {
    /** Songs with a word of title or path that begins with a folded word. */
    withWord: (word: string): Promise<BitSet> =>
      songsOf(words.containing(word).filter((match) => (match & startMatch) !== 0)),
    /** Songs whose title or path holds a folded text, whatever its signs. */
    holding: async (folded: string): Promise<BitSet> => {
      const parts = partsOf(folded);
      const candidates = await withParts(parts);
      const text = withoutSigns(folded);
      // A word of the index that holds all of it leaves nothing to look at.
      return parts.length === 1 && parts[0] === text ? candidates : verified(candidates, holds(text));
    },
    /** The same over the ends of words. */
    holdingAcross: async (folded: string): Promise<BitSet> => {
      const text = withoutSigns(folded);
      return verified(await across(deps, text), holds(text));
    },
    /** Songs of which a test is true, where title or path holds a folded text. */
    where: async (folded: string, test: (song: TitledSong) => boolean): Promise<BitSet> => {
      const found = await verified(await withParts(partsOf(folded)), test);
      return found.some((bits) => bits !== 0)
        ? found
        : verified(await across(deps, withoutSigns(folded)), test);
    },
  };
};

/** See {@link createTitleSets}. */
export type TitleSets = ReturnType<typeof createTitleSets>;

/** The key of a text as fields are compared. */
export const keyOf = (text: string | null): string => (text === null ? '' : withoutSigns(foldText(text)));

const holds =
  (text: string) =>
  ({ title, path }: TitledSong): boolean =>
    keyOf(title).includes(text) || keyOf(path).includes(text);
