import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import { collectionKey } from './collection.ts';

const playlistsKey = ['playlists'] as const;

/** Names of the user's playlists, sorted by the server. */
export const playlistsQuery = () =>
  queryOptions({
    queryKey: playlistsKey,
    queryFn: ({ signal }) => call('listPlaylists', { signal }),
    staleTime: 10_000,
  });

/** Saves a playlist under a name, replacing one of that name. `tracks` are virtual paths. */
export async function savePlaylist(
  queries: QueryClient,
  playlist: { name: string; tracks: readonly string[] },
): Promise<void> {
  await call('putPlaylist', { path: playlist.name, body: { tracks: [...playlist.tracks] } });
  await playlistChanged(queries, playlist.name);
}

/**
 * Every entry of a playlist as it was saved, songs that are missing now included.
 * @throws ApiError `playlist_not_found`
 */
export const fetchPlaylistEntries = (name: string): Promise<readonly string[]> =>
  call('getPlaylistEntries', { path: name });

/** Whether a call failed because there is no playlist of that name. */
export const isPlaylistGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'playlist_not_found';

/** Deletes a playlist; one that was deleted elsewhere meanwhile is deleted. @throws ApiError */
export async function deletePlaylist(queries: QueryClient, name: string): Promise<void> {
  await call('deletePlaylist', { path: name }).catch((error: unknown) => {
    if (!isPlaylistGone(error)) throw error;
  });
  // Not asked for again while its screen still stands; only when somebody comes back to it.
  const gone = { queryKey: [...collectionKey, 'playlist', name], refetchType: 'none' } as const;
  await Promise.all([queries.invalidateQueries(gone), queries.invalidateQueries({ queryKey: playlistsKey })]);
}

/** Has the list of playlists and all of them asked for again. */
export const playlistsChanged = (queries: QueryClient): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: playlistsKey }),
    queries.invalidateQueries({ queryKey: [...collectionKey, 'playlist'] }),
  ]);

/** Has a playlist and the list of playlists asked for again. */
export const playlistChanged = (queries: QueryClient, name: string): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: playlistsKey }),
    queries.invalidateQueries({ queryKey: [...collectionKey, 'playlist', name] }),
  ]);
