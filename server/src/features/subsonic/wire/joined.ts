import { type Entries, entries, entriesOf, type Node, nodesOf } from './tree.ts';
import { jsonOf } from './write-json.ts';

/** Some members of an object, as they are and as text without the braces; '' where there are none. */
export interface Members {
  readonly node: () => Node;
  readonly json: string;
}

/** Writes members once for all the objects that have them. */
export const membersOf = (node: Node): Members => ({
  node: () => node,
  json: jsonOf(node).slice(1, -1),
});

const joinedJson = ({ common, own }: Joined): string => {
  let text = '';
  for (const { json } of common) text += text === '' ? `{${json}` : `,${json}`;
  const rest = own === null ? '}' : jsonOf(own).slice(1);
  return rest === '}' ? `${text}}` : `${text},${rest}`;
};

/** Texts of members by what they were made of, for as long as that is there: objects of them are made anew. */
export const createKeptMembers = <Of extends object>() => {
  const texts = new WeakMap<Of, string>();
  return {
    has: (of: Of): boolean => texts.has(of),
    of: (of: Of, make: () => Node): Members => {
      let json = texts.get(of);
      if (json === undefined) {
        ({ json } = membersOf(make()));
        texts.set(of, json);
      }
      const text = json;
      return { json: text, node: () => JSON.parse(`{${text}}`) as Node };
    },
  };
};

/** An object of members of which none is empty, and of others that it may have. */
export interface Joined {
  readonly common: readonly Members[];
  /** Null for none. */
  readonly own: Node | null;
}

/** Such objects as a list. */
export const joinedEntries = (list: readonly Joined[]): Entries =>
  entries({
    nodes: () =>
      list.map(({ common, own }) => Object.assign({}, ...common.map(({ node }) => node()), own) as Node),
    json: () => list.map(joinedJson).join(','),
  });

/** Letters, with who stands below each. */
export const indexEntries = (letters: readonly (readonly [letter: string, artists: Entries])[]): Entries =>
  entries({
    nodes: () => letters.map(([name, artists]) => ({ name, artist: nodesOf(artists) })),
    json: () =>
      letters
        .map(([name, artists]) => `{"name":${jsonOf(name)},"artist":[${entriesOf(artists)?.json() ?? ''}]}`)
        .join(','),
  });
