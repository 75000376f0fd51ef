import { type Route, route } from '../../http/route.ts';
import type { PlaylistEdits } from './playlist-edits.ts';
import type { PlaylistSongs } from './playlist-songs.ts';
import type { PlaylistSummaries } from './playlist-summaries.ts';
import type { Playlists } from './playlists.ts';

/** What our own client does beside: edits by entries, and what a list of playlists shows. */
export const createEditRoutes = ({
  playlists,
  songs,
  edits,
  summaries,
}: {
  playlists: Pick<Playlists, 'describe'>;
  songs: Pick<PlaylistSongs, 'findMissing'>;
  edits: PlaylistEdits;
  summaries: PlaylistSummaries;
}): Route[] => [
  route('listPlaylistSummaries', ({ caller }) => summaries.list(caller.userId)),
  route('getPlaylistState', async ({ caller, parameter }) => {
    const { revision, tracks } = await edits.read({ userId: caller.userId, name: parameter });
    return { revision, entry_count: tracks.length, missing: await songs.findMissing(tracks) };
  }),
  route('editPlaylist', async ({ caller, parameter, body }) => ({
    revision: await edits.edit({ userId: caller.userId, name: parameter }, body),
  })),
  route('addToPlaylist', ({ caller, parameter, body }) =>
    edits.add({ userId: caller.userId, name: parameter }, body),
  ),
  route('renamePlaylist', async ({ caller, parameter, body }) => {
    await playlists.describe(caller.userId, parameter, { newName: body.new_name });
  }),
];
