import { entriesOf, isPlain, type Node, type Run, runsOf, type Tree } from './tree.ts';

/** Half a surrogate pair, as `JSON.stringify` escapes it; what it begins with is looked for first, which is faster. */
const escapedSurrogate = /\\ud[89a-f][0-9a-f]{2}/;
const escapedBegin = '\\ud';

/** JSON that every decoder takes: what is no Unicode becomes U+FFFD. */
export const jsonOf = (tree: unknown): string => {
  const json = JSON.stringify(tree);
  if (!json.includes(escapedBegin) || !escapedSurrogate.test(json)) return json;
  return JSON.stringify(tree, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
};

async function* listPieces(runs: AsyncIterable<Run>): AsyncGenerator<string> {
  let comma = '';
  yield '[';
  for await (const run of runs) {
    const text = entriesOf(run)?.json() ?? jsonOf(run).slice(1, -1);
    if (text === '') continue;
    yield comma + text;
    comma = ',';
  }
  yield ']';
}

/** JSON of an answer, in pieces. */
export async function* jsonPieces(tree: Tree): AsyncGenerator<string> {
  const runs = runsOf(tree);
  const entries = entriesOf(tree);
  if (runs !== null) yield* listPieces(runs);
  else if (entries !== null) yield `[${entries.json()}]`;
  else if (isPlain(tree)) yield jsonOf(tree);
  else {
    let comma = '{';
    for (const [key, value] of Object.entries(tree as Node)) {
      if (value === undefined) continue;
      yield `${comma}${JSON.stringify(key)}:`;
      yield* jsonPieces(value);
      comma = ',';
    }
    yield '}';
  }
}
