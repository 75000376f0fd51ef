/** A name that is searched; texts are folded. */
export interface SearchedName {
  readonly id: string;
  readonly name: string;
  /** What may hold some of the words, but not all of them: who an album is by. */
  readonly beside: string;
  /** Of two that match as well, the greater one comes first. */
  readonly weight: number;
}

const isSign = (character: string): boolean => !/[\p{L}\p{N}]/u.test(character);

/** Whether a word begins somewhere in a text. */
const begins = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || isSign(text.charAt(at - 1))) return true;
  return false;
};

/** How well a name matches: all of it, its beginning, all words in it, some of them in what stands beside; 0 not at all. */
const rankOf = ({ name, beside }: SearchedName, words: readonly string[], phrase: string): number => {
  if (name === phrase) return 4;
  let missing = 0;
  for (const word of words) {
    if (begins(name, word)) continue;
    if (!begins(beside, word)) return 0;
    missing += 1;
  }
  if (missing === words.length) return 0;
  if (missing > 0) return 1;
  return name.startsWith(phrase) ? 3 : 2;
};

/** Ids of the names in which every word begins, best first. @param words folded */
export const foundNames = (names: readonly SearchedName[], words: readonly string[]): string[] => {
  if (words.length === 0) return [];
  const phrase = words.join(' ');
  const found: { id: string; rank: number; weight: number; name: string }[] = [];
  for (const one of names) {
    const rank = rankOf(one, words, phrase);
    if (rank > 0) found.push({ id: one.id, rank, weight: one.weight, name: one.name });
  }
  found.sort((a, b) => b.rank - a.rank || b.weight - a.weight || (a.name < b.name ? -1 : 1));
  return found.map(({ id }) => id);
};

/** Ids of the names in which, or beside which, every word stands. @param words folded */
export const filteredNames = (names: readonly SearchedName[], words: readonly string[]): string[] =>
  names
    .filter(({ name, beside }) => words.every((word) => name.includes(word) || beside.includes(word)))
    .map(({ id }) => id);
