import type { AlbumHeader, ListedSong, WholeAlbum } from '../../../../library/read/music/music-reading.ts';
import type { ItemId } from '../../ids.ts';
import { notFound } from '../../protocol-error.ts';
import { type Node, nodesOf } from '../../wire/tree.ts';
import type { BrowsingDeps } from './browsing-deps.ts';

/** Albums with their songs, by any id that leads to one. */
export const createAlbums = ({ apps, music, shaping }: BrowsingDeps) => {
  const withSongs = async (
    userId: number,
    album: AlbumHeader,
    songs: readonly ListedSong[],
  ): Promise<Node> => {
    const { headers, song } = await shaping.together(userId, {
      headers: shaping.albums([album]),
      song: shaping.songs(songs),
    });
    return { ...nodesOf(headers)[0], song };
  };

  const ofTags = (userId: number, album: WholeAlbum): Promise<Node> => withSongs(userId, album, album.songs);

  const ofFolder = async (userId: number, folderId: string): Promise<Node | null> => {
    const [loose = null] = await apps.albumsById([folderId]);
    if (loose === null) return null;
    return withSongs(userId, loose, await apps.looseSongs(folderId));
  };

  /** An album by any id that leads to one. */
  return async (userId: number, { kind, id }: ItemId): Promise<Node> => {
    const albumId = await (async (): Promise<string | null> => {
      switch (kind) {
        case 'album':
          return id;
        case 'song': {
          const [song] = await music.songsById([id]);
          return song?.albumId ?? (song == null ? null : shaping.folderIdOfSong(song));
        }
        case 'folder': {
          const folder = await apps.folder(id);
          const ids = new Set(folder?.songs.map((song) => song.albumId ?? id));
          return ids.size === 1 ? ([...ids][0] ?? null) : null;
        }
        default:
          return null;
      }
    })();
    const album = albumId === null ? null : await music.album(albumId);
    if (album !== null) return ofTags(userId, album);
    const loose = albumId === null ? null : await ofFolder(userId, albumId);
    if (loose === null) throw notFound('album');
    return loose;
  };
};

/** @see createAlbums */
export type Albums = ReturnType<typeof createAlbums>;
