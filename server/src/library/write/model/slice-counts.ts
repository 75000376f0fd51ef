import type { PlaceOf } from '../../model/sort-text.ts';
import type { AlbumEffects } from './album-sums.ts';
import { createDeltas } from './deltas.ts';
import type { GenresStore } from './genres-store.ts';
import type { LatePeople } from './late-people.ts';
import type { StoredCredit, StoredGenre } from './model-songs-store.ts';
import type { NamesStore } from './names-store.ts';
import { settleGenres } from './settle-genres.ts';

/** See {@link createSliceCounts}. */
export type SliceCounts = ReturnType<typeof createSliceCounts>;

/** Whether nobody before it is the one at a place, at all and in that role: compared, as there are few. */
const newAt = (credits: readonly StoredCredit[], at: number) => {
  let isNew = true;
  let isNewInRole = true;
  for (let before = 0; before < at; before += 1) {
    if (credits[before]?.nameId !== credits[at]?.nameId) continue;
    isNew = false;
    isNewInRole &&= credits[before]?.role !== credits[at]?.role;
  }
  return { isNew, isNewInRole };
};

/** Counters that change with the songs of a slice, written in one go when all of them are known. */
export const createSliceCounts = (
  { names, genres, people }: { names: NamesStore; genres: GenresStore; people: LatePeople },
  placeOf: PlaceOf,
) => {
  const touchedNames = new Set<number>();
  const touchedGenres = new Set<number>();
  const roles = createDeltas();
  const tagged = createDeltas();
  const pairs = createDeltas();
  const nameUses = createDeltas();
  const genreUses = createDeltas();
  const effects: AlbumEffects = {
    touchName: (id) => void touchedNames.add(id),
    touchGenre: (id) => void touchedGenres.add(id),
    addUse: (id, by) => {
      touchedNames.add(id);
      nameUses.add(id, 0, by);
    },
  };

  /** @param by of so many songs more with these, or fewer */
  const count = (credits: readonly StoredCredit[], list: readonly StoredGenre[], by: number): void => {
    if (by === 0) return;
    let at = 0;
    for (const { nameId, role } of credits) {
      const { isNew, isNewInRole } = newAt(credits, at);
      at += 1;
      if (isNewInRole) roles.add(nameId, role, by);
      if (!isNew) continue;
      effects.addUse(nameId, by);
      for (const { genreId } of list) tagged.add(nameId, genreId, by);
    }
    for (const { nameId, genreId } of list) {
      touchedGenres.add(genreId);
      genreUses.add(nameId, 0, by);
      for (const other of list) if (other.genreId !== genreId) pairs.add(genreId, other.genreId, by);
    }
  };

  const flush = (songCount: number): void => {
    nameUses.flush((id, _, by) => names.addUses(id, by));
    roles.flush((id, role, by) => names.addRole(id, role, by));
    tagged.flush((id, genreId, by) => names.addGenre(id, genreId, by));
    pairs.flush((id, otherId, by) => genres.addPair(id, otherId, by));
    genreUses.flush((id, _, by) => genres.addUses(id, by));
    people.note(touchedNames, songCount, placeOf);
    settleGenres(genres, touchedGenres, placeOf);
  };
  return { effects, count, flush };
};
