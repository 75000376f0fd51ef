import type { RandomWish } from './app-reading.ts';
import type { AppStore } from './app-store.ts';

interface SongFactsRow {
  readonly id: number;
  readonly year: number | null;
  readonly sourceId: number;
}

/** How often chance is asked for each random song before the rest is taken in order. */
const triesForEach = 8;

/** As likely as its gap to the row before is wide: rows are given one after the other. */
const sampledRows = (
  { one, ids }: AppStore,
  { count, source, random }: { count: number; source: number | null; random: () => number },
): number[] => {
  const greatest = one<{ id: number }>('greatestSong')?.id ?? 0;
  const chosen = new Set<number>();
  for (let left = count * triesForEach; left > 0 && chosen.size < count; left -= 1) {
    const row = one<SongFactsRow>('songRow', Math.floor(random() * greatest) + 1);
    if (row !== null && (source === null || row.sourceId === source)) chosen.add(row.id);
  }
  // A small collection: what chance left out comes at the end.
  if (chosen.size < count) {
    const rest = ids('songIdsAfter', { after: 0, source, limit: count * triesForEach });
    for (const id of rest) if (chosen.size < count) chosen.add(id);
  }
  return [...chosen];
};

/** Rows of songs that fit a wish, none twice. */
export const randomSongRows = (store: AppStore, wish: RandomWish, random: () => number): number[] => {
  const { count, genre, fromYear, toYear } = wish;
  const source = store.sourceId(wish.source);
  if (genre === null && fromYear === null && toYear === null)
    return sampledRows(store, { count, source, random });
  const inGenre =
    genre === null ? null : new Set(store.ids('songsOfGenre', store.genreNamed(genre)?.id ?? -1));
  const isOfYears = (year: number | null): boolean =>
    (fromYear === null || (year !== null && year >= fromYear)) &&
    (toYear === null || (year !== null && year <= toYear));
  const pool = store
    .all<SongFactsRow>('songFacts')
    .filter(
      (row) =>
        (source === null || row.sourceId === source) &&
        isOfYears(row.year) &&
        (inGenre === null || inGenre.has(row.id)),
    )
    .map(({ id }) => id);
  const chosen: number[] = [];
  for (let left = pool.length; left > 0 && chosen.length < count; left -= 1) {
    const at = Math.floor(random() * left);
    chosen.push(pool[at] ?? 0);
    pool[at] = pool[left - 1] ?? 0;
  }
  return chosen;
};
