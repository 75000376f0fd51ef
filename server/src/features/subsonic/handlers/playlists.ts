import type { MusicReading } from '../../../library/read/music/music-reading.ts';
import type { Caller, Handlers } from '../call.ts';
import { itemOf, wireId } from '../ids.ts';
import { codes, notFound, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping.ts';
import { type Entries, inRuns, type Node, type Tree, together } from '../wire/tree.ts';
import { pathsOf, songsAt } from './songs-of.ts';

/** A playlist as those see it who may. */
interface SeenPlaylist {
  readonly id: string;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly name: string;
  readonly comment: string | null;
  readonly isPublic: boolean;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly stored: { readonly contentId: number; readonly chunkCount: number; readonly entries: number };
}

/** What the songs of a playlist that are there add up to. */
interface Sums {
  readonly songCount: number;
  readonly roundedSeconds: number;
  readonly artwork: string | null;
}

/** What playlists stand on: whoever asks is a user of the product, as everywhere. */
export interface PlaylistsDeps {
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly users: { find(name: string): Promise<{ readonly id: number } | null> };
  readonly playlists: {
    listVisible(userId: number): Promise<readonly SeenPlaylist[]>;
    listOwned(userId: number): Promise<readonly SeenPlaylist[]>;
    find(userId: number, id: string): Promise<SeenPlaylist>;
    sumsOf(playlist: SeenPlaylist): Promise<Sums>;
    songPaths(playlist: SeenPlaylist): AsyncIterable<readonly string[]>;
    make(userId: number, name: string, paths: readonly string[]): Promise<SeenPlaylist>;
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

/** Entries of playlists that are answered in one piece. */
const mostAtOnce = 5_000;

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

const createNodes = ({ music, playlists, shaping }: PlaylistsDeps) => {
  const headOf = async (playlist: SeenPlaylist, sums: Sums, { userId }: Caller): Promise<Node> => ({
    id: wireId('playlist', playlist.id),
    name: playlist.name,
    comment: playlist.comment ?? undefined,
    owner: playlist.ownerName,
    public: playlist.isPublic,
    songCount: sums.songCount,
    duration: sums.roundedSeconds,
    created: timeOf(playlist.createdAtMs),
    changed: timeOf(playlist.changedAtMs),
    coverArt: await shaping.playlistPicture(playlist.id, sums.artwork),
    readonly: playlist.ownerId !== userId,
    allowedUser: [],
  });

  async function* entryRuns(playlist: SeenPlaylist, userId: number): AsyncGenerator<Entries> {
    for await (const paths of playlists.songPaths(playlist))
      yield await shaping.songEntries(userId, await songsAt(music, paths));
  }

  const entriesOf = async (playlist: SeenPlaylist, userId: number): Promise<Tree> => {
    const runs = entryRuns(playlist, userId);
    if (playlist.stored.entries > mostAtOnce) return inRuns(runs);
    const lists: Entries[] = [];
    for await (const list of runs) lists.push(list);
    return together(lists);
  };

  return {
    headNode: async (playlist: SeenPlaylist, caller: Caller): Promise<Node> =>
      headOf(playlist, await playlists.sumsOf(playlist), caller),
    wholeNode: async (playlist: SeenPlaylist, caller: Caller): Promise<Node> => ({
      ...(await headOf(playlist, await playlists.sumsOf(playlist), caller)),
      entry: await entriesOf(playlist, caller.userId),
    }),
  };
};

type PlaylistCalls = 'getPlaylists' | 'getPlaylist' | 'createPlaylist' | 'updatePlaylist' | 'deletePlaylist';

/** The picture of a playlist for whoever may see it; null for none. */
export const createPlaylistPicture =
  ({ playlists }: Pick<PlaylistsDeps, 'playlists'>) =>
  async (userId: number, id: string): Promise<string | null> =>
    (await playlists.sumsOf(await playlists.find(userId, id))).artwork;

/** Saved playlists: the same that the product has. */
export const createPlaylistHandlers = (deps: PlaylistsDeps): Pick<Handlers, PlaylistCalls> => {
  const { music, playlists, users } = deps;
  const { headNode, wholeNode } = createNodes(deps);

  const listFor = async (caller: Caller, username: string | undefined): Promise<readonly SeenPlaylist[]> => {
    if (username === undefined) return playlists.listVisible(caller.userId);
    const user = await users.find(username);
    if (user?.id === caller.userId) return playlists.listVisible(caller.userId);
    if (!caller.mayAdminister)
      throw new ProtocolError(codes.notAllowed, 'Only an app that may administer may ask this of others.');
    if (user === null) throw notFound('user');
    return playlists.listOwned(user.id);
  };

  return {
    getPlaylists: async ({ caller, parameters }) => {
      const nodes: Node[] = [];
      for (const playlist of await listFor(caller, parameters.username))
        nodes.push(await headNode(playlist, caller));
      return { playlists: { playlist: nodes } };
    },
    getPlaylist: async ({ caller, parameters }) => {
      const playlist = await playlists.find(caller.userId, playlistIdOf(parameters.id));
      return { playlist: await wholeNode(playlist, caller) };
    },
    createPlaylist: async ({ caller, parameters }) => {
      const { playlistId, name, songId } = parameters;
      assertNamed(name);
      if (playlistId === undefined && name === undefined)
        throw new ProtocolError(codes.parameterMissing, 'The parameter name or playlistId is missing.');
      const { userId } = caller;
      const id = playlistId === undefined ? null : playlistIdOf(playlistId);
      const paths = await pathsOf(music, songId);
      const saved =
        id === null
          ? await playlists.make(userId, name ?? '', paths)
          : await playlists.replace(userId, id, { paths, newName: name });
      return { playlist: await wholeNode(saved, caller) };
    },
    updatePlaylist: async ({ caller, parameters }) => {
      const { name, comment, songIdToAdd, songIndexToRemove } = parameters;
      assertNamed(name);
      await playlists.change(caller.userId, playlistIdOf(parameters.playlistId), {
        newName: name,
        comment: comment === '' ? null : comment,
        isPublic: parameters.public,
        removed: songIndexToRemove,
        added: await pathsOf(music, songIdToAdd),
      });
      return {};
    },
    deletePlaylist: async ({ caller, parameters }) => {
      await playlists.remove(caller, playlistIdOf(parameters.id));
      return {};
    },
  };
};
