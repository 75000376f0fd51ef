import { createRemembered } from '../../../platform/remembered.ts';
import { albumIdentityOf, albumIdentityParts } from '../../model/album-identity.ts';
import type { AlbumFacts, SongFacts } from '../../model/song-facts.ts';
import { createTrees } from './album-tree.ts';
import type { AlbumsStore } from './albums-store.ts';

/** A song as the model has it now. */
export interface TakenSong {
  readonly id: number;
  readonly directoryId: number;
  readonly albumId: number | null;
  readonly facts: SongFacts;
}

/** A song that was written in this transaction. */
export interface EnteredSong extends TakenSong {
  /** What it is recognised as one album with others by. */
  readonly identity: Buffer | null;
}

/** How many identities of albums are remembered: the songs of a folder mostly share one. */
const rememberedIdentities = 1_000;

/** What songs are recognised as one album by, worked out once for those that share it. */
export interface Identities {
  of(facts: AlbumFacts, directoryId: number): Buffer;
  /** Of the folders' trees, as they are now. */
  treeAt(directoryId: number): string;
}

/** @param albums tells where folders lie; asked once for each */
export const createIdentities = (albums: Pick<AlbumsStore, 'tree'>): Identities => {
  const treeAt = createTrees(albums);
  const remembered = createRemembered<Buffer>(rememberedIdentities);
  const identityOf = (facts: AlbumFacts, directoryId: number): Buffer => {
    const corrected = facts.corrected?.identity ?? null;
    if (corrected !== null) return Buffer.from(corrected, 'hex');
    const parts = albumIdentityParts(facts, treeAt(directoryId));
    return remembered.of(parts.join('\0'), () => albumIdentityOf(parts));
  };
  let last: { facts: AlbumFacts; directoryId: number; identity: Buffer } | undefined;
  return {
    treeAt,
    of: (facts, directoryId) => {
      if (last?.facts !== facts || last.directoryId !== directoryId)
        last = { facts, directoryId, identity: identityOf(facts, directoryId) };
      return last.identity;
    },
  };
};

/** What entered in one transaction. */
interface EnteredSongs extends Promised {
  readonly songs: readonly EnteredSong[];
}

/** What is known of albums before songs are put into them. */
export interface Promised {
  /** Numbers of albums that are still to be made, by identity; songs point to them already. */
  readonly promised: ReadonlyMap<string, number>;
  readonly identities: Identities;
}

/** Songs that were written in this transaction, as the writer has them: nothing of them is read back. */
export interface PendingSongs {
  /** Notes a song that comes. @returns the album it most likely belongs to, which may be one still to be made */
  enter(song: {
    readonly id: number;
    readonly directoryId: number;
    readonly facts: SongFacts;
  }): number | null;
  readonly size: number;
  /** Those that came since it was called before. */
  take(): EnteredSongs;
  forget(): void;
}

/** Makes an empty list. */
export const createPendingSongs = (albums: AlbumsStore): PendingSongs => {
  let songs: EnteredSong[] = [];
  let promised = new Map<string, number>();
  let likely = new Map<string, number>();
  let identities = createIdentities(albums);
  /** The next song is mostly of the same. */
  let last: { identity: Buffer; albumId: number } | undefined;
  const begin = (): void => {
    songs = [];
    promised = new Map();
    likely = new Map();
    last = undefined;
    identities = createIdentities(albums);
  };

  const lookUp = (identity: Buffer): number => {
    const key = identity.toString('latin1');
    let albumId = likely.get(key);
    if (albumId === undefined) {
      albumId = albums.ofIdentity(identity)[0];
      if (albumId === undefined) {
        albumId = albums.nextId();
        promised.set(key, albumId);
      }
      likely.set(key, albumId);
    }
    return albumId;
  };

  const guess = (identity: Buffer): number => {
    if (last?.identity !== identity) last = { identity, albumId: lookUp(identity) };
    return last.albumId;
  };

  return {
    enter: ({ id, directoryId, facts }) => {
      const identity = facts.album === null ? null : identities.of(facts.album, directoryId);
      const albumId = identity === null ? null : guess(identity);
      songs.push({ id, directoryId, albumId, facts, identity });
      return albumId;
    },
    get size() {
      return songs.length;
    },
    take: () => {
      const taken = { songs, promised, identities };
      begin();
      return taken;
    },
    forget: begin,
  };
};
