import { textPieces } from './text-pieces.ts';
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

const piecesOf = (run: Run): Iterable<Buffer> => {
  const known = entriesOf(run);
  if (known?.bytes !== undefined) return [known.bytes()];
  if (known !== null) return textPieces(',', known.texts());
  const text = jsonOf(run).slice(1, -1);
  return textPieces(',', text === '' ? [] : [text]);
};

async function* listPieces(runs: AsyncIterable<Run>): AsyncGenerator<string | Buffer> {
  let isFirst = true;
  yield '[';
  for await (const run of runs) {
    let isBegun = false;
    for (const piece of piecesOf(run)) {
      if (!isFirst && !isBegun) yield ',';
      isBegun = true;
      isFirst = false;
      yield piece;
    }
  }
  yield ']';
}

/** JSON of an answer, in pieces; bytes are UTF-8. */
export async function* jsonPieces(tree: Tree): AsyncGenerator<string | Buffer> {
  const runs = runsOf(tree);
  const entries = entriesOf(tree);
  if (runs !== null) yield* listPieces(runs);
  else if (entries !== null) {
    yield '[';
    if (entries.bytes === undefined) yield* textPieces(',', entries.texts());
    else yield entries.bytes();
    yield ']';
  } else if (isPlain(tree)) yield jsonOf(tree);
  else {
    let before = '{';
    for (const [key, value] of Object.entries(tree as Node)) {
      if (value === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonPieces(value);
      before = ',';
    }
    yield '}';
  }
}
