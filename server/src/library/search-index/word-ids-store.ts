import type Database from 'better-sqlite3';
import { partsOfWord, type WordParts } from './search-words.ts';

/** How many words are remembered; more are looked up again. */
const rememberedWords = 30_000;

/** Gives every distinct word a number, dense from 1 on. */
export interface WordIds {
  /** The number of a folded word, given now if it had none. */
  idOf(word: string): number;
  /** The numbers of a folded word and of its plain parts. */
  partsOf(word: string): WordParts<number>;
  /** Forgets what is remembered: after a rollback, and to free memory. */
  forget(): void;
}

/** Numbers words in the table `search_words`. */
export const createWordIds = (raw: Database.Database): WordIds => {
  const find = raw.prepare<[string], number>('SELECT id FROM search_words WHERE word = ?').pluck();
  const last = raw.prepare<[], number>('SELECT ifnull(max(id), 0) FROM search_words').pluck();
  const add = raw.prepare<[number, string]>('INSERT INTO search_words (id, word) VALUES (?, ?)');
  const remembered = new Map<string, WordParts<number>>();
  let lastId: number | null = null;

  const numberOf = (word: string): number => {
    const found = find.get(word);
    if (found !== undefined) return found;
    // Counted here so that numbers stay dense: readers take the n-th word for number n.
    lastId = (lastId ?? last.get() ?? 0) + 1;
    add.run(lastId, word);
    return lastId;
  };

  const remember = (word: string, parts: WordParts<number>): WordParts<number> => {
    if (remembered.size >= rememberedWords) remembered.clear();
    remembered.set(word, parts);
    return parts;
  };

  const partsOf = (word: string): WordParts<number> => {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    const whole = numberOf(word);
    const { plain } = partsOfWord(word);
    if (plain[0] === word) return remember(word, { whole, plain: [whole] });
    return remember(word, { whole, plain: plain.map((part) => partsOf(part).whole) });
  };

  return {
    idOf: (word) => partsOf(word).whole,
    partsOf,
    forget: () => {
      remembered.clear();
      lastId = null;
    },
  };
};
