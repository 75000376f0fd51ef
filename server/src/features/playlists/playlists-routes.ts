import { totalCountHeader } from '@tonearm/contract';
import { answerWith, type Route, route } from '../../http/route.ts';
import { jsonList, pageOf } from '../collection/index.ts';
import type { PlaylistSongs } from './playlist-songs.ts';
import { chunkLength, type OpenedPlaylist, type Playlists } from './playlists.ts';

/** Saved playlists of whoever calls. */
export const createPlaylistsRoutes = (deps: { playlists: Playlists; songs: PlaylistSongs }): Route[] => [
  route('listPlaylists', async ({ caller }) =>
    (await deps.playlists.listNames(caller.userId)).map((name) => ({ name })),
  ),
  route('getPlaylist', async ({ caller, parameter, query, request }) => {
    const opened = deps.playlists.open(caller.userId, parameter);
    const { total, count, runs, encoded } = await deps.songs.list(opened, pageOf(query));
    return answerWith({
      headers: total === null ? {} : { [totalCountHeader]: total },
      encodedJson: request.method === 'HEAD' ? '' : (encoded ?? (await jsonList(runs, { count }))),
    });
  }),
  route('getPlaylistEntries', async ({ caller, parameter, request }) => {
    const opened = deps.playlists.open(caller.userId, parameter);
    const count = opened.chunkCount * chunkLength;
    return answerWith({
      encodedJson: request.method === 'HEAD' ? '' : await jsonList(entryRuns(opened), { count }),
    });
  }),
  route('putPlaylist', async ({ caller, parameter, list }) => {
    await deps.playlists.replace({ userId: caller.userId, name: parameter, parts: list });
  }),
  route('deletePlaylist', ({ caller, parameter }) => {
    deps.playlists.remove(caller.userId, parameter);
  }),
];

/** The saved texts as JSON, a stored row at a time. */
function* entryRuns(playlist: OpenedPlaylist): Generator<string[]> {
  for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) {
    yield playlist.readChunk(chunk).map((path) => JSON.stringify(path));
  }
}
