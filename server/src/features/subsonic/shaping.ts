import type {
  AlbumTags,
  FolderFacts,
  FolderTags,
  IndexedArtist,
} from '../../library/read/apps/app-reading.ts';
import type { AlbumHeader, ArtistHeader, MusicSong } from '../../library/read/music/music-reading.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { dateOf } from './dates.ts';
import { wireId } from './ids.ts';
import {
  createLinks,
  type Digests,
  dateNode,
  genreNodes,
  type Links,
  type Marks,
  markNode,
  pictureId,
  positive,
  type ShapingDeps,
  seconds,
  shown,
  starredOf,
  there,
} from './node-parts.ts';
import { createSongNode } from './song-node.ts';
import type { Node } from './wire/tree.ts';

/** Songs of a folder stand together: what was made of it for one is kept for the next. */
const keepingLast = (make: (text: string) => string): ((text: string) => string) => {
  let last: string | undefined;
  let made = '';
  return (text) => {
    if (text !== last) made = make(text);
    last = text;
    return made;
  };
};

/** Albums. */
const createAlbumNode =
  ({ linkNodes }: Links) =>
  (
    album: AlbumHeader,
    { marks, tags, digests }: { marks: Marks; tags: AlbumTags | undefined; digests: Digests },
  ): Node => {
    const links = linkNodes(album.artists);
    const mark = marks.get(album.id);
    return {
      id: wireId('album', album.id),
      name: album.title,
      artist: shown(links),
      artistId: links[0]?.id,
      coverArt: pictureId(['album', album.id], album.artwork, digests),
      songCount: album.songCount,
      duration: tags?.seconds ?? seconds(album.durationMs),
      created: dateOf(album.addedAt),
      year: positive(album.year),
      genre: tags?.genres[0],
      playCount: mark === undefined || mark.plays === 0 ? undefined : mark.plays,
      played: mark?.lastPlayedAtMs == null ? undefined : new Date(mark.lastPlayedAtMs).toISOString(),
      starred: starredOf(mark),
      userRating: mark?.rating ?? undefined,
      displayArtist: shown(links),
      artists: links,
      isCompilation: album.isCompilation,
      genres: genreNodes(tags?.genres ?? []),
      recordLabels: (tags?.labels ?? []).map((name) => ({ name })),
      sortName: tags?.sortTitle ?? '',
      musicBrainzId: album.mbRelease ?? '',
      releaseTypes: album.types,
      moods: tags?.moods ?? [],
      discTitles: tags?.discs ?? [],
      explicitStatus: tags?.isExplicit === true ? 'explicit' : '',
      originalReleaseDate: dateNode(album.originalDate),
      releaseDate: dateNode(album.releaseDate),
      version: album.version ?? '',
    };
  };

/** Artists. */
const artistNode = (
  artist: Pick<IndexedArtist, 'id' | 'name' | 'sortName' | 'albumCount' | 'mbId' | 'roles'>,
  { marks, coverArt }: { marks: Marks; coverArt: string | undefined },
): Node => {
  const mark = marks.get(artist.id);
  return {
    id: wireId('artist', artist.id),
    name: artist.name,
    coverArt,
    albumCount: artist.albumCount,
    starred: starredOf(mark),
    userRating: mark?.rating ?? undefined,
    sortName: artist.sortName ?? '',
    roles: artist.roles.map((role) => role.toLowerCase()),
    musicBrainzId: artist.mbId ?? '',
  };
};

/** Folders. Of one that is an album is told who it is by. */
const folderNode = (
  { linkNode }: Links,
  folder: FolderFacts,
  { marks, tags, digests }: { marks: Marks; tags: FolderTags | undefined; digests: Digests },
): Node => {
  const title = folder.isAlbum ? (folder.album ?? folder.name) : folder.name;
  const mark = marks.get(folder.id);
  const artists = (tags?.artists ?? []).map(linkNode);
  const genres = tags?.genres ?? [];
  return {
    id: wireId('folder', folder.id),
    parent: folder.parentId === null ? undefined : wireId('folder', folder.parentId),
    isDir: true,
    isVideo: false,
    title,
    name: title,
    album: folder.isAlbum ? title : undefined,
    artist: folder.artist ?? undefined,
    artistId: artists[0]?.id,
    year: positive(folder.year),
    genre: genres[0],
    coverArt: pictureId(['folder', folder.id], folder.artwork, digests),
    duration: folder.songCount === 0 ? undefined : (tags?.seconds ?? 0),
    songCount: folder.songCount,
    created: dateOf(folder.addedAt),
    ...markNode(mark),
    mediaType: folder.isAlbum ? 'album' : undefined,
    displayArtist: folder.artist ?? '',
    artists,
    genres: genreNodes(genres),
  };
};

