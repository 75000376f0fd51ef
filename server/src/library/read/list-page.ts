/** Which part of a list is wanted. */
export interface ListPage {
  readonly offset: number;
  /** Infinity for all. */
  readonly limit: number;
}

/** Rows read at once. */
export const runLength = 250;

/** Reads a list in runs by the key of the last row, so that a deep list costs no more at its end. */
export function* rowRuns<Row extends { readonly key: Buffer }>(
  page: ListPage,
  from: (limit: number, offset: number) => Row[],
  after: (key: Buffer, limit: number) => Row[],
): Generator<Row[]> {
  let left = page.limit;
  let wanted = Math.min(runLength, left);
  if (wanted <= 0) return;
  for (let rows = from(wanted, page.offset); ; ) {
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    left -= rows.length;
    if (rows.length < wanted || left <= 0) return;
    wanted = Math.min(runLength, left);
    rows = after(last.key, wanted);
  }
}

/** How many of `total` entries a page shows. */
export const countOnPage = (total: number, page: ListPage): number =>
  Math.max(0, Math.min(total - page.offset, page.limit));
