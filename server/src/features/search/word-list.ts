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

/** Every distinct word of the collection in one text, so that looking for a part of a word is one pass. */
export interface WordList {
  /** How many words are in; the greatest number. */
  size(): number;
  /** Adds the next words: numbers go on from `size() + 1`. */
  append(words: readonly string[]): void;
  /** Words that contain a text, ascending by number. The text is not empty and holds no white space. */
  containing(part: string): WordMatch[];
  /** Numbers of words that end with a text (which may be empty), ascending. */
  endingWith(part: string): number[];
  /** Numbers of words that begin with a text (which may be empty), ascending. */
  startingWith(part: string): number[];
}

const separator = '\n';
/** Words in a piece: small enough that adding words never copies much. */
const pieceLength = 16_384;
const letterOrDigit = /[\p{L}\p{N}]/u;

const isLetter = (unit: number): boolean => {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return (unit >= 0xd800 && unit <= 0xdfff) || letterOrDigit.test(String.fromCharCode(unit));
};

/** Some words as `\nfirst\nsecond\n`, and where each begins. */
interface Piece {
  readonly firstId: number;
  text: string;
  readonly starts: number[];
}

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

const isWholeIn = (text: string, part: string, first: number, end: number): boolean => {
  const startsWithLetter = isLetter(part.charCodeAt(0));
  const endsWithLetter = isLetter(part.charCodeAt(part.length - 1));
  for (let at = first; at !== -1 && at < end; at = text.indexOf(part, at + 1)) {
    const isOpen = startsWithLetter && isLetter(text.charCodeAt(at - 1));
    const isCut = endsWithLetter && isLetter(text.charCodeAt(at + part.length));
    if (!isOpen && !isCut) return true;
  }
  return false;
};

/** An empty word list. */
export const createWordList = (): WordList => {
  const pieces: Piece[] = [];
  let size = 0;

  const add = (words: readonly string[]): void => {
    let piece = pieces.at(-1);
    if (piece === undefined || piece.starts.length >= pieceLength) {
      piece = { firstId: size + 1, text: separator, starts: [] };
      pieces.push(piece);
    }
    let end = piece.text.length;
    for (const word of words) {
      piece.starts.push(end);
      end += word.length + 1;
    }
    piece.text += `${words.join(separator)}${separator}`;
    size += words.length;
  };

  const idsOfHits = (pattern: string): number[] => {
    const ids: number[] = [];
    for (const piece of pieces) eachHit(piece, pattern, (place) => ids.push(piece.firstId + place));
    return ids;
  };

  return {
    size: () => size,
    append: (words) => {
      for (let at = 0; at < words.length; ) {
        const room = pieceLength - ((pieces.at(-1)?.starts.length ?? 0) % pieceLength);
        add(words.slice(at, at + room));
        at += room;
      }
    },
    containing: (part) => {
      const matches: WordMatch[] = [];
      for (const piece of pieces) {
        eachHit(piece, part, (place, position) => {
          const start = piece.starts[place] ?? 0;
          const end = (piece.starts[place + 1] ?? piece.text.length) - 1;
          matches.push({
            wordId: piece.firstId + place,
            isEqual: end - start === part.length,
            isStart: position === start,
            isWhole: isWholeIn(piece.text, part, position, end),
          });
        });
      }
      return matches;
    },
    endingWith: (part) => idsOfHits(`${part}${separator}`),
    startingWith: (part) => idsOfHits(`${separator}${part}`),
  };
};
