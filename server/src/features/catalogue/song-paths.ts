import type { CatalogueReading } from '../../library/read/library-reading.ts';

/** Songs looked up at once. */
const songsAtOnce = 250;

/** Virtual paths of songs by their ids, in their order, some at a time. */
export async function* pathRuns(
  catalogue: CatalogueReading,
  ids: readonly number[],
): AsyncGenerator<readonly string[]> {
  for (let at = 0; at < ids.length; at += songsAtOnce) {
    yield await catalogue.pathsOf(ids.slice(at, at + songsAtOnce));
  }
}
