import { createPlaceOf } from '../../../library/model/sort-text.ts';
import {
  type AppReading,
  type FolderFacts,
  type IndexedArtist,
  type OpenedFolder,
  unknownArtist,
} from '../../../library/read/apps/app-reading.ts';
import type {
  AlbumHeader,
  ListedSong,
  MusicReading,
  MusicSong,
  WholeAlbum,
} from '../../../library/read/music/music-reading.ts';
import type { CallOf, Handlers } from '../call.ts';
import { type ItemId, itemOf, wireId } from '../ids.ts';
import type { KnownArtists } from '../node-parts.ts';
import { notFound } from '../protocol-error.ts';
import type { Shaping } from '../shaping.ts';
import { indexEntries } from '../wire/joined.ts';
import { type Entries, type Node, nodesOf, type Run, together } from '../wire/tree.ts';

/** What browsing stands on. */
export interface BrowsingDeps {
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly artists: KnownArtists;
  /** Leading words that do not count in the order of names, separated by blanks, as they are now. */
  readonly ignoredArticles: () => string;
  /** The name of a music folder by its number, null for none. @throws ProtocolError notFound for one that is not */
  readonly sourceOf: (musicFolderId: number | undefined) => string | null;
  /** The name of a music folder by its number. */
  readonly folderNamed: (musicFolderId: number) => string | undefined;
}

/** Entries by letter, `#` last, each in the order in which they came. */
const byLetter = <Entry>(
  entries: readonly Entry[],
  letterOf: (entry: Entry) => string,
): [string, Entry[]][] =>
  [...Map.groupBy(entries, letterOf)].sort(([one], [other]) => {
    if ((one === '#') !== (other === '#')) return one === '#' ? 1 : -1;
    return one < other ? -1 : 1;
  });

/** Such entries of lists that are asked for again and again. */
const keepingLetters = <Entry>(letterOf: (entry: Entry) => string) => {
  const known = new WeakMap<readonly Entry[], readonly [string, Entry[]][]>();
  return (list: readonly Entry[]): readonly [string, Entry[]][] => {
    const found = known.get(list) ?? byLetter(list, letterOf);
    known.set(list, found);
    return found;
  };
};

/** Letters with what is sent of the entries below each. */
const lettered = (letters: readonly [string, unknown][], groups: readonly Entries[]): Entries =>
  indexEntries(letters.map(([letter], at) => [letter, groups[at] ?? together([])]));

const item = (text: string): ItemId => {
  const found = itemOf(text);
  if (found === null) throw notFound();
  return found;
};

