import { indexEntries } from '../../wire/joined.ts';
import { type Entries, together } from '../../wire/tree.ts';

/** Entries by letter, `#` last, each in the order in which they came. */
const byLetter = <Entry>(
  entries: readonly Entry[],
  letterOf: (entry: Entry) => string,
): [string, Entry[]][] =>
  [...Map.groupBy(entries, letterOf)].sort(([one], [other]) => {
    if ((one === '#') !== (other === '#')) return one === '#' ? 1 : -1;
    return one < other ? -1 : 1;
  });

/** Such entries of lists that are asked for again and again. */
export const keepingLetters = <Entry>(letterOf: (entry: Entry) => string) => {
  const known = new WeakMap<readonly Entry[], readonly [string, Entry[]][]>();
  return (list: readonly Entry[]): readonly [string, Entry[]][] => {
    const found = known.get(list) ?? byLetter(list, letterOf);
    known.set(list, found);
    return found;
  };
};

/** Letters with what is sent of the entries below each. */
export const lettered = (letters: readonly [string, unknown][], groups: readonly Entries[]): Entries =>
  indexEntries(letters.map(([letter], at) => [letter, groups[at] ?? together([])]));
