import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { assertRoomForAll } from './playlist-room.ts';
import { idBytes, mostAtOnce, type PlaylistPart, type SavedPlaylist } from './playlist-saving.ts';
import { type PlaylistSize, sizesOfSeveral } from './playlist-store.ts';
import { saveWhole } from './playlist-writing-store.ts';

/** A playlist of which all is there. */
export interface ArrivedPlaylist {
  readonly name: string;
  readonly parts: readonly PlaylistPart[];
}

interface Sized extends ArrivedPlaylist, PlaylistSize {}

/** Playlists saved by one statement: each is three parts of it. */
const mostTogether = 200;

const sized = (list: ArrivedPlaylist): Sized => ({
  ...list,
  entries: list.parts.reduce((sum, { count }) => sum + count, 0),
  bytes: list.parts.reduce((sum, { json }) => sum + json.length, 0),
});

/** Those that are written at once; one that is too long for that is alone. */
export const groupsOf = (
  lists: readonly Sized[],
  most: { readonly chunks: number; readonly bytes: number },
): Sized[][] => {
  const groups: Sized[][] = [];
  let [rows, bytes] = [0, 0];
  for (const list of lists) {
    // What it is shown by is a row as well.
    rows += 1 + list.parts.length;
    bytes += list.bytes;
    const group = groups.at(-1);
    if (group !== undefined && group.length < mostTogether && rows <= most.chunks && bytes <= most.bytes) {
      group.push(list);
      continue;
    }
    groups.push([list]);
    [rows, bytes] = [1 + list.parts.length, list.bytes];
  }
  return groups;
};

async function* arriving<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/**
 * Saves playlists of which all is there, in the place of those of the same names: as many at once as are short together,
 * all or none; more of them one group after the other, once all have room.
 * The function throws AppError quota_exceeded and invalid_request before anything is saved.
 */
export const createSavingTogether = (
  deps: {
    readonly state: Pick<StateAccess, 'query' | 'isFar'>;
    readonly quota: PlaylistSize;
    readonly clock: Pick<Clock, 'nowMs'>;
    readonly random: Random;
    readonly retire: (contentId: number) => void;
  },
  saveOne: (playlist: SavedPlaylist) => Promise<unknown>,
): ((userId: number, lists: readonly ArrivedPlaylist[]) => Promise<void>) => {
  const { state, quota, clock, random } = deps;

  /** @returns what each of them held before */
  const assertRoom = async (query: StateQuery, userId: number, lists: readonly Sized[]) => {
    const sizes = await sizesOfSeveral(
      query,
      userId,
      lists.map(({ name }) => name),
    );
    assertRoomForAll(sizes, lists, quota);
    return [...sizes.named.values()].map(({ contentId }) => contentId);
  };

  const saveGroup = async (userId: number, lists: readonly Sized[]): Promise<void> => {
    const nowMs = clock.nowMs();
    const replaced = await state.query.transaction().execute(async (transaction) => {
      const before = await assertRoom(transaction, userId, lists);
      const whole = lists.map(({ name, parts, entries, bytes }) => ({
        size: { entries, bytes },
        chunks: parts.map(({ json }) => json),
        shown: { userId, name, publicId: random.bytes(idBytes), nowMs, details: {} },
      }));
      if ((await saveWhole(transaction, whole)) === null)
        throw new AppError('unauthorized', 'Please sign in again.');
      return before;
    });
    for (const contentId of replaced) deps.retire(contentId);
  };

  return async (userId, lists) => {
    const all = lists.map(sized);
    const groups = groupsOf(all, mostAtOnce(state));
    if (groups.length > 1) await assertRoom(state.query, userId, all);
    for (const group of groups) {
      const [first] = group;
      if (group.length > 1) await saveGroup(userId, group);
      else if (first !== undefined) await saveOne({ userId, name: first.name, parts: arriving(first.parts) });
    }
  };
};