const createAlbums = ({ apps, music, shaping }: BrowsingDeps) => {
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

/** An artist of what has none. */
const nobody = (id: string, albumCount: number): Node => ({
  id: wireId('artist', id),
  name: unknownArtist,
  albumCount,
  sortName: '',
  roles: ['albumartist'],
  musicBrainzId: '',
});

const createArtists = ({ apps, music, shaping, artists }: BrowsingDeps) => {
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

const createFolders = ({ apps, shaping, folderNamed }: BrowsingDeps) => {
  const folderNode = async (userId: number, folder: OpenedFolder): Promise<Node> => {
    const { mark, folders, songs } = await shaping.together(userId, {
      mark: shaping.folderMark(folder),
      folders: shaping.folders(folder.folders),
      songs: shaping.songs(folder.songs),
    });
    return {
      id: wireId('folder', folder.id),
      parent: folder.parentId === null ? undefined : wireId('folder', folder.parentId),
      name: folder.name,
      starred: mark?.starredAtMs == null ? undefined : new Date(mark.starredAtMs).toISOString(),
      userRating: mark?.rating ?? undefined,
      averageRating: mark?.averageRating,
      playCount: mark === undefined || mark.plays === 0 ? undefined : mark.plays,
      child: [...folders, ...nodesOf(songs)],
    };
  };
  const byNumber = async (id: string): Promise<OpenedFolder | null> => {
    const name = /^\d{1,9}$/.test(id) ? folderNamed(Number(id)) : undefined;
    return name === undefined ? null : apps.folderAt(name);
  };
  return async (
    userId: number,
    text: string,
    { album, artistNode }: { album: Albums; artistNode: (userId: number, id: string) => Promise<Node> },
  ): Promise<Node> => {
    const numbered = await byNumber(text);
    if (numbered !== null) return folderNode(userId, numbered);
    const wanted = item(text);
    if (wanted.kind === 'folder') {
      const folder = await apps.folder(wanted.id);
      if (folder === null) throw notFound('folder');
      return folderNode(userId, folder);
    }
    if (wanted.kind === 'album') {
      const node = await album(userId, wanted);
      const { starred, userRating, averageRating, playCount } = node;
      const own = { starred, userRating, averageRating, playCount };
      return { id: text, parent: node['artistId'], name: node['name'], ...own, child: node['song'] };
    }
    if (wanted.kind !== 'artist') throw notFound('folder');
    const artist = await artistNode(userId, wanted.id);
    const albums = nodesOf(artist['album'] as Run);
    const child = albums.map((node) => ({ ...node, parent: text, isDir: true, title: node['name'] }));
    return { id: text, name: artist['name'], child };
  };
};

/** Folders by letter, as artists are. */
const createFolderLetters = (ignoredArticles: () => string) => {
  const lettersFor = (articles: string) => {
    const placeOf = createPlaceOf(articles);
    const lettersOf = keepingLetters(({ name }: FolderFacts): string => placeOf(name, null).letter);
    return { articles, lettersOf };
  };
  let known: ReturnType<typeof lettersFor> | null = null;
  return (folders: readonly FolderFacts[]): readonly [string, FolderFacts[]][] => {
    const articles = ignoredArticles();
    known = known?.articles === articles ? known : lettersFor(articles);
    return known.lettersOf(folders);
  };
};

const createIndexes = ({ apps, shaping, sourceOf, ignoredArticles }: BrowsingDeps) => {
  const lettersOf = createFolderLetters(ignoredArticles);
  return async ({ caller, parameters }: CallOf<'getIndexes'>): Promise<Node> => {
    const source = sourceOf(parameters.musicFolderId);
    const lastModified = await apps.changedAtMs();
    const head = { lastModified, ignoredArticles: ignoredArticles(), shortcut: [] };
    if (parameters.ifModifiedSince !== undefined && parameters.ifModifiedSince >= lastModified)
      return { indexes: head };
    const { folders, songs } = await apps.topLevel(source);
    const letters = lettersOf(folders);
    const groups = letters.map(([, entries]) => entries);
    const { index, child } = await shaping.together(caller.userId, {
      index: shaping.folderArtists.inGroups(groups),
      child: shaping.songs(songs),
    });
    return { indexes: { ...head, index: lettered(letters, index), child } };
  };
};

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

type Albums = ReturnType<typeof createAlbums>;

const createSongs =
  ({ music }: BrowsingDeps) =>
  async (text: string): Promise<MusicSong> => {
    const { kind, id } = item(text);
    const [found] = kind === 'song' ? await music.songsById([id]) : [];
    if (found == null) throw notFound('song');
    return found;
  };

/** Who an item leads to, and who is like them. @throws ProtocolError notFound */
const createSimilarTo = (deps: BrowsingDeps, album: Albums) => {
  const { music, shaping } = deps;
  const song = createSongs(deps);

  /** The artist that an item leads to; null for what leads to none. @throws ProtocolError */
  const artistBehind = async (text: string): Promise<string | null> => {
    const wanted = item(text);
    if (wanted.kind === 'artist') return wanted.id;
    if (wanted.kind === 'song') return (await song(text)).credits[0]?.id ?? null;
    const node = await album(0, wanted).catch(() => null);
    if (node === null && wanted.kind === 'folder' && (await deps.apps.folder(wanted.id)) !== null)
      return null;
    if (node === null) throw notFound();
    return itemOf(String(node['artistId']))?.id ?? null;
  };

  return async (text: string): Promise<{ own: string | null; similar: readonly string[] }> => {
    const own = await artistBehind(text);
    const artist = own === null ? null : await music.artist(own);
    if (artist === null && own !== null && !shaping.isUnknown(own)) throw notFound('artist');
    return { own, similar: (artist?.similar ?? []).flatMap(({ id }) => (id === null ? [] : [id])) };
  };
};

/** The same for others that suggest songs. */
export const createSimilarity = (deps: BrowsingDeps) => createSimilarTo(deps, createAlbums(deps));

/** What is known beside, computed here. */
const createInfoHandlers = (
  deps: BrowsingDeps,
  album: Albums,
): Pick<Handlers, 'getArtistInfo' | 'getArtistInfo2' | 'getAlbumInfo' | 'getAlbumInfo2'> => {
  const { music, shaping } = deps;

  const similarTo = createSimilarTo(deps, album);
  const similar = async (text: string, count: number) => (await similarTo(text)).similar.slice(0, count);

  const albumInfo = async (text: string): Promise<Node> => {
    const node = await album(0, item(text)).catch(async (error: unknown) => {
      const { kind, id } = item(text);
      if (kind === 'folder' && (await deps.apps.folder(id)) !== null) return {};
      throw error;
    });
    const brainz = (node as Node)['musicBrainzId'];
    return { albumInfo: { musicBrainzId: brainz === '' ? undefined : brainz } };
  };

  return {
    getArtistInfo: async ({ parameters }) => {
      const ids = await similar(parameters.id, parameters.count);
      const found = (await music.artistsById(ids)).filter((artist) => artist !== null);
      return {
        artistInfo: { similarArtist: found.map(({ id, name }) => ({ id: wireId('artist', id), name })) },
      };
    },
    getArtistInfo2: async ({ caller, parameters }) => {
      const ids = await similar(parameters.id, parameters.count);
      const found = (await music.artistsById(ids)).filter((artist) => artist !== null);
      return { artistInfo2: { similarArtist: await shaping.told(caller.userId, shaping.artists(found)) } };
    },
    getAlbumInfo: ({ parameters }) => albumInfo(parameters.id),
    getAlbumInfo2: ({ parameters }) => albumInfo(parameters.id),
  };
};

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
