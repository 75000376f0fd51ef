import { type Entries, entries, entriesOf, type Node, nodesOf } from './tree.ts';
import { jsonOf } from './write-json.ts';

/** Members of an object as JSON has them, without the braces; '' where there are none. */
export const membersOf = (node: Node): string => jsonOf(node).slice(1, -1);

/** Texts of members by what they were made of, for as long as that is there. */
export const createKeptMembers = <Of extends object>() => {
  const texts = new WeakMap<Of, string>();
  return {
    has: (of: Of): boolean => texts.has(of),
    of: (of: Of, make: () => Node): string => {
      const known = texts.get(of);
      if (known !== undefined) return known;
      const made = membersOf(make());
      texts.set(of, made);
      return made;
    },
  };
};

/** Objects that are JSON already, as a list; `make` makes them, one after the other, once that is wanted. */
export const textEntries = (make: () => Iterable<string>): Entries =>
  entries({
    nodes: function* () {
      for (const text of make()) yield JSON.parse(text) as Node;
    },
    texts: make,
  });

/** An object of members of which there are some, and of others that it may have. */
interface Joined {
  /** @see membersOf */
  readonly common: string;
  /** Null for none. */
  readonly own: Node | null;
}

const joinedText = ({ common, own }: Joined): string => {
  const rest = own === null ? '' : membersOf(own);
  return rest === '' ? `{${common}}` : `{${common},${rest}}`;
};

/** Such objects as a list. */
export const joinedEntries = (list: readonly Joined[]): Entries => textEntries(() => list.map(joinedText));

/** Letters, with who stands below each. */
export const indexEntries = (letters: readonly (readonly [letter: string, artists: Entries])[]): Entries =>
  entries({
    nodes: () => letters.map(([name, artists]) => ({ name, artist: nodesOf(artists) })),
    texts: () =>
      letters.map(
        ([name, artists]) =>
          `{"name":${jsonOf(name)},"artist":[${Array.from(entriesOf(artists)?.texts() ?? []).join(',')}]}`,
      ),
  });
