import { AppError } from '../../platform/app-error.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { type PlaylistDetails, updateDetails } from './known-playlist-store.ts';
import { assertRoomForName } from './playlist-room.ts';
import { type Beside, type PlaylistKey, sizesBeside } from './playlist-store.ts';

const longestCommentBytes = 4096;

/**
 * What of a playlist is changed, when that can be.
 * @param beside what was found with the new name as the one that is wanted
 * @throws AppError playlist_not_found, playlist_name_taken, quota_exceeded, invalid_request
 */
export const usableDetails = (
  beside: Beside,
  { name }: Pick<PlaylistKey, 'name'>,
  { newName, ...details }: PlaylistDetails,
): PlaylistDetails => {
  if (beside.named === null) throw new AppError('playlist_not_found', 'There is no playlist of this name.');
  const { comment = null } = details;
  if (comment !== null) {
    const what = 'The comment of a playlist';
    assertNotLonger({ text: comment, what, mostBytes: longestCommentBytes, code: 'invalid_request' });
  }
  if (newName === undefined || newName === name) return details;
  if (beside.isTaken) throw new AppError('playlist_name_taken', 'There is a playlist of this name already.');
  assertRoomForName(beside, newName);
  return { ...details, newName };
};

/** Changes what a playlist is, within a transaction. @throws AppError as `usableDetails` */
export const changeDetails = async (
  transaction: StateQuery,
  key: PlaylistKey,
  { nowMs, ...details }: PlaylistDetails & { readonly nowMs: number },
): Promise<void> => {
  const beside = await sizesBeside(transaction, key, details.newName);
  await updateDetails(transaction, key, { ...usableDetails(beside, key, details), nowMs });
};
