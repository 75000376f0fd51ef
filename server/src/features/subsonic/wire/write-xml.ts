import { textPieces } from './text-pieces.ts';
import { eachOf, entriesOf, isPlain, type Node, type Run, runsOf, type Scalar, type Tree } from './tree.ts';

/** Elements of which `value` is the text. */
const withText: ReadonlySet<string> = new Set(['genre', 'lyrics', 'line']);

/** Elements whose scalars are elements, too. */
const elementsOnly = /^(?:artist|album)Info2?$/;

/** Whatever cannot stand in XML 1.0 as it is; most texts have none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const awkward = /[\u0000-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;

/** What XML 1.0 cannot hold: one of these makes an answer unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const special = /[&<>"\t\n\r]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Else attributes would have blanks there.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escaped = (value: Scalar): string =>
  typeof value === 'string' && awkward.test(value)
    ? value.replace(unspeakable, '').replace(special, (character) => entities[character] ?? '')
    : String(value);

const isScalar = (tree: Tree): tree is Scalar => typeof tree !== 'object';

const isText = (name: string, key: string): boolean => key === 'value' && withText.has(name);

const elements = (name: string, list: Iterable<Tree>): string => {
  let all = '';
  for (const entry of list) all += element(name, entry);
  return all;
};

/** What an element is made of: attributes for its head, and what stands within it if all of that is there. */
const partsOf = (name: string, node: Node, hasContent: boolean): { attributes: string; content: string } => {
  const asElements = elementsOnly.test(name);
  let attributes = '';
  let content = '';
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (value === undefined) continue;
    if (!isScalar(value) || asElements) {
      if (hasContent) content += element(key, value);
    } else if (isText(name, key)) content += escaped(value);
    else attributes += ` ${key}="${escaped(value)}"`;
  }
  return { attributes, content };
};

/** Attributes that an element of a name has of a node, each with a blank before. */
export const attributesOf = (name: string, node: Node): string => partsOf(name, node, false).attributes;

/** An element that has content, in two parts, between which attributes can be put in. */
export const openedElement = (name: string, node: Node): { before: string; behind: string } => {
  const { attributes, content } = partsOf(name, node, true);
  return { before: `<${name}${attributes}`, behind: content === '' ? '/>' : `>${content}</${name}>` };
};

/** An element whose content is all there. */
const element = (name: string, tree: Tree): string => {
  if (isScalar(tree)) return `<${name}>${escaped(tree)}</${name}>`;
  const entries = entriesOf(tree);
  if (entries !== null) return elements(name, entries.nodes());
  if (Array.isArray(tree)) return elements(name, tree as readonly Tree[]);
  const { before, behind } = openedElement(name, tree as Node);
  return before + behind;
};

function* eachElement(name: string, list: Iterable<Tree>): Generator<string> {
  for (const entry of list) yield element(name, entry);
}

async function* runPieces(name: string, run: Run): AsyncGenerator<Buffer> {
  const elementsOf = entriesOf(run)?.elements;
  if (elementsOf === undefined) yield* textPieces('', eachElement(name, eachOf(run)));
  else yield await elementsOf();
}

async function* elementPieces(name: string, tree: Tree): AsyncGenerator<string | Buffer> {
  const runs = runsOf(tree);
  if (runs !== null) {
    for await (const run of runs) yield* runPieces(name, run);
  } else if (entriesOf(tree) !== null) yield* runPieces(name, tree as Run);
  else if (isPlain(tree)) yield element(name, tree);
  else {
    const node = tree as Node;
    yield `<${name}${attributesOf(name, node)}>`;
    for (const [key, value] of Object.entries(node)) {
      if (value === undefined) continue;
      if (!isScalar(value)) yield* elementPieces(key, value);
      else if (elementsOnly.test(name)) yield element(key, value);
      else if (isText(name, key)) yield escaped(value);
    }
    yield `</${name}>`;
  }
}

/** XML of an answer, in pieces. Scalars are attributes, lists are elements that repeat. */
export async function* xmlPieces(name: string, node: Node): AsyncGenerator<string | Buffer> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield* elementPieces(name, node);
}
