import type { ListedSong } from '../../../library/read/music/music-reading.ts';
import { splitLast } from '../../../platform/paths/virtual-path.ts';
import { createTogether, type Unmarked } from '../marked-together.ts';
import { createLinks, pictureId, type ShapingDeps } from '../node-parts.ts';
import { type Entries, type Node, nodesOf } from '../wire/tree.ts';
import { createAlbumShaping } from './album-shaping.ts';
import { createArtistShaping } from './artist-shaping.ts';
import { createCommon } from './common.ts';
import { createFolderShaping } from './folder-shaping.ts';
import { createSongShaping } from './song-shaping.ts';

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
