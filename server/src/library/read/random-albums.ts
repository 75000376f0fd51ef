import type { ListsStore } from './lists/lists-store.ts';

/** Up to this share of all albums, guessing ids is quicker than reading all of them. */
const guessingShare = 0.25;
/** Guesses for each album wanted before all ids are read instead. */
const guessesEach = 60;

interface Sampling {
  readonly store: Pick<ListsStore, 'isAlbum' | 'albumIds' | 'greatestDirectoryId'>;
  /** How many albums there are. */
  readonly total: number;
  /** How many are wanted. */
  readonly count: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * Draws ids until enough of them are albums: each album is as likely as another, and nothing has to be
 * kept in memory or read through. Null when too few of the ids are albums.
 */
const guess = ({ store, count, random }: Sampling): number[] | null => {
  const greatest = store.greatestDirectoryId();
  const found = new Set<number>();
  for (let guesses = count * guessesEach; guesses > 0 && found.size < count; guesses -= 1) {
    const id = 1 + Math.floor(random() * greatest);
    if (!found.has(id) && store.isAlbum(id)) found.add(id);
  }
  return found.size === count ? [...found] : null;
};

const drawFromAll = ({ store, count, random }: Sampling): number[] => {
  const ids = store.albumIds();
  const wanted = Math.min(count, ids.length);
  for (let at = 0; at < wanted; at += 1) {
    const other = at + Math.floor(random() * (ids.length - at));
    const id = ids[other] ?? 0;
    ids[other] = ids[at] ?? 0;
    ids[at] = id;
  }
  return ids.slice(0, wanted);
};

/** Ids of random albums, every one equally likely, none twice; all in random order when more are wanted. */
export const sampleAlbumIds = (sampling: Sampling): number[] => {
  const count = Math.min(sampling.count, sampling.total);
  const guessed = count <= sampling.total * guessingShare ? guess({ ...sampling, count }) : null;
  return guessed ?? drawFromAll({ ...sampling, count });
};
