import type {
  AlbumTags,
  FolderFacts,
  FolderTags,
  IndexedArtist,
} from '../../library/read/apps/app-reading.ts';
import type { AlbumHeader, ArtistHeader, ListedSong } from '../../library/read/music/music-reading.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { dateOf } from './dates.ts';
import { keptFolderId, wireId } from './ids.ts';
import { createTogether, type Unmarked } from './marked-together.ts';
import {
  createLinks,
  type Digests,
  dateNode,
  genreNodes,
  type Links,
  type Mark,
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
import { createSongTexts, marksText } from './song-node.ts';
import type { EntryText } from './wire/entries-bytes.ts';
import { createKeptMembers, joinedEntries, membersOf, textEntries } from './wire/joined.ts';
import { type Entries, together as inOne, type Node, nodesOf } from './wire/tree.ts';

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

/** What an album is to everybody. */
const createAlbumNode =
  ({ linkNodes }: Links) =>
  (album: AlbumHeader, { tags, digests }: { tags: AlbumTags | undefined; digests: Digests }): Node => {
    const links = linkNodes(album.artists);
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

/** What somebody made of an album. */
const albumMarks = (mark: Mark | undefined): Node | null =>
  mark === undefined
    ? null
    : {
        playCount: mark.plays === 0 ? undefined : mark.plays,
        played: mark.lastPlayedAtMs === null ? undefined : new Date(mark.lastPlayedAtMs).toISOString(),
        starred: starredOf(mark),
        userRating: mark.rating ?? undefined,
      };

/** The same as JSON, with a comma before; '' for none. */
export const albumMarksText = (mark: Mark | undefined): string => {
  const members = membersOf(albumMarks(mark) ?? {});
  return members === '' ? '' : `,${members}`;
};

type ShownArtist = Pick<IndexedArtist, 'id' | 'name' | 'sortName' | 'albumCount' | 'mbId' | 'roles'>;

/** What an artist is to everybody. */
const artistNode = (artist: ShownArtist, coverArt: string | undefined): Node => ({
  id: wireId('artist', artist.id),
  name: artist.name,
  coverArt,
  albumCount: artist.albumCount,
  sortName: artist.sortName ?? '',
  roles: artist.roles.map((role) => role.toLowerCase()),
  musicBrainzId: artist.mbId ?? '',
});

const artistMarks = (mark: Mark | undefined): Node | null =>
  mark === undefined ? null : { starred: starredOf(mark), userRating: mark.rating ?? undefined };

/** Folders. Of one that is an album is told who it is by. */
const folderNode = (
  { linkNode }: Links,
  folder: FolderFacts,
  { mark, tags, digests }: { mark: Mark | undefined; tags: FolderTags | undefined; digests: Digests },
): Node => {
  const title = folder.isAlbum ? (folder.album ?? folder.name) : folder.name;
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

interface Identified {
  readonly id: string;
}

type TagsOfFolders = ReadonlyMap<string, FolderTags>;

/** The album that a folder is, or that its loose songs are. */
const albumIdOf = ({ id }: FolderFacts, tags: FolderTags | undefined): string => tags?.albumId ?? id;

/** Folders, and the albums that they are, by what is kept of them. */
const markedWith = (folders: readonly FolderFacts[], tags: TagsOfFolders): string[] =>
  folders.flatMap((folder) => [keptFolderId(folder.id), albumIdOf(folder, tags.get(folder.id))]);

/** What somebody made of a folder. Plays are counted of albums: one that is an album has those. */
const folderMarkOf = (marks: Marks, folder: FolderFacts, tags: FolderTags | undefined): Mark | undefined => {
  const own = marks.get(keptFolderId(folder.id));
  const plays = marks.get(albumIdOf(folder, tags))?.plays ?? 0;
  // When that was, the protocol says of songs and of albums of tags alone.
  return own === undefined && plays === 0
    ? undefined
    : { starredAtMs: null, rating: null, ...own, plays, lastPlayedAtMs: null };
};

/** A folder as an artist of folder mode. */
const folderArtistNode = (folder: FolderFacts, digests: Digests): Node => ({
  id: wireId('folder', folder.id),
  name: folder.name,
  coverArt: pictureId(['folder', folder.id], folder.artwork, digests),
});

const folderArtistMarks = (mark: Mark | undefined): Node | null =>
  mark === undefined
    ? null
    : {
        starred: starredOf(mark),
        userRating: mark.rating ?? undefined,
        averageRating: mark.averageRating,
      };

const idsOf = (items: readonly Identified[]): string[] => items.map(({ id }) => id);

/** What is asked for of items of every kind. */
const createCommon = ({ apps }: Pick<ShapingDeps, 'apps'>) => ({
  apps,
  digestsOf: (pictures: Iterable<string | null | undefined>): Promise<Digests> =>
    apps.pictureDigests(there(pictures)),
});

/**
 * Lists things of which the library gives the same objects while it stays as it is: what they are to everybody is made
 * once for each of those, what somebody made of them is added.
 */
const createKeptEntries = <Thing extends Identified>(
  markOf: (mark: Mark | undefined) => Node | null,
  prepare: (things: readonly Thing[]) => Promise<(thing: Thing) => Node>,
  keptId: (id: string) => string = (id) => id,
) => {
  const kept = createKeptMembers<Thing>();
  const inGroups = async (groups: readonly (readonly Thing[])[]): Promise<Unmarked<Entries[]>> => {
    const things = groups.flat();
    const make = await prepare(things.filter((thing) => !kept.has(thing)));
    return {
      ids: things.map(({ id }) => keptId(id)),
      tell: (marks) =>
        groups.map((group) =>
          joinedEntries(
            group.map((thing) => ({
              common: kept.of(thing, () => make(thing)),
              own: markOf(marks.get(keptId(thing.id))),
            })),
          ),
        ),
    };
  };
  return {
    inGroups,
    inList: async (things: readonly Thing[]): Promise<Unmarked<Entries>> => {
      const { ids, tell } = await inGroups([things]);
      return { ids, tell: (marks) => inOne(tell(marks)) };
    },
    /** What they are to everybody, with room for what somebody made of each. */
    texts: async (things: readonly Thing[]): Promise<readonly EntryText[]> => {
      const make = await prepare(things.filter((thing) => !kept.has(thing)));
      return things.map((thing) => ({ before: `{${kept.of(thing, () => make(thing))}`, behind: '}' }));
    },
  };
};

const createFolderShaping = ({ apps, digestsOf }: ReturnType<typeof createCommon>, links: Links) => ({
  /** What the user made of a folder. */
  folderMark: async (folder: FolderFacts): Promise<Unmarked<Mark | undefined>> => {
    const tags = await apps.folderTags([folder.id]);
    return {
      ids: markedWith([folder], tags),
      tell: (marks) => folderMarkOf(marks, folder, tags.get(folder.id)),
    };
  },
  folders: async (folders: readonly FolderFacts[]): Promise<Unmarked<Node[]>> => {
    const tags = await apps.folderTags(idsOf(folders));
    const digests = await digestsOf(folders.map(({ artwork }) => artwork));
    return {
      ids: markedWith(folders, tags),
      tell: (marks) =>
        folders.map((folder) => {
          const said = tags.get(folder.id);
          return folderNode(links, folder, { mark: folderMarkOf(marks, folder, said), tags: said, digests });
        }),
    };
  },
  /** Folders as artists of folder mode. */
  folderArtists: createKeptEntries(
    folderArtistMarks,
    async (folders: readonly FolderFacts[]) => {
      const digests = await digestsOf(folders.map(({ artwork }) => artwork));
      return (folder) => folderArtistNode(folder, digests);
    },
    keptFolderId,
  ),
});

/** Albums of lists. */
const createAlbumShaping = ({ apps, digestsOf }: ReturnType<typeof createCommon>, links: Links) => {
  const albumNode = createAlbumNode(links);
  const { inList: albums, texts: albumTexts } = createKeptEntries(
    albumMarks,
    async (headers: readonly AlbumHeader[]) => {
      const [tags, digests] = await Promise.all([
        apps.albumTags(idsOf(headers)),
        digestsOf(headers.map(({ artwork }) => artwork)),
      ]);
      return (album) => albumNode(album, { tags: tags.get(album.id), digests });
    },
  );
  return { albums, albumTexts };
};

/** Artists of indexes and lists. */
const createArtistShaping = ({ apps, digestsOf }: ReturnType<typeof createCommon>) => {
  const indexedArtists = createKeptEntries(artistMarks, async (artists: readonly ShownArtist[]) => {
    const pictures = await apps.artistPictures(idsOf(artists));
    const digests = await digestsOf(pictures.values());
    return (artist) => artistNode(artist, pictureId(['artist', artist.id], pictures.get(artist.id), digests));
  });
  return {
    indexedArtists,
    artists: (artists: readonly ArtistHeader[]): Promise<Unmarked<Entries>> =>
      indexedArtists.inList(
        artists.map((artist) => ({
          ...artist,
          albumCount: artist.albumCount + artist.guestAlbumCount,
          roles: artist.roles.map(({ role }) => role),
        })),
      ),
  };
};

const createSongShaping = (
  { apps, digestsOf }: ReturnType<typeof createCommon>,
  links: Links,
  folderIdOf: ShapingDeps['folderIdOf'],
) => {
  const songText = createSongTexts(links, folderIdOf);
  /** What songs are to everybody, with their pictures; made one after the other as they are taken. */
  const songTexts = async (songs: readonly ListedSong[]): Promise<Iterable<EntryText>> => {
    const albumIds = [...new Set(songs.flatMap(({ albumId }) => (albumId === null ? [] : [albumId])))];
    const albums = await apps.albumPictures(albumIds);
    const own = songs.filter(({ albumId }) => albumId === null || !albums.has(albumId));
    const digests = await digestsOf([...albums.values(), ...own.map(({ artwork }) => artwork)]);
    const pictures = { albums, digests };
    return {
      *[Symbol.iterator]() {
        for (const song of songs) yield songText(song, pictures);
      },
    };
  };
  /** The same with what the user made of them. */
  const songsOf = async (songs: readonly ListedSong[]): Promise<Unmarked<Entries>> => {
    if (songs.length === 0) return { ids: [], tell: () => joinedEntries([]) };
    const texts = await songTexts(songs);
    const ids = idsOf(songs);
    return {
      ids,
      tell: (marks) =>
        textEntries(function* () {
          let at = 0;
          for (const { before, behind } of texts) {
            yield before + marksText(marks.get(ids[at] ?? '')) + behind;
            at += 1;
          }
        }),
    };
  };
  return { songTexts, songs: songsOf };
};

/** Makes what the wire has of songs, albums, artists and folders, as soon as it is known what somebody made of them. */
export const createShaping = (deps: ShapingDeps) => {
  const { artists: known } = deps;
  const folderIdOf = keepingLast(deps.folderIdOf);
  const links = createLinks(deps);
  const common = createCommon(deps);
  const together = createTogether(deps);
  const told = async <Told>(userId: number, part: Unmarked<Told> | Promise<Unmarked<Told>>): Promise<Told> =>
    (await together(userId, { part })).part as Told;
  const songShaping = createSongShaping(common, links, folderIdOf);

  return {
    ...songShaping,
    ...createAlbumShaping(common, links),
    ...createArtistShaping(common),
    ...createFolderShaping(common, links),
    /** All parts of an answer, after a single question of what somebody made of everything in it. */
    together,
    /** The only part of an answer. */
    told,
    songEntries: (userId: number, songs: readonly ListedSong[]): Promise<Entries> =>
      told(userId, songShaping.songs(songs)),
    /** The same, where they are wanted as objects. */
    songNodes: async (userId: number, songs: readonly ListedSong[]): Promise<readonly Node[]> =>
      nodesOf(await told(userId, songShaping.songs(songs))),
    /** The picture of a playlist. */
    playlistPicture: async (id: string, artwork: string | null): Promise<string | undefined> =>
      pictureId(['playlist', id], artwork, await common.digestsOf([artwork])),
    /** The id of the folder that a song lies in. */
    folderIdOfSong: (song: Pick<ListedSong, 'path'>): string => folderIdOf(splitLast(song.path).folder),
    isUnknown: (id: string): boolean => id === known.unknown,
  };
};

/** @see createShaping */
export type Shaping = ReturnType<typeof createShaping>;
