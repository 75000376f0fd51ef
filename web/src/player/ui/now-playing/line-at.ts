/** How far ahead of its time a line counts as sounding, in seconds: eyes are slower than ears. */
const aheadSeconds = 0.15;

/**
 * The line that sounds at a second; -1 before the first.
 * @param lines in the order of time
 */
export function lineAt(lines: readonly { readonly start_ms: number | null }[], seconds: number): number {
  const ms = (seconds + aheadSeconds) * 1000;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start_ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
