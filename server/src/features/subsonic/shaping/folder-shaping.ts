import type { FolderFacts, FolderTags } from '../../../library/read/apps/app-reading.ts';
import { dateOf } from '../dates.ts';
import { keptFolderId, wireId } from '../ids.ts';
import type { Unmarked } from '../marked-together.ts';
import {
  type Digests,
  genreNodes,
  type Links,
  type Mark,
  type Marks,
  markNode,
  pictureId,
  positive,
  starredOf,
} from '../node-parts.ts';
import type { Node } from '../wire/tree.ts';
import { type Common, idsOf } from './common.ts';
import { createKeptEntries } from './kept-entries.ts';

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

/** What the wire has of folders. */
export const createFolderShaping = ({ apps, digestsOf }: Common, links: Links) => ({
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
