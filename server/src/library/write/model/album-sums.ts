import { roleNumbers } from '../../model/roles.ts';
import type { AlbumSummary } from './album-summary.ts';
import type { AlbumsStore } from './albums-store.ts';
import type { NamesStore } from './names-store.ts';

/** What changed besides the albums themselves. */
export interface AlbumEffects {
  touchName(id: number): void;
  touchGenre(id: number): void;
  addUse(nameId: number, by: number): void;
}

/** Keeps what is shown of albums equal to their songs. Call inside a batch. */
export interface AlbumSums {
  /** @param found.isNew it was made just now: nobody is noted for it yet */
  sum(id: number, found: { readonly summary: AlbumSummary; readonly isNew: boolean }): void;
  /** An album that has no songs any more. */
  drop(id: number): void;
}

/** @param effects told of names and genres that albums came to, or left */
export const createAlbumSums = (
  { albums, names }: { albums: AlbumsStore; names: NamesStore },
  effects: AlbumEffects,
): AlbumSums => {
  const forget = (id: number): void => {
    for (const { role, nameId } of albums.storedCredits(id)) {
      effects.touchName(nameId);
      if (role === roleNumbers.albumArtist) effects.addUse(nameId, -1);
    }
    for (const genre of albums.storedGenres(id)) effects.touchGenre(genre);
  };

  return {
    drop: (id) => {
      forget(id);
      albums.remove(id);
    },
    sum: (id, { summary, isNew }) => {
      const sums = albums.sums(id);
      if (sums === undefined) return;
      if (!isNew) forget(id);
      const coverSongId = summary.coverSongId ?? sums.coverSongId;
      const album = { ...summary.album, ...sums, coverSongId };
      if (isNew) albums.insert(id, album);
      else albums.update(id, album);
      const owners = summary.artists.map((artist) => names.idOf(artist));
      for (const nameId of owners) effects.addUse(nameId, 1);
      const owned = owners.map((nameId) => ({
        role: roleNumbers.albumArtist,
        nameId,
        songCount: sums.songCount,
      }));
      const credits = [...owned, ...albums.credits(id)];
      albums.putCredits(id, credits, isNew);
      const genres = albums.genres(id);
      albums.putGenres(id, { titleKey: summary.album.titleKey, addedAt: sums.addedAt, isNew }, genres);
      for (const { nameId } of credits) effects.touchName(nameId);
      for (const { genreId } of genres) effects.touchGenre(genreId);
    },
  };
};
