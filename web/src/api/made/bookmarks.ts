import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const bookmarksKey = ['bookmarks'] as const;

/** Places in songs, newest change first. */
export const bookmarksQuery = () =>
  queryOptions({
    queryKey: bookmarksKey,
    queryFn: ({ signal }) => call('listBookmarks', { signal }),
  });

/** Keeps a place in a song, in the stead of the one there was. @throws ApiError */
export async function keepPlace(
  queries: QueryClient,
  { path, seconds, comment }: { path: string; seconds: number; comment: string | null },
): Promise<void> {
  await call('putBookmark', { path, body: { position_ms: Math.round(seconds * 1000), comment } });
  await queries.invalidateQueries({ queryKey: bookmarksKey });
}

/** @throws ApiError */
export async function forgetPlace(queries: QueryClient, path: string): Promise<void> {
  await call('deleteBookmark', { path });
  await queries.invalidateQueries({ queryKey: bookmarksKey });
}