/** A folder as an artist of folder mode. */
const folderArtistNode = (folder: FolderFacts, marks: Marks, digests: Digests): Node => {
  const mark = marks.get(folder.id);
  return {
    id: wireId('folder', folder.id),
    name: folder.name,
    starred: starredOf(mark),
    userRating: mark?.rating ?? undefined,
    averageRating: mark?.averageRating,
    coverArt: pictureId(['folder', folder.id], folder.artwork, digests),
  };
};

interface Identified {
  readonly id: string;
}

const idsOf = (items: readonly Identified[]): string[] => items.map(({ id }) => id);

/** What is asked for of items of every kind. */
const createCommon = ({ apps, marks }: ShapingDeps) => ({
  apps,
  marksOf: (userId: number, items: readonly Identified[]): Promise<Marks> => marks(userId, idsOf(items)),
  digestsOf: (pictures: Iterable<string | null | undefined>): Promise<Digests> =>
    apps.pictureDigests(there(pictures)),
});

const createFolderShaping = (
  { apps, marksOf, digestsOf }: ReturnType<typeof createCommon>,
  links: Links,
) => ({
  folderNodes: async (userId: number, folders: readonly FolderFacts[]): Promise<Node[]> => {
    const [marks, tags, digests] = await Promise.all([
      marksOf(userId, folders),
      apps.folderTags(idsOf(folders)),
      digestsOf(folders.map(({ artwork }) => artwork)),
    ]);
    return folders.map((folder) => folderNode(links, folder, { marks, tags: tags.get(folder.id), digests }));
  },
  /** Folders as artists of folder mode. */
  folderArtistNodes: async (userId: number, folders: readonly FolderFacts[]): Promise<Node[]> => {
    const [marks, digests] = await Promise.all([
      marksOf(userId, folders),
      digestsOf(folders.map(({ artwork }) => artwork)),
    ]);
    return folders.map((folder) => folderArtistNode(folder, marks, digests));
  },
});

/** Makes what the wire has of songs, albums, artists and folders. */
export const createShaping = (deps: ShapingDeps) => {
  const { apps, artists: known } = deps;
  const folderIdOf = keepingLast(deps.folderIdOf);
  const links = createLinks(deps);
  const songNode = createSongNode(links, folderIdOf);
  const albumNode = createAlbumNode(links);
  const common = createCommon(deps);
  const { marksOf, digestsOf } = common;

  const indexedNodes = async (
    userId: number,
    artists: readonly Parameters<typeof artistNode>[0][],
  ): Promise<Node[]> => {
    const [marks, pictures] = await Promise.all([
      marksOf(userId, artists),
      apps.artistPictures(idsOf(artists)),
    ]);
    const digests = await digestsOf(pictures.values());
    return artists.map((artist) =>
      artistNode(artist, {
        marks,
        coverArt: pictureId(['artist', artist.id], pictures.get(artist.id), digests),
      }),
    );
  };

  return {
    /** Songs with their pictures and what the user made of them. */
    songNodes: async (userId: number, songs: readonly MusicSong[]): Promise<Node[]> => {
      if (songs.length === 0) return [];
      const albumIds = [...new Set(songs.flatMap(({ albumId }) => (albumId === null ? [] : [albumId])))];
      const [albums, marks] = await Promise.all([apps.albumPictures(albumIds), marksOf(userId, songs)]);
      const own = songs.filter(({ albumId }) => albumId === null || !albums.has(albumId));
      const digests = await digestsOf([...albums.values(), ...own.map(({ artwork }) => artwork)]);
      const pictures = { albums, digests };
      return songs.map((song) => songNode(song, { pictures, marks }));
    },
    albumNodes: async (userId: number, albums: readonly AlbumHeader[]): Promise<Node[]> => {
      const [marks, tags, digests] = await Promise.all([
        marksOf(userId, albums),
        apps.albumTags(idsOf(albums)),
        digestsOf(albums.map(({ artwork }) => artwork)),
      ]);
      return albums.map((album) => albumNode(album, { marks, tags: tags.get(album.id), digests }));
    },
    artistNodes: (userId: number, artists: readonly ArtistHeader[]): Promise<Node[]> =>
      indexedNodes(
        userId,
        artists.map((artist) => ({
          ...artist,
          albumCount: artist.albumCount + artist.guestAlbumCount,
          roles: artist.roles.map(({ role }) => role),
        })),
      ),
    indexedNodes,
    ...createFolderShaping(common, links),
    /** The picture of a playlist. */
    playlistPicture: async (id: string, artwork: string | null): Promise<string | undefined> =>
      pictureId(['playlist', id], artwork, await digestsOf([artwork])),
    /** The id of the folder that a song lies in. */
    folderIdOfSong: (song: MusicSong): string => folderIdOf(splitLast(song.path).folder),
    isUnknown: (id: string): boolean => id === known.unknown,
  };
};

/** @see createShaping */
export type Shaping = ReturnType<typeof createShaping>;
