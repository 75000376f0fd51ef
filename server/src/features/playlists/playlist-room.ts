import { AppError } from '../../platform/app-error.ts';
import { grouped } from '../../platform/text/grouped.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { Beside, OthersSize, PlaylistKey, PlaylistSize, SizesOfSeveral } from './playlist-store.ts';

/** Most playlists of one user, and most bytes of their names: they are all listed in one go. */
const mostPlaylists = 10_000;
const mostNameBytes = 1_000_000;

/** Longest name of a new playlist. */
const longestNameBytes = 1024;

const bytesPerMegabyte = 1_000_000;

const full = (sentence: string): AppError =>
  new AppError(
    'quota_exceeded',
    `${sentence} Nothing was changed. Delete playlists that are no longer needed.`,
  );

const namesFull = (): AppError => full('The names of your playlists are too long together.');

const assertNameFits = (text: string): void =>
  assertNotLonger({
    text,
    what: 'The name of a playlist',
    mostBytes: longestNameBytes,
    code: 'invalid_request',
  });

/** @throws AppError quota_exceeded, invalid_request when another name has no room among those of the others */
export const assertRoomForName = ({ others }: Beside, newName: string): void => {
  assertNameFits(newName);
  if (others.nameBytes + Buffer.byteLength(newName) > mostNameBytes) throw namesFull();
};

/** Says whether a playlist of a size still has room. @throws AppError quota_exceeded */
export type AssertRoom = (size: PlaylistSize) => void;

/**
 * The room that a user has for a playlist beside all others of theirs. What became smaller always has room: a quota
 * may have been lowered.
 * @throws AppError invalid_request for a new name that is too long
 */
export const roomBeside = (
  { named: replaced, others }: { readonly named: PlaylistSize | null; readonly others: OthersSize },
  { name }: Pick<PlaylistKey, 'name'>,
  quota: PlaylistSize,
): AssertRoom => {
  const nameBytes = Buffer.byteLength(name);
  if (replaced === null) assertNameFits(name);
  return ({ entries, bytes }) => {
    if (replaced === null && others.count >= mostPlaylists) {
      throw full(`A user may have ${grouped(mostPlaylists)} playlists.`);
    }
    if (replaced === null && others.nameBytes + nameBytes > mostNameBytes) {
      throw namesFull();
    }
    if (others.entries + entries > quota.entries && entries > (replaced?.entries ?? 0)) {
      throw full(`Your playlists may hold ${grouped(quota.entries)} entries together.`);
    }
    if (others.bytes + bytes > quota.bytes && bytes > (replaced?.bytes ?? 0)) {
      throw full(`Your playlists may take ${grouped(quota.bytes / bytesPerMegabyte)} MB together.`);
    }
  };
};

const withSize = (sum: OthersSize, size: OthersSize, sign: 1 | -1): OthersSize => ({
  count: sum.count + sign * size.count,
  entries: sum.entries + sign * size.entries,
  bytes: sum.bytes + sign * size.bytes,
  nameBytes: sum.nameBytes + sign * size.nameBytes,
});

/**
 * Whether several playlists of a user, which are saved one after the other, have room.
 * @throws AppError quota_exceeded, or invalid_request for a new name that is too long
 */
export const assertRoomForAll = (
  { named, others }: SizesOfSeveral,
  lists: readonly (PlaylistSize & Pick<PlaylistKey, 'name'>)[],
  quota: PlaylistSize,
): void => {
  const known = new Map<string, OthersSize>(named);
  const all = [...named.values()].reduce((sum, size) => withSize(sum, size, 1), others);
  lists.reduce((sum, { name, entries, bytes }) => {
    const replaced = known.get(name) ?? null;
    const beside = replaced === null ? sum : withSize(sum, replaced, -1);
    roomBeside({ named: replaced, others: beside }, { name }, quota)({ entries, bytes });
    const saved = { count: 1, entries, bytes, nameBytes: Buffer.byteLength(name) };
    known.set(name, saved);
    return withSize(beside, saved, 1);
  }, all);
};
