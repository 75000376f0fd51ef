import { AppError } from '../../platform/app-error.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { PlaylistSize, PlaylistStore } from './playlist-store.ts';

/** Most playlists of one user, and most bytes of their names: they are all listed in one go. */
const mostPlaylists = 10_000;
const mostNameBytes = 1_000_000;

/** Longest name of a new playlist. */
const longestNameBytes = 1024;

const grouped = new Intl.NumberFormat('en').format;

const bytesPerMegabyte = 1_000_000;

const full = (sentence: string): AppError =>
  new AppError(
    'quota_exceeded',
    `${sentence} Nothing was changed. Delete playlists that are no longer needed.`,
  );

/** Says whether a playlist of a size still has room. @throws AppError quota_exceeded */
export type Room = (size: PlaylistSize) => void;

/**
 * The room that a user has for a playlist beside all others of theirs. What became smaller always has room: a quota
 * may have been lowered.
 * @throws AppError invalid_request for a new name that is too long
 */
export const roomFor = (
  { userId, name }: { userId: number; name: string },
  { store, quota }: { store: PlaylistStore; quota: PlaylistSize },
): Room => {
  const others = store.sizeOfOthers(userId, name);
  const replaced = store.find(userId, name) === null ? null : store.sizeOf(userId, name);
  const nameBytes = Buffer.byteLength(name);
  if (replaced === null) {
    const what = 'The name of a playlist';
    assertNotLonger({ text: name, what, mostBytes: longestNameBytes, code: 'invalid_request' });
  }
  return ({ entries, bytes }) => {
    if (replaced === null && others.count >= mostPlaylists) {
      throw full(`A user may have ${grouped(mostPlaylists)} playlists.`);
    }
    if (replaced === null && others.nameBytes + nameBytes > mostNameBytes) {
      throw full('The names of your playlists are too long together.');
    }
    if (others.entries + entries > quota.entries && entries > (replaced?.entries ?? 0)) {
      throw full(`Your playlists may hold ${grouped(quota.entries)} entries together.`);
    }
    if (others.bytes + bytes > quota.bytes && bytes > (replaced?.bytes ?? 0)) {
      throw full(`Your playlists may take ${grouped(quota.bytes / bytesPerMegabyte)} MB together.`);
    }
  };
};
