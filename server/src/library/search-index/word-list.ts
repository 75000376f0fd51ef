import { isNear } from './near-word.ts';
import { isPlainWord } from './search-words.ts';

/**
 * A word of the collection in which a query word stands, and how: the word's number and flags in one number, as a short
 * query word stands in many thousands, and objects for these would be most of what a search leaves behind.
 */
export type WordMatch = number;

/** It is the whole word. */
export const equalMatch = 1;
/** The word begins with it. */
export const startMatch = 2;
/** It stands there between signs that are neither letters nor digits, or the word's ends. */
export const wholeMatch = 4;
/** All of these. */
export const fullMatch = equalMatch | startMatch | wholeMatch;

/** The match of a word, with what is true of it. */
export const matchOf = (wordId: number, flags = 0): WordMatch => wordId * 8 + flags;

/** The number of the word. */
export const wordIdOf = (match: WordMatch): number => Math.floor(match / 8);

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
  count: number;
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
}

const noWords = () => ({ words: [] as string[], ids: [] as number[] });

const emptyPiece = (): Piece => ({
  text: separator,
  count: 0,
  starts: new Uint32Array(pieceLength),
  ids: new Uint32Array(pieceLength),
});

const addTo = (pieces: Piece[], words: readonly string[], ids: readonly number[]): void => {
  for (let at = 0; at < words.length; ) {
    let piece = pieces.at(-1);
    if (piece === undefined || piece.count >= pieceLength) {
      piece = emptyPiece();
      pieces.push(piece);
    }
    const some = words.slice(at, at + pieceLength - piece.count);
    let end = piece.text.length;
    for (const [index, word] of some.entries()) {
      piece.starts[piece.count] = end;
      piece.ids[piece.count] = ids[at + index] ?? 0;
      piece.count += 1;
      end += word.length + 1;
    }
    piece.text += `${some.join(separator)}${separator}`;
    at += some.length;
  }
};

/** Where a word of a piece begins; behind its last one, where the next would. */
const startAt = ({ starts, count, text }: Piece, place: number): number =>
  place < count ? (starts[place] ?? 0) : text.length;

const placeAt = ({ starts, count }: Piece, position: number, from: number): number => {
  let low = from;
  let high = count;
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
    const place = placeAt(piece, hit + (pattern.startsWith(separator) ? 1 : 0), from);
    visit(place, hit);
    from = place + 1;
    if (from >= piece.count) return;
    hit = piece.text.indexOf(pattern, startAt(piece, from) - 1);
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
      const some = { plain: noWords(), signed: noWords() };
      for (const word of words) {
        size += 1;
        const kind = isPlainWord(word) ? some.plain : some.signed;
        kind.words.push(word);
        kind.ids.push(size);
      }
      addTo(plain, some.plain.words, some.plain.ids);
      addTo(signed, some.signed.words, some.signed.ids);
    },
    containing: (part) => {
      const isPlain = isPlainWord(part);
      const matches: WordMatch[] = [];
      for (const piece of isPlain ? plain : signed) {
        eachHit(piece, part, (place, position) => {
          const start = startAt(piece, place);
          const end = startAt(piece, place + 1) - 1;
          const isEqual = end - start === part.length;
          const isWhole = isEqual || (!isPlain && isWholeIn(piece.text.slice(start, end), part));
          const flags =
            (isEqual ? equalMatch : 0) | (position === start ? startMatch : 0) | (isWhole ? wholeMatch : 0);
          matches.push(matchOf(piece.ids[place] ?? 0, flags));
        });
      }
      return matches;
    },
    endingWith: (part) => idsOfHits(`${part}${separator}`),
    near: (word, most) => {
      const found: string[] = [];
      for (const piece of plain) {
        for (let place = 0; place < piece.count && found.length < most; place += 1) {
          const from = startAt(piece, place);
          const to = startAt(piece, place + 1) - 1;
          if (isNear(word, piece.text, from, to)) found.push(piece.text.slice(from, to));
        }
      }
      return found;
    },
    startingWith: (part) => idsOfHits(`${separator}${part}`),
  };
};
