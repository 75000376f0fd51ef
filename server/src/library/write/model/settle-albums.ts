import { keepCompiled } from '../../../platform/memory/keep-compiled.ts';
import { type AlbumSong, albumsOf } from '../../model/album-identity.ts';
import type { AlbumFacts } from '../../model/song-facts.ts';
import type { PlaceOf } from '../../model/sort-text.ts';
import { type AlbumSummary, albumSummary } from './album-summary.ts';
import { type AlbumEffects, createAlbumSums } from './album-sums.ts';
import type { AlbumsStore } from './albums-store.ts';
import type { ModelSongsStore } from './model-songs-store.ts';
import type { NamesStore } from './names-store.ts';
import type { EnteredSong, Promised, TakenSong } from './pending-songs.ts';

/** Puts songs into albums. One per slice of songs; call inside a batch. */
export interface AlbumSettling {
  /** A song changed, came or went; `albumId` is of the album it was in. */
  touch(song: TakenSong | null, albumId: number | null): void;
  /** A song came; the album it has is a guess. */
  enter(song: EnteredSong): void;
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

const keyOf = (identity: Buffer): string => identity.toString('latin1');

/** Numbers for the albums of one identity: those they have; the first that is new has the one that was promised. */
const numbersFor = (
  albums: AlbumsStore,
  { before, promised }: { before: readonly number[]; promised: number | undefined },
) => {
  let next = promised;
  return (publicId: Uint8Array): { albumId: number; isNew: boolean } => {
    const known = before.length === 0 ? undefined : albums.withPublicId(before, publicId);
    if (known !== undefined) return { albumId: known, isNew: false };
    const albumId = next ?? albums.nextId();
    next = undefined;
    return { albumId, isNew: true };
  };
};

/** Identities whose albums are to be looked at, with the touched songs that are of them now. */
const createTouched = () => {
  const found = new Map<string, { identity: Buffer; touched: number[] }>();
  return {
    all: () => found.values(),
    note: (identity: Buffer, songId?: number): void => {
      const key = keyOf(identity);
      const known = found.get(key) ?? { identity, touched: [] };
      if (songId !== undefined) known.touched.push(songId);
      found.set(key, known);
    },
  };
};

keepCompiled(createTouched());

interface SettlingDeps {
  /** A song that was not touched, as it is. */
  readonly take: (id: number) => TakenSong | null;
  readonly known: Promised;
  readonly placeOf: PlaceOf;
  readonly effects: AlbumEffects;
}

/** Makes it for one slice. */
export const createAlbumSettling = ({ songs, albums, names }: Stores, deps: SettlingDeps): AlbumSettling => {
  const { placeOf } = deps;
  const touched = new Map<number, TakenSong>();
  const identities = createTouched();
  const albumBefore = new Map<number, number | null>();
  const { of: identityOf, treeAt } = deps.known.identities;
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
    const numberOf = numbersFor(albums, { before, promised: deps.known.promised.get(keyOf(identity)) });
    for (const album of albumsOf(identity, members)) {
      const { albumId, isNew } = numberOf(album.publicId);
      left.delete(albumId);
      toSum.set(albumId, { summary: albumSummary(album, identity, placeOf), isNew });
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
      if (song.facts.album !== null) identities.note(identityOf(song.facts.album, song.directoryId), song.id);
      else if (song.albumId !== null) songs.setAlbum(song.id, null);
    },
    enter: (song) => {
      if (song.identity === null) return;
      touched.set(song.id, song);
      identities.note(song.identity, song.id);
    },
    settle: () => {
      for (const entry of identities.all()) place(entry);
      for (const [id, entry] of toSum) sums.sum(id, entry);
    },
  };
};
