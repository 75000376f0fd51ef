import { isNear } from './near-word.ts';
import { isPlainWord } from './search-words.ts';

/** How a query word stands in a word of the collection. */
export interface WordMatch {
  /** Number of the word that contains it. */
  readonly wordId: number;
  /** Whether it is the whole word. */
  readonly isEqual: boolean;
  /** Whether the word begins with it. */
  readonly isStart: boolean;
  /** Whether it stands there between signs that are neither letters nor digits, or the word's ends. */
  readonly isWhole: boolean;
}

/** Every distinct word of the collection in a few long texts, so that looking for a part is one pass. */
export interface WordList {
  /** How many words are in; the greatest number. */
  size(): number;
  /** Adds the next words: numbers go on from `size() + 1`. */
  append(words: readonly string[]): void;
  /**
   * Words that contain a text, ascending by number: plain words for a plain text, for any other the words
   * with signs. The text is not empty and holds no white space.
   */
  containing(part: string): WordMatch[];
  /** Numbers of words of both kinds that end with a text (which may be empty), ascending. */
  endingWith(part: string): number[];
  /** Numbers of words of both kinds that begin with a text (which may be empty), ascending. */
  startingWith(part: string): number[];
  /** Up to `most` plain words that differ from one by a letter more, fewer, other, or two that changed places. */
  near(word: string, most: number): string[];
}

const separator = '\n';
/** Words in a piece: few enough that one script's letters do not make all texts wide, many enough to be quick. */
const pieceLength = 16_384;

/** Some words as `\nfirst\nsecond\n`, where each begins, and their numbers. */
interface Piece {
  text: string;
  readonly starts: number[];
  readonly ids: number[];
}

const addTo = (pieces: Piece[], words: readonly string[], ids: readonly number[]): void => {
  for (let at = 0; at < words.length; ) {
    let piece = pieces.at(-1);
    if (piece === undefined || piece.ids.length >= pieceLength) {
      piece = { text: separator, starts: [], ids: [] };
      pieces.push(piece);
    }
    const some = words.slice(at, at + pieceLength - piece.ids.length);
    let end = piece.text.length;
    for (const word of some) {
      piece.starts.push(end);
      end += word.length + 1;
    }
    for (const id of ids.slice(at, at + some.length)) piece.ids.push(id);
    piece.text += `${some.join(separator)}${separator}`;
    at += some.length;
  }
};

const placeAt = (starts: readonly number[], position: number, from: number): number => {
  let low = from;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
};

/** Calls back for every word of a piece in which `pattern` occurs, with where it first does. */
const eachHit = (piece: Piece, pattern: string, visit: (place: number, position: number) => void): void => {
  let from = 0;
  for (let hit = piece.text.indexOf(pattern); hit !== -1; ) {
    const place = placeAt(piece.starts, hit + (pattern.startsWith(separator) ? 1 : 0), from);
    visit(place, hit);
    from = place + 1;
    const next = piece.starts[from];
    if (next === undefined) return;
    hit = piece.text.indexOf(pattern, next - 1);
  }
};

/** Whether a text with signs stands in a word so that no letter or digit of its own ends goes on outside. */
const isWholeIn = (word: string, part: string): boolean => {
  for (let at = word.indexOf(part); at !== -1; at = word.indexOf(part, at + 1)) {
    const isOpen = isPlainWord(part.slice(0, 1)) && at > 0 && isPlainWord(word.slice(at - 1, at));
    const end = at + part.length;
    const isCut = isPlainWord(part.slice(-1)) && end < word.length && isPlainWord(word.slice(end, end + 1));
    if (!isOpen && !isCut) return true;
  }
  return false;
};

/** An empty word list. */
export const createWordList = (): WordList => {
  const plain: Piece[] = [];
  const signed: Piece[] = [];
  let size = 0;

  const idsOfHits = (pattern: string): number[] => {
    const ids: number[] = [];
    for (const piece of [...plain, ...signed]) {
      eachHit(piece, pattern, (place) => ids.push(piece.ids[place] ?? 0));
    }
    return ids.sort((a, b) => a - b);
  };

  return {
    size: () => size,
    append: (words) => {
      const numbered = words.map((word, index) => ({ word, id: size + 1 + index }));
      size += words.length;
      for (const [pieces, isPlain] of [[plain, true] as const, [signed, false] as const]) {
        const some = numbered.filter(({ word }) => isPlainWord(word) === isPlain);
        addTo(
          pieces,
          some.map(({ word }) => word),
          some.map(({ id }) => id),
        );
      }
    },
    containing: (part) => {
      const isPlain = isPlainWord(part);
      const matches: WordMatch[] = [];
      for (const piece of isPlain ? plain : signed) {
        eachHit(piece, part, (place, position) => {
          const start = piece.starts[place] ?? 0;
          const end = (piece.starts[place + 1] ?? piece.text.length) - 1;
          const isEqual = end - start === part.length;
          matches.push({
            wordId: piece.ids[place] ?? 0,
            isEqual,
            isStart: position === start,
            isWhole: isEqual || (!isPlain && isWholeIn(piece.text.slice(start, end), part)),
          });
        });
      }
      return matches;
    },
    endingWith: (part) => idsOfHits(`${part}${separator}`),
    near: (word, most) => {
      const found: string[] = [];
      for (const piece of plain) {
        for (let place = 0; place < piece.starts.length && found.length < most; place += 1) {
          const from = piece.starts[place] ?? 0;
          const to = (piece.starts[place + 1] ?? piece.text.length) - 1;
          if (isNear(word, piece.text, from, to)) found.push(piece.text.slice(from, to));
        }
      }
      return found;
    },
    startingWith: (part) => idsOfHits(`${separator}${part}`),
  };
};
