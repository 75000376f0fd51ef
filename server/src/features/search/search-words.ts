import { foldText } from '../../platform/text/fold.ts';

/**
 * The words of a text as search compares them: folded and cut at white space, in order, repeats kept.
 * Everything else, punctuation included, is part of a word.
 */
export const wordsOf = (text: string): string[] => {
  const words = foldText(text).split(/\s+/u);
  return words.includes('') ? words.filter((word) => word !== '') : words;
};

/** What stands before the first white space, '' when the text starts with it. */
export const firstPartOf = (text: string): string => foldText(text).split(/\s+/u, 1)[0] ?? '';

/** What stands behind the last white space, '' when the text ends with it. */
export const lastPartOf = (text: string): string => foldText(text).split(/\s+/u).at(-1) ?? '';
