import { idText } from '../../library/model/public-id.ts';
import type { SongDetails } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import { createPace } from '../../platform/slices.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { byNaturalOrder } from './by-natural-order.ts';
import {
  findKnown,
  findKnownWhole,
  type KnownPlaylist,
  listOwned,
  listSeen,
  type PlaylistDetails,
} from './known-playlist-store.ts';
import { partsOf } from './playlist-edits.ts';
import type { PlaylistHeaders, PlaylistSums } from './playlist-headers.ts';
import type { SavedContent } from './playlist-saving.ts';
import type { OpenedPlaylist, Playlists } from './playlists.ts';

/** What becomes of the songs of a playlist. */
interface PlaylistChange extends PlaylistDetails {
  /** Places among the songs that are there now, as a set; others are passed over. */
  readonly removed: readonly number[];
  /** Virtual paths that come to the end. */
  readonly added: readonly string[];
}

/** Playlists by ids that stay: everybody's own, and what others let everybody see. */
export interface PlaylistsById {
  /** Own ones first, then those of others; each in natural order of their names. */
  listVisible(userId: number): Promise<readonly KnownPlaylist[]>;
  /** All of one user. */
  listOwned(userId: number): Promise<readonly KnownPlaylist[]>;
  /** Null when there is none, also for what is not to be seen. */
  findSeen(userId: number, id: string): Promise<KnownPlaylist | null>;
  /** @throws AppError playlist_not_found, also for what is not to be seen */
  find(userId: number, id: string): Promise<KnownPlaylist>;
  /** What its songs that are there add up to. */
  sumsOf(playlist: KnownPlaylist): Promise<PlaylistSums>;
  /** Paths of its songs that are there, in runs. */
  songPaths(playlist: KnownPlaylist): AsyncIterable<readonly string[]>;
  /**
   * Makes one, under a name with a number behind it where the name is taken.
   * @throws AppError quota_exceeded, invalid_request
   */
  make(
    owner: { readonly userId: number; readonly username: string },
    name: string,
    paths: readonly string[],
  ): Promise<KnownPlaylist>;
  /** Puts songs in the place of all there were. @throws AppError as `change` */
  replace(
    userId: number,
    id: string,
    change: { readonly paths: readonly string[]; readonly newName?: string | undefined },
  ): Promise<KnownPlaylist>;
  /**
   * All of it or nothing.
   * @throws AppError playlist_not_found, forbidden for what is another's, playlist_changed when what it holds was
   * changed meanwhile, playlist_name_taken, quota_exceeded, invalid_request
   */
  change(userId: number, id: string, change: PlaylistChange): Promise<void>;
  /** @throws AppError playlist_not_found; forbidden for what is another's, except for administrators */
  remove(caller: { readonly userId: number; readonly mayAdminister: boolean }, id: string): Promise<void>;
}

/** How often something is begun anew when others save the same playlist meanwhile. */
const mostAttempts = 5;

/** Entries looked up in one go: about a millisecond. */
const runLength = 250;

const notFound = (): AppError => new AppError('playlist_not_found', 'There is no such playlist.');

const isChanged = (error: unknown): boolean => error instanceof AppError && error.code === 'playlist_changed';

const isSeen = (userId: number, { ownerId, isPublic }: KnownPlaylist): boolean =>
  ownerId === userId || isPublic;

/** Rows of a playlist that are read together with what it is: 100,000 entries. */
const mostReadChunks = 100;

/** A name that is not taken. */
const freeName = (wanted: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (!taken.has(name)) return name;
  }
};

interface ByIdDeps {
  readonly state: Pick<StateAccess, 'query'>;
  readonly playlists: Pick<
    Playlists,
    'opened' | 'openedTogether' | 'replace' | 'describe' | 'remove' | 'listNames'
  >;
  readonly headers: Pick<PlaylistHeaders, 'sumsOf' | 'isKnown' | 'present'>;
  readonly details: Pick<SongDetails, 'findFacts'>;
}

/** Entries without some of those whose songs are there: what is away stays in its place. */
const createWithout =
  (details: ByIdDeps['details']) =>
  async (tracks: readonly string[], removed: readonly number[]): Promise<readonly string[]> => {
    if (removed.length === 0) return tracks;
    const gone = new Set(removed);
    const left: string[] = [];
    const pace = createPace();
    let place = 0;
    for (let at = 0; at < tracks.length; at += runLength) {
      const some = tracks.slice(at, at + runLength);
      const facts = await details.findFacts(some);
      some.forEach((path, index) => {
        const isThere = facts[index] != null;
        if (!isThere || !gone.has(place)) left.push(path);
        if (isThere) place += 1;
      });
      await pace();
    }
    return left;
  };

interface Reading
  extends Pick<PlaylistsById, 'listVisible' | 'listOwned' | 'findSeen' | 'find' | 'sumsOf' | 'songPaths'> {
  /** Of a playlist that was saved just now: nothing is read of it again. */
  noteSaved(playlist: Omit<KnownPlaylist, 'stored'>, saved: SavedContent): KnownPlaylist;
}

