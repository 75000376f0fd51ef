import { foldText } from '../../platform/text/fold.ts';

const notPlain = /[^\p{L}\p{N}]+/u;

/**
 * The words of a text as search compares them: folded and cut at white space, in order, repeats kept.
 * Everything else, punctuation included, is part of a word.
 */
export const wordsOf = (text: string): string[] => {
  const words = foldText(text).split(/\s+/u);
  return words.includes('') ? words.filter((word) => word !== '') : words;
};

/** Whether a word is letters and digits only. */
export const isPlainWord = (word: string): boolean => !notPlain.test(word);

/** The letters and digits of a word, in runs: `st.john's` → `st`, `john`, `s`. */
export const plainPartsOf = (word: string): string[] => word.split(notPlain).filter((part) => part !== '');

/**
 * What of a text goes into the index: its plain words, and of those that hold anything else the whole and
 * its plain parts. A plain query word occurs in a text if and only if it does in one of its plain words or
 * parts, of which a collection has few different ones; any other occurs in one of the whole words.
 */
export const indexWordsOf = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap((word) => (isPlainWord(word) ? word : [word, ...plainPartsOf(word)]))),
];

/** What a text begins with, as whole word and as plain part. */
export const startWordsOf = (text: string): string[] => {
  const words = wordsOf(text);
  const plain = words.flatMap(plainPartsOf)[0];
  return [...new Set([words[0], plain])].filter((word) => word !== undefined);
};

/** How many different words a text has, going by their plain parts; signs count where there is nothing else. */
export const wordCountOf = (words: readonly string[]): number => {
  const plain = new Set(words.flatMap(plainPartsOf));
  return plain.size > 0 ? plain.size : new Set(words).size;
};

/** What stands before the first white space, '' when the text starts with it. */
export const firstPartOf = (text: string): string => foldText(text).split(/\s+/u, 1)[0] ?? '';

/** What stands behind the last white space, '' when the text ends with it. */
export const lastPartOf = (text: string): string => foldText(text).split(/\s+/u).at(-1) ?? '';
