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
const plainPartsOf = (word: string): string[] => word.split(notPlain).filter((part) => part !== '');

/** White space besides single blanks: without it a text is cut by comparing letters. */
const otherSpace = /[^\S ]/u;
const space = /\s+/u;

/** What stands between white space; empty texts between blanks besides. */
const partsOf = (folded: string): string[] =>
  otherSpace.test(folded) ? folded.split(space) : folded.split(' ');

/** How many different words there are, going by their plain parts; signs count where there is nothing else. */
export const wordCountOf = (words: readonly string[]): number => {
  const plain = new Set(words.flatMap((word) => (isPlainWord(word) ? word : plainPartsOf(word))));
  return plain.size > 0 ? plain.size : new Set(words).size;
};

/** What of a text goes into the index. */
export interface IndexedText {
  /**
   * Its plain words, and of those that hold anything else the whole and its plain parts. A plain query word
   * occurs in a text if and only if it does in one of its plain words or parts, of which a collection has
   * few different ones; any other occurs in one of the whole words.
   */
  readonly words: readonly string[];
  /** What it begins with, as whole word and as plain part. */
  readonly start: readonly string[];
  /** What stands before the first white space, '' when the text starts with it. */
  readonly firstPart: string;
  /** What stands behind the last white space, '' when the text ends with it. */
  readonly lastPart: string;
  /** How many different words it has, see {@link wordCountOf}. */
  readonly wordCount: number;
}

/** Takes a text apart for the index. */
export const indexedText = (text: string): IndexedText => {
  const parts = partsOf(foldText(text));
  const words = new Set<string>();
  const plain = new Set<string>();
  let firstWhole: string | undefined;
  let firstPlain: string | undefined;
  for (const word of parts) {
    if (word === '') continue;
    firstWhole ??= word;
    words.add(word);
    for (const part of isPlainWord(word) ? [word] : plainPartsOf(word)) {
      firstPlain ??= part;
      words.add(part);
      plain.add(part);
    }
  }
  return {
    words: [...words],
    start: startOf(firstWhole, firstPlain),
    firstPart: parts[0] ?? '',
    lastPart: parts.at(-1) ?? '',
    // As wordCountOf counts: without plain parts all words are whole ones.
    wordCount: plain.size > 0 ? plain.size : words.size,
  };
};

const startOf = (whole: string | undefined, plain: string | undefined): string[] => {
  if (whole === undefined) return [];
  return plain === undefined || plain === whole ? [whole] : [whole, plain];
};