const createReading = ({ state: { query }, playlists, headers }: ByIdDeps): Reading => {
  /** What is looked at twice is read once, and lists that are told of together are read so. */
  const opened = new WeakMap<KnownPlaylist['stored'], OpenedPlaylist>();
  const openedOf = ({ stored }: KnownPlaylist): OpenedPlaylist => {
    const known = opened.get(stored) ?? playlists.opened(stored);
    opened.set(stored, known);
    return known;
  };
  const inOrder = (list: readonly KnownPlaylist[]) => byNaturalOrder(list, ({ name }) => name);
  const together = (list: readonly KnownPlaylist[]): readonly KnownPlaylist[] => {
    const all = list.map(({ stored }) => stored);
    const each = playlists.openedTogether(all, (playlist) => !headers.isKnown(playlist));
    for (const [at, stored] of all.entries()) opened.set(stored, each[at] as OpenedPlaylist);
    return list;
  };
  const findSeen: Reading['findSeen'] = async (userId, id) => {
    const known = await findKnown(query, id);
    return known !== null && isSeen(userId, known) ? known : null;
  };
  return {
    listVisible: async (userId) => {
      const all = await inOrder(await listSeen(query, userId));
      const isOwn = ({ ownerId }: KnownPlaylist): boolean => ownerId === userId;
      return together([...all.filter(isOwn), ...all.filter((list) => !isOwn(list))]);
    },
    listOwned: async (userId) => together(await inOrder(await listOwned(query, userId))),
    findSeen,
    find: async (userId, id) => {
      const known = await findSeen(userId, id);
      if (known === null) throw notFound();
      return known;
    },
    sumsOf: (playlist) => headers.sumsOf(openedOf(playlist)),
    songPaths: (playlist) => headers.present(openedOf(playlist), () => {}),
    noteSaved: (playlist, { contentId, chunkCount, entries, chunks }) => {
      const stored = { contentId, chunkCount, entries };
      opened.set(stored, playlists.opened(stored, chunks?.map(String)));
      return { ...playlist, stored };
    },
  };
};

/** Begins anew where others came between. */
const insistently = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === mostAttempts || !isChanged(error)) throw error;
    }
  }
};

/** Finds what only its owner may change. */
const createOwn = ({ state: { query }, playlists }: ByIdDeps, find: Reading['find']) => {
  const assertOwn = (userId: number, known: KnownPlaylist): void => {
    if (known.ownerId !== userId)
      throw new AppError('forbidden', 'Only whoever made this playlist may change it.');
  };

  const findOwn = async (userId: number, id: string): Promise<KnownPlaylist> => {
    const known = await find(userId, id);
    assertOwn(userId, known);
    return known;
  };

  /** With all that it holds. */
  const readOwn = async (userId: number, id: string) => {
    const found = await findKnownWhole(query, id, mostReadChunks);
    if (found === null || !isSeen(userId, found.playlist)) throw notFound();
    const { playlist, chunks } = found;
    assertOwn(userId, playlist);
    return { ...playlist, tracks: await playlists.opened(playlist.stored, chunks).readAll() };
  };

  return { findOwn, readOwn };
};

/** @see PlaylistsById */
export const createPlaylistsById = (deps: ByIdDeps): PlaylistsById => {
  const { query } = deps.state;
  const { playlists } = deps;
  const { noteSaved, ...reading } = createReading(deps);
  const { findOwn, readOwn } = createOwn(deps, reading.find);
  const without = createWithout(deps.details);

  const makeOnce: PlaylistsById['make'] = async ({ userId, username }, wanted, paths) => {
    const name = freeName(wanted, new Set(await playlists.listNames(userId)));
    const parts = partsOf(paths);
    const saved = await playlists.replace({ userId, name, expectedContentId: null, parts });
    const made = {
      ...{ id: idText(saved.publicId), ownerId: userId, ownerName: username, name },
      ...{ comment: null, isPublic: false },
      ...{ createdAtMs: saved.savedAtMs, changedAtMs: saved.savedAtMs },
    };
    return noteSaved(made, saved);
  };

  const changeOnce = async (userId: number, id: string, change: PlaylistChange): Promise<void> => {
    const { removed, added, ...details } = change;
    if (removed.length === 0 && added.length === 0)
      return playlists.describe(userId, (await findOwn(userId, id)).name, details);
    const { name, stored, tracks } = await readOwn(userId, id);
    const left = await without(tracks, removed);
    const parts = partsOf([...left, ...added]);
    await playlists.replace({ userId, name, expectedContentId: stored.contentId, parts, details });
  };

  return {
    ...reading,
    make: (owner, name, paths) => insistently(() => makeOnce(owner, name, paths)),
    replace: (userId, id, { paths, newName }) =>
      insistently(async () => {
        const known = await findOwn(userId, id);
        const { name } = known;
        const expectedContentId = known.stored.contentId;
        const parts = partsOf(paths);
        const saved = await playlists.replace({
          ...{ userId, name, expectedContentId, parts },
          details: { newName },
        });
        return noteSaved({ ...known, name: newName ?? name, changedAtMs: saved.savedAtMs }, saved);
      }),
    // Places are of the list as it was seen: they mean nothing in another one.
    change: (userId, id, change) =>
      change.removed.length > 0
        ? changeOnce(userId, id, change)
        : insistently(() => changeOnce(userId, id, change)),
    remove: async ({ userId, mayAdminister }, id) => {
      const known = await findKnown(query, id);
      if (known === null || !(isSeen(userId, known) || mayAdminister)) throw notFound();
      if (known.ownerId !== userId && !mayAdminister)
        throw new AppError('forbidden', 'Only whoever made this playlist may delete it.');
      await playlists.remove(known.ownerId, known.name);
    },
  };
};
