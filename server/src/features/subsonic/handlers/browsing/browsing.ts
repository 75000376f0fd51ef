import type { Handlers } from '../../call.ts';
import { notFound } from '../../protocol-error.ts';
import { createAlbums } from './albums.ts';
import { createArtists } from './artists.ts';
import { createSongs, item } from './asked-items.ts';
import type { BrowsingDeps } from './browsing-deps.ts';
import { createFolders, createIndexes } from './folders.ts';
import { createInfoHandlers } from './infos.ts';

type BrowsingCalls =
  | 'getIndexes'
  | 'getMusicDirectory'
  | 'getGenres'
  | 'getArtists'
  | 'getArtist'
  | 'getAlbum'
  | 'getSong'
  | 'getArtistInfo'
  | 'getArtistInfo2'
  | 'getAlbumInfo'
  | 'getAlbumInfo2';

/** Both ways to browse: folders as they are, and albums and artists of tags. */
export const createBrowsingHandlers = (deps: BrowsingDeps): Pick<Handlers, BrowsingCalls> => {
  const { music, shaping, sourceOf, ignoredArticles } = deps;
  const album = createAlbums(deps);
  const song = createSongs(deps);
  const artists = createArtists(deps);
  const directory = createFolders(deps);
  return {
    ...createInfoHandlers(deps, album),
    getIndexes: createIndexes(deps),
    getMusicDirectory: async ({ caller, parameters }) => ({
      directory: await directory(caller.userId, parameters.id, { album, artistNode: artists.one }),
    }),
    getGenres: async () => {
      const { entries } = await music.genres({ order: 'songs', offset: 0, limit: Number.POSITIVE_INFINITY });
      return {
        genres: {
          genre: entries.map(({ name, songCount, albumCount }) => ({ songCount, albumCount, value: name })),
        },
      };
    },
    getArtists: async ({ caller, parameters }) => ({
      artists: {
        ignoredArticles: ignoredArticles(),
        index: await artists.indexes(caller.userId, sourceOf(parameters.musicFolderId)),
      },
    }),
    getArtist: async ({ caller, parameters }) => {
      const { kind, id } = item(parameters.id);
      if (kind !== 'artist') throw notFound('artist');
      return { artist: await artists.one(caller.userId, id) };
    },
    getAlbum: async ({ caller, parameters }) => ({
      album: await album(caller.userId, item(parameters.id)),
    }),
    getSong: async ({ caller, parameters }) => {
      const [node] = await shaping.songNodes(caller.userId, [await song(parameters.id)]);
      return { song: node };
    },
  };
};
