import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PlaylistEdit } from '@tonearm/contract';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import { collectionKey } from './collection.ts';
import { fetchPlaylistEntries, playlistChanged } from './playlists.ts';

/** The playlists with their counts, lengths and covers, in the order of the list. */
export const playlistSummariesQuery = () =>
  queryOptions({
    queryKey: ['playlists', 'summaries'],
    queryFn: ({ signal }) => call('listPlaylistSummaries', { signal }),
    staleTime: 10_000,
  });

/** What an edit of a playlist has to know. Asked for again whenever its songs are. */
export const playlistStateQuery = (name: string) =>
  queryOptions({
    queryKey: [...collectionKey, 'playlist', name, 'state'],
    queryFn: ({ signal }) => call('getPlaylistState', { path: name, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Edits a playlist of a revision. @returns the new revision
 * @throws ApiError playlist_changed when it is of another revision by now
 */
export async function editPlaylist(
  name: string,
  change: { revision: number; edit: PlaylistEdit },
): Promise<number> {
  return (await call('editPlaylist', { path: name, body: change })).revision;
}

/** What becomes of songs that are in the playlist already. */
export type Repeats = 'ask' | 'skip' | 'add';

/** Adds songs at the end of a playlist, which is made if need be. With `ask`, nothing is added when some are in it. */
export async function addToPlaylist(
  queries: QueryClient,
  { name, tracks, repeats }: { name: string; tracks: readonly string[]; repeats: Repeats },
): Promise<{ readonly added: number; readonly already: number }> {
  const answer = await call('addToPlaylist', { path: name, body: { tracks: [...tracks], repeats } });
  if (answer.added > 0) void playlistChanged(queries, name);
  return answer;
}

/**
 * Takes the last `count` entries out of a playlist again, if they are still those that were added.
 * @throws ApiError playlist_changed
 */
export async function takeBackAdded(
  queries: QueryClient,
  { name, tracks, count }: { name: string; tracks: readonly string[]; count: number },
): Promise<void> {
  const { revision } = await call('getPlaylistState', { path: name });
  const all = await fetchPlaylistEntries(name);
  const added = new Set(tracks);
  const first = all.length - count;
  const entries = all.slice(first).map((path, offset) => ({ at: first + offset, path }));
  if (entries.some(({ path }) => !added.has(path))) throw new ApiError(409, 'playlist_changed', '');
  await editPlaylist(name, { revision, edit: { kind: 'remove', entries } });
  await playlistChanged(queries, name);
}

/** @throws ApiError playlist_name_taken */
export async function renamePlaylist(queries: QueryClient, name: string, newName: string): Promise<void> {
  await call('renamePlaylist', { path: name, body: { new_name: newName } });
  // Not asked for again while its screen still stands under the old name.
  const gone = { queryKey: [...collectionKey, 'playlist', name], refetchType: 'none' } as const;
  await Promise.all([
    queries.invalidateQueries(gone),
    queries.invalidateQueries({ queryKey: ['playlists'] }),
  ]);
}
