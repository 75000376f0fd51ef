import { type IndexedArtist, unknownArtist } from '../../../../library/read/apps/app-reading.ts';
import type { AlbumHeader } from '../../../../library/read/music/music-reading.ts';
import { wireId } from '../../ids.ts';
import { notFound } from '../../protocol-error.ts';
import { type Entries, type Node, nodesOf } from '../../wire/tree.ts';
import type { BrowsingDeps } from './browsing-deps.ts';
import { keepingLetters, lettered } from './letters.ts';

/** An artist of what has none. */
const nobody = (id: string, albumCount: number): Node => ({
  id: wireId('artist', id),
  name: unknownArtist,
  albumCount,
  sortName: '',
  roles: ['albumartist'],
  musicBrainzId: '',
});

/** Artists with their albums, and all of them by letter. */
export const createArtists = ({ apps, music, shaping, artists }: BrowsingDeps) => {
  const lettersOf = keepingLetters(({ letter }: IndexedArtist) => letter);
  /** What nobody is told to have made. */
  const nobodys = async (userId: number): Promise<Node> => {
    const albums = await apps.looseAlbumsOf(null);
    return {
      ...nobody(artists.unknown, albums.length),
      album: await shaping.told(userId, shaping.albums(albums)),
    };
  };
  return {
    one: async (userId: number, id: string): Promise<Node> => {
      const artist = await music.artist(id);
      if (artist === null) {
        if (shaping.isUnknown(id)) return nobodys(userId);
        throw notFound('artist');
      }
      const loose = await apps.looseAlbumsOf(id);
      const albums: readonly AlbumHeader[] = [...artist.albums, ...loose, ...artist.appearsOn];
      const { headers, album } = await shaping.together(userId, {
        headers: shaping.artists([artist]),
        album: shaping.albums(albums),
      });
      return { ...nodesOf(headers)[0], albumCount: albums.length, album };
    },
    indexes: async (userId: number, source: string | null): Promise<Entries> => {
      const letters = lettersOf(await apps.artistIndex(source));
      const groups = letters.map(([, entries]) => entries);
      return lettered(letters, await shaping.told(userId, shaping.indexedArtists.inGroups(groups)));
    },
  };
};
