import type { ErrorCode } from '@tonearm/contract';
import { AppError } from '../platform/app-error.ts';

/** What says that something is not in the collection. */
const notInCollection: ReadonlySet<ErrorCode> = new Set([
  'source_not_found',
  'folder_not_found',
  'song_not_found',
  'artwork_not_found',
  'album_not_found',
  'artist_not_found',
  'genre_not_found',
]);

/** Seconds until it is worth asking again: scans show what they find several times in that. */
const retryAfterSeconds = 5;

/**
 * While a library is filled that was made in place of another, what is not found in it may only not have been found
 * yet: a client that is told that there is no such song may forget it.
 * @returns takes an error and gives the one that is told
 */
export const createNotYetKnown =
  (isFilling: () => boolean) =>
  (error: unknown): unknown => {
    if (!(error instanceof AppError) || !notInCollection.has(error.code)) return error;
    try {
      if (!isFilling()) return error;
    } catch (trouble) {
      // Just there it is damaged: nothing is known of what is in it.
      return trouble;
    }
    return new AppError(
      'unavailable',
      'The collection is being read in anew, and this was not found yet. Please try again in a moment.',
      { headers: { 'Retry-After': String(retryAfterSeconds) } },
    );
  };
