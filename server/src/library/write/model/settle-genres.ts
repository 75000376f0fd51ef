import { derivedId } from '../../model/public-id.ts';
import type { PlaceOf } from '../../model/sort-text.ts';
import type { GenresStore } from './genres-store.ts';
import { most } from './most.ts';

/** Brings genres up to date after their songs or albums changed. Call inside a batch. */
export const settleGenres = (genres: GenresStore, touched: Iterable<number>, placeOf: PlaceOf): void => {
  for (const id of touched) {
    const names = genres.names(id);
    for (const { id: nameId, uses } of names) if (uses === 0) genres.removeName(nameId);
    const shown = most(
      names.filter(({ uses }) => uses > 0),
      ({ name }) => name,
      ({ uses }) => uses,
    );
    if (shown === null) {
      genres.remove(id);
      continue;
    }
    const { key: sortKey, letter } = placeOf(shown.name, shown.name);
    genres.update(id, {
      publicId: derivedId('genre', genres.folded(id) ?? ''),
      name: shown.name,
      sortKey,
      letter,
      songCount: names.reduce((sum, { uses }) => sum + uses, 0),
      albumCount: genres.albumCount(id),
    });
  }
};
