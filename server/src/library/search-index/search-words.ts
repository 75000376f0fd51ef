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

/** A word and its plain parts, of a plain word itself alone; as texts, or as what stands for them. */
export interface WordParts<Word> {
  readonly whole: Word;
  readonly plain: readonly Word[];
}

/** Takes a word apart. */
export const partsOfWord = (word: string): WordParts<string> => ({
  whole: word,
  plain: isPlainWord(word) ? [word] : plainPartsOf(word),
});

/** What of a text goes into the index. */
export interface IndexedText<Word> {
  /**
   * Its plain words, and of those that hold anything else the whole and its plain parts. A plain query word
   * occurs in a text if and only if it does in one of its plain words or parts, of which a collection has
   * few different ones; any other occurs in one of the whole words.
   */
  readonly words: readonly Word[];
  /** What it begins with, as whole word and as plain part. */
  readonly start: readonly Word[];
  /** What stands before the first white space, the empty word when the text starts with it. */
  readonly firstPart: Word;
  /** What stands behind the last white space, the empty word when the text ends with it. */
  readonly lastPart: Word;
  /** How many different words it has, see {@link wordCountOf}. */
  readonly wordCount: number;
}

const noteEach = <Word>(words: Word[], found: readonly Word[]): void => {
  for (const word of found) if (!words.includes(word)) words.push(word);
};

/** From here on, what is in a list is looked for in a set. */
const longText = 200;

const withoutRepeats = <Word>(parts: readonly WordParts<Word>[]) => ({
  words: [...new Set(parts.flatMap(({ whole, plain }) => [whole, ...plain]))],
  plain: [...new Set(parts.flatMap(({ plain }) => plain))],
});

const wordsIn = <Word>(parts: readonly WordParts<Word>[]) => {
  if (parts.length > longText) return withoutRepeats(parts);
  const words: Word[] = [];
  const plainWords: Word[] = [];
  for (const { whole, plain } of parts) {
    if (!words.includes(whole)) words.push(whole);
    noteEach(words, plain);
    noteEach(plainWords, plain);
  }
  return { words, plain: plainWords };
};

/** Takes a text apart for the index. @param known what stands for a word and its parts */
export const indexedText = <Word>(
  text: string,
  known: (word: string) => WordParts<Word>,
): IndexedText<Word> => {
  const between = partsOf(foldText(text));
  const parts: WordParts<Word>[] = [];
  for (const word of between) if (word !== '') parts.push(known(word));
  const { words, plain } = wordsIn(parts);
  return {
    words,
    start: startOf(parts[0]?.whole, plain[0]),
    firstPart: known(between[0] ?? '').whole,
    lastPart: known(between.at(-1) ?? '').whole,
    // As wordCountOf counts: without plain parts all words are whole ones.
    wordCount: plain.length > 0 ? plain.length : words.length,
  };
};

const startOf = <Word>(whole: Word | undefined, plain: Word | undefined): Word[] => {
  if (whole === undefined) return [];
  return plain === undefined || plain === whole ? [whole] : [whole, plain];
};
