/** Bytes that are written before they go on: of a first piece, as most lists are short, and of those behind it. */
const firstBytes = 8 * 1024;
const pieceBytes = 64 * 1024;

/** Most bytes that a UTF-16 unit takes in UTF-8. */
const mostBytes = 3;

/**
 * Texts as bytes. Each is written by itself: put together first, all of them would stay in memory until the last is
 * there, take two bytes a letter for one letter that needs them, and be copied twice more.
 * @param between an ASCII letter that stands between two of them, or ''
 */
export function* textPieces(between: ',' | '', texts: Iterable<string>): Generator<Buffer> {
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
    if (!isFirst) at += piece.write(between, at, 'latin1');
    isFirst = false;
    at += piece.write(text, at, 'utf8');
  }
  if (at > 0) yield piece.subarray(0, at);
}
