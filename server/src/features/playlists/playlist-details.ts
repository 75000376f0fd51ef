import { AppError } from '../../platform/app-error.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { type PlaylistDetails, updateDetails } from './known-playlist-store.ts';
import { assertRoomForName } from './playlist-room.ts';
import { findPlaylist, type PlaylistKey } from './playlist-store.ts';

const longestCommentBytes = 4096;

/**
 * Changes what a playlist is, within a transaction.
 * @throws AppError playlist_not_found, playlist_name_taken, quota_exceeded, invalid_request
 */
export const changeDetails = async (
  transaction: StateQuery,
  key: PlaylistKey,
  { newName, ...details }: PlaylistDetails & { readonly nowMs: number },
): Promise<void> => {
  if ((await findPlaylist(transaction, key)) === undefined)
    throw new AppError('playlist_not_found', 'There is no playlist of this name.');
  const { comment = null } = details;
  if (comment !== null) {
    const what = 'The comment of a playlist';
    assertNotLonger({ text: comment, what, mostBytes: longestCommentBytes, code: 'invalid_request' });
  }
  const isRenamed = newName !== undefined && newName !== key.name;
  if (isRenamed) {
    if ((await findPlaylist(transaction, { ...key, name: newName })) !== undefined)
      throw new AppError('playlist_name_taken', 'There is a playlist of this name already.');
    await assertRoomForName(transaction, key, newName);
  }
  await updateDetails(transaction, key, { ...details, newName: isRenamed ? newName : undefined });
};
