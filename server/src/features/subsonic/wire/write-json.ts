import { isWhole, type Node, runsOf, type Tree } from './tree.ts';

/** Half a surrogate pair, as `JSON.stringify` escapes it. */
const escapedSurrogate = /\\ud[89a-f][0-9a-f]{2}/;

/** JSON that every decoder takes: what is no Unicode becomes U+FFFD. */
const jsonOf = (tree: unknown): string => {
  const json = JSON.stringify(tree);
  if (!escapedSurrogate.test(json)) return json;
  return JSON.stringify(tree, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
};

async function* listPieces(runs: AsyncIterable<readonly Node[]>): AsyncGenerator<string> {
  let comma = '';
  yield '[';
  for await (const run of runs) {
    if (run.length === 0) continue;
    yield comma + jsonOf(run).slice(1, -1);
    comma = ',';
  }
  yield ']';
}

/** JSON of an answer, in pieces. */
export async function* jsonPieces(tree: Tree): AsyncGenerator<string> {
  const runs = runsOf(tree);
  if (runs !== null) yield* listPieces(runs);
  else if (isWhole(tree)) yield jsonOf(tree);
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
