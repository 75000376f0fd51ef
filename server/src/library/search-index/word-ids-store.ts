import type Database from 'better-sqlite3';

/** How many words are remembered; more are looked up again. */
const rememberedWords = 30_000;

/** Gives every distinct word a number, dense from 1 on. */
export interface WordIds {
  /** The number of a folded word, given now if it had none. */
  idOf(word: string): number;
  /** Forgets what is remembered: after a rollback, and to free memory. */
  forget(): void;
}

/** Numbers words in the table `search_words`. */
export const createWordIds = (raw: Database.Database): WordIds => {
  const find = raw.prepare<[string], number>('SELECT id FROM search_words WHERE word = ?').pluck();
  const last = raw.prepare<[], number>('SELECT ifnull(max(id), 0) FROM search_words').pluck();
  const add = raw.prepare<[number, string]>('INSERT INTO search_words (id, word) VALUES (?, ?)');
  const remembered = new Map<string, number>();
  let lastId: number | null = null;

  const numberOf = (word: string): number => {
    const found = find.get(word);
    if (found !== undefined) return found;
    // Counted here so that numbers stay dense: readers take the n-th word for number n.
    lastId = (lastId ?? last.get() ?? 0) + 1;
    add.run(lastId, word);
    return lastId;
  };

  return {
    idOf: (word) => {
      const known = remembered.get(word);
      if (known !== undefined) return known;
      if (remembered.size >= rememberedWords) remembered.clear();
      const id = numberOf(word);
      remembered.set(word, id);
      return id;
    },
    forget: () => {
      remembered.clear();
      lastId = null;
    },
  };
};
