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

/** Bytes that are written before they go on: of a first piece, as most lists are short, and of those behind it. */
const firstBytes = 8 * 1024;
const pieceBytes = 64 * 1024;

const comma = 0x2c;

/** Most bytes that a UTF-16 unit takes in UTF-8. */
const mostBytes = 3;

/**
 * Texts with commas between, as bytes. Each is written by itself: put together first, all of them would take two bytes a
 * letter for one letter that needs them, and be copied twice more.
 */
function* commaPieces(texts: Iterable<string>): Generator<Buffer> {
  let piece = Buffer.allocUnsafe(firstBytes);
  let at = 0;
  let isFirst = true;
  for (const text of texts) {
    const room = text.length * mostBytes + 1;
    if (at + room > piece.length) {
      if (at > 0) yield piece.subarray(0, at);
      piece = Buffer.allocUnsafe(Math.max(pieceBytes, room));
      at = 0;
    }
    if (!isFirst) {
      piece[at] = comma;
      at += 1;
    }
    isFirst = false;
    at += piece.write(text, at, 'utf8');
  }
  if (at > 0) yield piece.subarray(0, at);
}

const piecesOf = (run: Run): Iterable<Buffer> => {
  const known = entriesOf(run);
  if (known?.bytes !== undefined) return [known.bytes()];
  if (known !== null) return commaPieces(known.texts());
  const text = jsonOf(run).slice(1, -1);
  return commaPieces(text === '' ? [] : [text]);
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
    if (entries.bytes === undefined) yield* commaPieces(entries.texts());
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
