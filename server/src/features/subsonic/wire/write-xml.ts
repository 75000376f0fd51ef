import { entriesOf, isWhole, type Node, nodesOf, runsOf, type Scalar, type Tree } from './tree.ts';

/** Elements of which `value` is the text. */
const hasText = /^(?:genre|lyrics|line)$/;

/** Elements whose scalars are elements, too. */
const elementsOnly = /^(?:artist|album)Info2?$/;

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
  typeof value === 'string'
    ? value.replace(unspeakable, '').replace(special, (character) => entities[character] ?? '')
    : String(value);

const isScalar = (tree: Tree): tree is Scalar => typeof tree !== 'object';

const isText = (name: string, key: string): boolean => key === 'value' && hasText.test(name);

const attributesOf = (name: string, node: Node): string => {
  if (elementsOnly.test(name)) return '';
  let attributes = '';
  for (const [key, value] of Object.entries(node))
    if (value !== undefined && isScalar(value) && !isText(name, key))
      attributes += ` ${key}="${escaped(value)}"`;
  return attributes;
};

/** An element whose content is all there. */
const element = (name: string, tree: Tree): string => {
  if (isScalar(tree)) return `<${name}>${escaped(tree)}</${name}>`;
  const entries = entriesOf(tree);
  if (entries !== null) return element(name, entries.nodes());
  if (Array.isArray(tree)) return (tree as readonly Tree[]).map((entry) => element(name, entry)).join('');
  const node = tree as Node;
  let content = '';
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined) continue;
    if (!isScalar(value)) content += element(key, value);
    else if (isText(name, key)) content += escaped(value);
    else if (elementsOnly.test(name)) content += element(key, value);
  }
  const head = `<${name}${attributesOf(name, node)}`;
  return content === '' ? `${head}/>` : `${head}>${content}</${name}>`;
};

async function* elementPieces(name: string, tree: Tree): AsyncGenerator<string> {
  const runs = runsOf(tree);
  if (runs !== null) {
    for await (const run of runs) yield element(name, nodesOf(run));
  } else if (isWhole(tree)) yield element(name, tree);
  else {
    const node = tree as Node;
    yield `<${name}${attributesOf(name, node)}>`;
    for (const [key, value] of Object.entries(node))
      if (value !== undefined && !isScalar(value)) yield* elementPieces(key, value);
    yield `</${name}>`;
  }
}

/** XML of an answer, in pieces. Scalars are attributes, lists are elements that repeat. */
export async function* xmlPieces(name: string, node: Node): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield* elementPieces(name, node);
}
