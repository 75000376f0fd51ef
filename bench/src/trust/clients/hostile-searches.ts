/** A query that somebody sends who wants a search to stand still; each try is another one of its kind. */
type QueryOf = (attempt: number) => string;

const words = (count: number, word: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ');

const letters = 'aeionrstlcdumbghpwyfvk';
const letterOf = (attempt: number): string => letters[attempt % letters.length] ?? 'a';
/** One letter, or two that often stand together. */
const pairOf = (at: number): string => {
  const behind = at % (letters.length * 3);
  return `${letterOf(behind)}${['', 'e', 'a'][Math.floor(behind / letters.length)] ?? ''}`;
};
const usual = ['the', 'of', 'a', 'in', 'to', 'and'];

/**
 * What somebody sends who wants to know what is behind a search, or wants it to stand still: signs of query
 * languages, texts without end, and words that find everything. What is found once is kept for a while, and would
 * be told at once the next time: so every try differs.
 */
export const hostileSearches: Readonly<Record<string, QueryOf>> = {
  'NEAR(': (attempt) => `NEAR( ${attempt}`,
  'NEAR with a distance': (attempt) => `NEAR("${letterOf(attempt)}" "b", ${1_000_000 + attempt})`,
  'one quotation mark': (attempt) => `"${letterOf(attempt)}${attempt}`,
  'thousand quotation marks': (attempt) => '"'.repeat(1_000 + attempt),
  column: (attempt) => `title:a col:${letterOf(attempt)} {title artist}: c${attempt}`,
  operators: (attempt) => `a AND OR NOT b ^a a* -a +a a|${letterOf(attempt)}${attempt}`,
  'per cent': (attempt) => '%'.repeat(4 + attempt),
  'per cent and letters': (attempt) => `%a%${letterOf(attempt)}%c%${attempt}%`,
  'glob and regular expression': (attempt) => `[a-${letterOf(attempt)}]*?(a+)+$ .*.*.*${attempt}`,
  'one letter': letterOf,
  brackets: (attempt) => '('.repeat(5_000 + attempt),
  'ten thousand terms': (attempt) => words(10_000, (at) => `t${at + attempt}`),
  'ten thousand times one letter': (attempt) => `${words(9_999, () => letterOf(attempt))} ${attempt}`,
  'ten thousand that are found': (attempt) =>
    `${words(10_000, (at) => usual[at % usual.length] ?? '')} ${attempt}`,
  'two hundred thousand letters': (attempt) => letterOf(attempt).repeat(200_000),
  'a megabyte': (attempt) => letterOf(attempt).repeat(1_000_000),
  'NUL and others': (attempt) => `\u0001\u0002\u007f\ufffe\ufeff\u202e${attempt}`,
  'marks without letters': (attempt) => `${letterOf(attempt)}${'\u0301'.repeat(5_000)}`,
  'letters that fold into more': (attempt) => '\ufdfa'.repeat(5_000 + attempt),
  'a quarter of a megabyte that folds into more': (attempt) => '\ufdfa'.repeat(28_000 + attempt),
  // No more than is searched for: these are worked on.
  'sixty-four words that are found': (attempt) => words(64, (at) => pairOf(at + attempt)),
  'two thousand letters that fold into more': (attempt) => '\ufdfa'.repeat(2_000 - attempt),
  'two thousand marks': (attempt) => `${letterOf(attempt)}${'\u0301'.repeat(1_999 - attempt)}`,
};
