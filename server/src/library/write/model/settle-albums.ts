import { type AlbumSong, albumIdentity, albumsOf } from '../../model/album-identity.ts';
import type { AlbumFacts, SongFacts } from '../../model/song-facts.ts';
import type { PlaceOf } from '../../model/sort-text.ts';
import { type AlbumSummary, albumSummary } from './album-summary.ts';
import { type AlbumEffects, createAlbumSums } from './album-sums.ts';
import { createTrees } from './album-tree.ts';
import type { AlbumsStore } from './albums-store.ts';
import type { ModelSongsStore } from './model-songs-store.ts';
import type { NamesStore } from './names-store.ts';

/** A song as the model has it now. */
export interface TakenSong {
  readonly id: number;
  readonly directoryId: number;
  readonly albumId: number | null;
  readonly facts: SongFacts;
}

/** Puts songs into albums. One per slice of songs; call inside a batch. */
export interface AlbumSettling {
  /** A song changed, came or went; `albumId` is of the album it was in. */
  touch(song: TakenSong | null, albumId: number | null): void;
  /** Puts all touched songs where they belong and sums their albums up. */
  settle(): void;
}

type SongWithAlbum = TakenSong & { readonly facts: { readonly album: AlbumFacts } };

const hasAlbum = (song: TakenSong | null): song is SongWithAlbum =>
  song !== null && song.facts.album !== null;

const albumSong = ({ id, facts }: SongWithAlbum, tree: string): AlbumSong => ({
  id,
  facts: facts.album,
  tree,
});

interface Stores {
  readonly songs: ModelSongsStore;
  readonly albums: AlbumsStore;
  readonly names: NamesStore;
}

/** Identities whose albums are to be looked at, with the touched songs that are of them now. */
const createIdentities = () => {
  const found = new Map<string, { identity: Buffer; touched: number[] }>();
  return {
    all: () => found.values(),
    note: (identity: Buffer, songId?: number): void => {
      const key = identity.toString('latin1');
      const known = found.get(key) ?? { identity, touched: [] };
      if (songId !== undefined) known.touched.push(songId);
      found.set(key, known);
    },
  };
};

/** @param deps.take a song that was not touched, as it is */
export const createAlbumSettling = (
  { songs, albums, names }: Stores,
  deps: { take: (id: number) => TakenSong | null; placeOf: PlaceOf; effects: AlbumEffects },
): AlbumSettling => {
  const { placeOf } = deps;
  const touched = new Map<number, TakenSong>();
  const identities = createIdentities();
  const albumBefore = new Map<number, number | null>();
  const treeAt = createTrees(albums);
  const sums = createAlbumSums({ albums, names }, deps.effects);
  const toSum = new Map<number, { summary: AlbumSummary; isNew: boolean }>();

  const asAlbumSong = (song: SongWithAlbum): AlbumSong => {
    albumBefore.set(song.id, song.albumId);
    return albumSong(song, treeAt(song.directoryId));
  };

  /** Songs of these albums that were not touched stay of their identity. */
  const untouchedIn = (ids: readonly number[]): AlbumSong[] =>
    ids
      .flatMap((id) => songs.idsOfAlbum(id))
      .filter((id) => !touched.has(id))
      .map((id) => deps.take(id))
      .filter(hasAlbum)
      .map(asAlbumSong);

  const place = ({ identity, touched: ids }: { identity: Buffer; touched: readonly number[] }): void => {
    const before = albums.ofIdentity(identity);
    const members = [
      ...untouchedIn(before),
      ...ids
        .map((id) => touched.get(id) ?? null)
        .filter(hasAlbum)
        .map(asAlbumSong),
    ];
    const left = new Set(before);
    for (const album of albumsOf(identity, members)) {
      const known = before.find((id) => albums.byPublicId(album.publicId) === id);
      const summary = albumSummary(album, identity, placeOf);
      const albumId = known ?? albums.make(summary.album);
      left.delete(albumId);
      toSum.set(albumId, { summary, isNew: known === undefined });
      for (const song of album.songs)
        if (albumBefore.get(song.id) !== albumId) songs.setAlbum(song.id, albumId);
    }
    for (const id of left) sums.drop(id);
  };

  return {
    touch: (song, albumId) => {
      const identityBefore = albumId === null ? null : albums.identityOf(albumId);
      if (identityBefore !== null) identities.note(identityBefore);
      if (song === null) return;
      touched.set(song.id, song);
      if (song.facts.album !== null)
        identities.note(albumIdentity(song.facts.album, treeAt(song.directoryId)), song.id);
      else if (song.albumId !== null) songs.setAlbum(song.id, null);
    },
    settle: () => {
      for (const entry of identities.all()) place(entry);
      for (const [id, entry] of toSum) sums.sum(id, entry);
    },
  };
};
