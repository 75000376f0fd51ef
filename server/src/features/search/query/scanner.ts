import { deepestNesting, type Expected, longestQuery, mostTerms, QueryFault } from './query.ts';

/** Reads a text from its beginning to its end, never back: both languages are told by what comes next. */
export interface Scanner {
  readonly at: number;
  /** What comes next, if a sticky pattern takes it. */
  take(pattern: RegExp): RegExpExecArray | null;
  /** Whether a sticky pattern would take what comes next. */
  sees(pattern: RegExp): boolean;
  isAtEnd(): boolean;
  /** Passes blanks. @returns whether there were any */
  passBlanks(): boolean;
  /** A text in quotes, its quotes taken off; null when none begins here. @throws QueryFault without an end */
  quoted(): string | null;
  /** Counts a term. @throws QueryFault for one too many */
  countTerm(): void;
  /** Reads what stands in parentheses. @throws QueryFault when they are nested too deeply */
  nested<Result>(read: () => Result): Result;
  /** @throws QueryFault always */
  fail(expected: Expected): never;
}

const blanks = /\s+/y;
const quote = /"/y;
const insideQuotes = /[^"]*/y;

/** @throws QueryFault for a text that is too long */
export const createScanner = (text: string): Scanner => {
  if (text.length > longestQuery) throw new QueryFault(longestQuery, 'shorter');
  let at = 0;
  let terms = 0;
  let depth = 0;
  const fail = (expected: Expected): never => {
    throw new QueryFault(at, expected);
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match;
  };
  return {
    get at() {
      return at;
    },
    take,
    sees: (pattern) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    },
    isAtEnd: () => at >= text.length,
    passBlanks: () => take(blanks) !== null,
    quoted: () => {
      if (take(quote) === null) return null;
      const inside = take(insideQuotes)?.[0] ?? '';
      if (take(quote) === null) fail('quote');
      return inside;
    },
    countTerm: () => {
      terms += 1;
      if (terms > mostTerms) fail('shorter');
    },
    nested: (read) => {
      depth += 1;
      if (depth > deepestNesting) fail('shorter');
      const result = read();
      depth -= 1;
      return result;
    },
    fail,
  };
};
