/** Objects as JSON in UTF-8 with commas between, or as XML, each with a place where members or attributes can be put in. */
export interface EntriesBytes {
  readonly ids: readonly string[];
  readonly bytes: Buffer;
  /** Where each begins, an offset for each. */
  readonly starts: Uint32Array;
  /** Where that place is, an offset for each. */
  readonly places: Uint32Array;
}

/** An object in two parts, between which members can be put in, each with a comma before, or attributes. */
export interface EntryText {
  readonly before: string;
  readonly behind: string;
}

/** Bytes that are got at first, and how many times as much when they are full. */
const firstBytes = 256 * 1024;
const growth = 2;

/** Most bytes that a UTF-16 unit takes in UTF-8. */
const mostBytes = 3;

/**
 * @param texts as many as ids, each what stands before such a place and behind it
 * @param between an ASCII letter that stands between two of them, or ''
 */
export const createEntriesBytes = (
  ids: readonly string[],
  texts: Iterable<EntryText>,
  between: ',' | '' = ',',
): EntriesBytes => {
  const starts = new Uint32Array(ids.length);
  const places = new Uint32Array(ids.length);
  let bytes = Buffer.allocUnsafeSlow(ids.length === 0 ? 0 : firstBytes);
  let at = 0;
  let index = 0;
  for (const { before, behind } of texts) {
    const room = (before.length + behind.length) * mostBytes + 1;
    if (at + room > bytes.length) {
      const more = Buffer.allocUnsafeSlow(Math.max(bytes.length * growth, at + room));
      bytes.copy(more, 0, 0, at);
      bytes = more;
    }
    if (index > 0) at += bytes.write(between, at, 'latin1');
    starts[index] = at;
    at += bytes.write(before, at, 'utf8');
    places[index] = at;
    at += bytes.write(behind, at, 'utf8');
    index += 1;
  }
  return { ids, bytes: bytes.subarray(0, at), starts, places };
};

/** The objects as JSON, one after the other, filled as {@link filledBytes} does. */
export function* filledTexts(
  { ids, bytes, starts, places }: EntriesBytes,
  textOf: ((id: string) => string) | null,
): Generator<string> {
  for (const [index, id] of ids.entries()) {
    const next = starts[index + 1];
    const end = next === undefined ? bytes.length : next - 1;
    const text = textOf?.(id) ?? '';
    const [start, place] = [starts[index], places[index]];
    yield text === ''
      ? bytes.toString('utf8', start, end)
      : bytes.toString('utf8', start, place) + text + bytes.toString('utf8', place, end);
  }
}

/** @param textOf ASCII that is put into an object, by its id; null for nothing into all of them */
export const filledBytes = (
  { ids, bytes, places }: EntriesBytes,
  textOf: ((id: string) => string) | null,
): Buffer => {
  const texts = textOf === null ? [] : ids.map(textOf);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length === 0) return bytes;
  const filled = Buffer.allocUnsafeSlow(bytes.length + length);
  let from = 0;
  let at = 0;
  for (const [index, text] of texts.entries()) {
    if (text === '') continue;
    const place = places[index] ?? 0;
    at += bytes.copy(filled, at, from, place);
    at += filled.write(text, at, 'latin1');
    from = place;
  }
  bytes.copy(filled, at, from);
  return filled;
};
