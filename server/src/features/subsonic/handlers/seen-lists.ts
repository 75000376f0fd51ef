/** What the songs of a list that are there add up to. */
interface Sums {
  readonly songCount: number;
  readonly roundedSeconds: number;
  readonly artwork: string | null;
}

/** A playlist as those see it who may. */
export interface SeenPlaylist {
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

/** A query that somebody keeps, which lists what it finds when it is asked for. */
interface SmartList {
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly query: string;
  readonly changedAtMs: number;
}

/** Lists of both kinds as apps are told of them. */
export interface ListsSeen {
  readonly playlists: {
    listVisible(userId: number): Promise<readonly SeenPlaylist[]>;
    /** Null also for what is not to be seen. */
    findSeen(userId: number, id: string): Promise<SeenPlaylist | null>;
    /** @throws AppError playlist_not_found, also for what is not to be seen */
    find(userId: number, id: string): Promise<SeenPlaylist>;
    sumsOf(playlist: SeenPlaylist): Promise<Sums>;
    songPaths(playlist: SeenPlaylist): AsyncIterable<readonly string[]>;
  };
  readonly smartSongs: {
    list(userId: number): Promise<readonly SmartList[]>;
    find(userId: number, id: string): Promise<SmartList | null>;
    sumsOf(list: SmartList): Promise<Sums>;
    songPaths(list: SmartList): AsyncIterable<readonly string[]>;
  };
}

/** A list of songs, of either kind. */
export interface SeenList
  extends Omit<SeenPlaylist, 'ownerName' | 'stored'>,
    Partial<Pick<SeenPlaylist, 'ownerName'>> {
  /** Whether apps may change it: nobody changes what a query finds. */
  readonly isSmart: boolean;
  /** Whether it may hold so many songs that they are sent as they are read. */
  readonly isLong: boolean;
  sums(): Promise<Sums>;
  songPaths(): AsyncIterable<readonly string[]>;
}

/** Entries of lists that are answered in one piece. */
const mostAtOnce = 5_000;

/** Playlists and smart lists, told alike. */
export const createSeenLists = ({ playlists, smartSongs }: ListsSeen) => {
  const ofPlaylist = ({ stored, ...playlist }: SeenPlaylist): SeenList => ({
    ...playlist,
    isSmart: false,
    isLong: stored.entries > mostAtOnce,
    sums: () => playlists.sumsOf({ ...playlist, stored }),
    songPaths: () => playlists.songPaths({ ...playlist, stored }),
  });
  const ofSmart = (list: SmartList): SeenList => ({
    ...{ id: list.id, ownerId: list.userId, name: list.name, comment: list.query, isPublic: false },
    ...{ createdAtMs: list.changedAtMs, changedAtMs: list.changedAtMs },
    isSmart: true,
    isLong: true,
    sums: () => smartSongs.sumsOf(list),
    songPaths: () => smartSongs.songPaths(list),
  });
  const findSmart = async (userId: number, id: string): Promise<SeenList | null> => {
    const list = await smartSongs.find(userId, id);
    return list === null ? null : ofSmart(list);
  };
  return {
    ofPlaylist,
    findSmart,
    /** Playlists of one's own, smart lists, then playlists of others; each by name. */
    visible: async (userId: number): Promise<SeenList[]> => {
      const all = (await playlists.listVisible(userId)).map(ofPlaylist);
      const smart = (await smartSongs.list(userId)).map(ofSmart);
      const isOwn = ({ ownerId }: SeenList): boolean => ownerId === userId;
      return [...all.filter(isOwn), ...smart, ...all.filter((list) => !isOwn(list))];
    },
    /** @throws AppError playlist_not_found, also for what is not to be seen */
    find: async (userId: number, id: string): Promise<SeenList> => {
      const playlist = await playlists.findSeen(userId, id);
      if (playlist !== null) return ofPlaylist(playlist);
      return (await findSmart(userId, id)) ?? ofPlaylist(await playlists.find(userId, id));
    },
  };
};

/** @see createSeenLists */
export type SeenLists = ReturnType<typeof createSeenLists>;
