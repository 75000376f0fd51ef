/** What the words of a search are taken from: texts of one song. */
export interface SongTexts {
  readonly title: string | null;
  readonly artist: string | null;
  readonly album: string | null;
}

/** Queries of each kind that people type, none of them twice. */
export type Queries = Readonly<
  Record<'common' | 'rare' | 'twoLetter' | 'twoWords' | 'cjk', readonly string[]>
>;

/** Queries of each kind: more than are sent between two scans, so that each finds its results anew. */
const queryCount = 160;

const latinWord = /^[a-z]{3,}$/;
const cjkText = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Words of the generator that one song in thousands has. */
const planted = ['xylophantom', 'quillfeather', 'vexquill', 'brontidium'];

const wordsIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Counts the songs that hold each latin word. */
const countWords = (songs: readonly (readonly string[])[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const words of songs)
    for (const word of new Set(words))
      if (latinWord.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** A number that looks random and is the same for the same text (FNV-1a). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
};

/** Some of the queries, in an order of no meaning that is the same each time. */
const some = (queries: Iterable<string>): string[] =>
  [...new Set(queries)].sort((a, b) => hashOf(a) - hashOf(b)).slice(0, queryCount);

/** All parts of a text of these lengths, in characters. */
const partsOf = (text: string, lengths: readonly number[]): string[] => {
  const characters = [...text];
  return lengths.flatMap((length) =>
    characters.slice(length - 1).map((_, index) => characters.slice(index, index + length).join('')),
  );
};

/**
 * Makes queries of the words of a collection. Common are the words most songs share, and what one has typed
 * of them when the third letter stands there; rare are words that few songs have; two words are of one song.
 */
export const queriesOf = (songs: readonly SongTexts[]): Queries => {
  const texts = songs.map(({ title, artist, album }) =>
    [title, artist, album].filter((text) => text !== null),
  );
  const words = texts.map((each) => each.flatMap(wordsIn));
  const counts = [...countWords(words)].sort(([, a], [, b]) => b - a).map(([word]) => word);
  const common = counts.slice(0, queryCount);
  const pairs = words.flatMap((each) => {
    const [first, second] = [...new Set(each)].filter((word) => latinWord.test(word));
    return first === undefined || second === undefined ? [] : [`${first} ${second}`];
  });
  const cjk = texts.flatMap((each) => each.flatMap((text) => text.match(cjkText) ?? []));
  return {
    common: some([...common, ...common.map((word) => word.slice(0, 3))]),
    rare: [...planted, ...some(counts.slice(-queryCount))],
    twoLetter: some(counts.flatMap((word) => partsOf(word, [2]))),
    twoWords: some(pairs),
    cjk: some(cjk.flatMap((text) => partsOf(text, [1, 2]))),
  };
};
