import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Caller, Handlers } from '../call.ts';
import { itemOf, wireId } from '../ids.ts';
import { codes, notFound, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping/shaping.ts';
import { type Entries, inRuns, type Node, type Tree } from '../wire/tree.ts';
import {
  createSeenLists,
  type ListsSeen,
  type SeenList,
  type SeenLists,
  type SeenPlaylist,
} from './seen-lists.ts';
import { pathsOf, songsAt } from './songs-of.ts';

/** What playlists stand on: whoever asks is a user of the product, as everywhere. */
export interface PlaylistsDeps extends Pick<ListsSeen, 'smartSongs'> {
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly users: { find(name: string): Promise<{ readonly id: number } | null> };
  readonly playlists: ListsSeen['playlists'] & {
    listOwned(userId: number): Promise<readonly SeenPlaylist[]>;
    make(
      owner: Pick<Caller, 'userId' | 'username'>,
      name: string,
      paths: readonly string[],
    ): Promise<SeenPlaylist>;
    replace(
      userId: number,
      id: string,
      change: { readonly paths: readonly string[]; readonly newName?: string | undefined },
    ): Promise<SeenPlaylist>;
    change(
      userId: number,
      id: string,
      change: {
        readonly newName?: string | undefined;
        readonly comment?: string | null | undefined;
        readonly isPublic?: boolean | undefined;
        readonly removed: readonly number[];
        readonly added: readonly string[];
      },
    ): Promise<void>;
    remove(caller: Pick<Caller, 'userId' | 'mayAdminister'>, id: string): Promise<void>;
  };
}

/** @throws ProtocolError notFound for what is no id of a playlist */
const playlistIdOf = (text: string): string => {
  const item = itemOf(text);
  if (item?.kind !== 'playlist') throw notFound('playlist');
  return item.id;
};

/** @throws ProtocolError parameterMissing for a name that is empty */
const assertNamed = (name: string | undefined): void => {
  if (name === '') throw new ProtocolError(codes.parameterMissing, 'The parameter name is missing.');
};

const timeOf = (ms: number): string => new Date(ms).toISOString();

const createNodes = ({ music, shaping }: Pick<PlaylistsDeps, 'music' | 'shaping'>) => {
  const headNode = async (list: SeenList, { userId, username }: Caller): Promise<Node> => {
    const sums = await list.sums();
    return {
      id: wireId('playlist', list.id),
      name: list.name,
      comment: list.comment ?? undefined,
      owner: list.ownerName ?? username,
      public: list.isPublic,
      songCount: sums.songCount,
      duration: sums.roundedSeconds,
      created: timeOf(list.createdAtMs),
      changed: timeOf(list.changedAtMs),
      coverArt: await shaping.playlistPicture(list.id, sums.artwork),
      readonly: list.isSmart || list.ownerId !== userId,
      allowedUser: [],
    };
  };

  async function* entryRuns(list: SeenList, userId: number): AsyncGenerator<Entries> {
    for await (const paths of list.songPaths())
      yield await shaping.songEntries(userId, await songsAt(music, paths));
  }

  const entriesOf = async (list: SeenList, userId: number): Promise<Tree> => {
    if (list.isLong) return inRuns(entryRuns(list, userId));
    const songs: MusicSong[] = [];
    for await (const paths of list.songPaths()) songs.push(...(await songsAt(music, paths)));
    return shaping.songEntries(userId, songs);
  };

  return {
    headNode,
    wholeNode: async (list: SeenList, caller: Caller): Promise<Node> => ({
      ...(await headNode(list, caller)),
      entry: await entriesOf(list, caller.userId),
    }),
  };
};

type PlaylistCalls = 'getPlaylists' | 'getPlaylist' | 'createPlaylist' | 'updatePlaylist' | 'deletePlaylist';

/** Changes a playlist. @throws ProtocolError notAllowed for a smart list, which is looked for where there is no playlist */
const createChanging =
  ({ findSmart }: SeenLists) =>
  async <Result>(
    { userId }: Caller,
    text: string,
    change: (id: string) => Promise<Result>,
  ): Promise<Result> => {
    const id = playlistIdOf(text);
    try {
      return await change(id);
    } catch (error) {
      const isNone = error instanceof AppError && error.code === 'playlist_not_found';
      if (!isNone || (await findSmart(userId, id)) === null) throw error;
      throw new ProtocolError(
        codes.notAllowed,
        'This is a smart list: what it finds is in it. It is changed in the web client.',
      );
    }
  };

/** Saved playlists: the same that the product has; smart lists beside them, to be read. */
export const createPlaylistHandlers = (deps: PlaylistsDeps): Pick<Handlers, PlaylistCalls> => {
  const { music, playlists, users } = deps;
  const { headNode, wholeNode } = createNodes(deps);
  const seen = createSeenLists(deps);
  const changing = createChanging(seen);

  const listFor = async (caller: Caller, username: string | undefined): Promise<readonly SeenList[]> => {
    if (username === undefined) return seen.visible(caller.userId);
    const user = await users.find(username);
    if (user?.id === caller.userId) return seen.visible(caller.userId);
    if (!caller.mayAdminister)
      throw new ProtocolError(codes.notAllowed, 'Only an app that may administer may ask this of others.');
    if (user === null) throw notFound('user');
    return (await playlists.listOwned(user.id)).map(seen.ofPlaylist);
  };

  return {
    getPlaylists: async ({ caller, parameters }) => {
      const nodes: Node[] = [];
      for (const playlist of await listFor(caller, parameters.username))
        nodes.push(await headNode(playlist, caller));
      return { playlists: { playlist: nodes } };
    },
    getPlaylist: async ({ caller, parameters }) => {
      const playlist = await seen.find(caller.userId, playlistIdOf(parameters.id));
      return { playlist: await wholeNode(playlist, caller) };
    },
    createPlaylist: async ({ caller, parameters }) => {
      const { playlistId, name, songId } = parameters;
      assertNamed(name);
      if (playlistId === undefined && name === undefined)
        throw new ProtocolError(codes.parameterMissing, 'The parameter name or playlistId is missing.');
      const { userId } = caller;
      const paths = await pathsOf(music, songId);
      const saved =
        playlistId === undefined
          ? await playlists.make(caller, name ?? '', paths)
          : await changing(caller, playlistId, (id) =>
              playlists.replace(userId, id, { paths, newName: name }),
            );
      return { playlist: await wholeNode(seen.ofPlaylist(saved), caller) };
    },
    updatePlaylist: async ({ caller, parameters }) => {
      const { name, comment, songIdToAdd, songIndexToRemove } = parameters;
      assertNamed(name);
      const change = {
        newName: name,
        comment: comment === '' ? null : comment,
        isPublic: parameters.public,
        removed: songIndexToRemove,
        added: await pathsOf(music, songIdToAdd),
      };
      await changing(caller, parameters.playlistId, (id) => playlists.change(caller.userId, id, change));
      return {};
    },
    deletePlaylist: async ({ caller, parameters }) => {
      await changing(caller, parameters.id, (id) => playlists.remove(caller, id));
      return {};
    },
  };
};
