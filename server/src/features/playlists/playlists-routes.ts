import { type PlaylistHeader, totalCountHeader } from '@tonearm/contract';
import { answerWith, type Route, route } from '../../http/route.ts';
import { jsonList, pageOf } from '../collection/index.ts';
import type { PlaylistHeaders } from './playlist-headers.ts';
import type { PlaylistSongs } from './playlist-songs.ts';
import { chunkLength, type OpenedPlaylist, type Playlists } from './playlists.ts';

/** Saved playlists of whoever calls. */
export const createPlaylistsRoutes = (deps: {
  playlists: Playlists;
  songs: PlaylistSongs;
  headers: PlaylistHeaders;
}): Route[] => [
  route('listPlaylists', async ({ caller }) => {
    const listed: PlaylistHeader[] = [];
    const isWanted = (playlist: Pick<OpenedPlaylist, 'contentId'>) => !deps.headers.isKnown(playlist);
    for (const { name, opened } of await deps.playlists.openAll(caller.userId, isWanted))
      listed.push({ name, ...(await deps.headers.sumsOf(opened)).header });
    return listed;
  }),
  route('getPlaylist', async ({ caller, parameter, query, request }) => {
    const opened = await deps.playlists.open(caller.userId, parameter);
    const { total, count, runs, encoded } = await deps.songs.list(opened, pageOf(query));
    return answerWith({
      headers: total === null ? {} : { [totalCountHeader]: total },
      encodedJson: request.method === 'HEAD' ? '' : (encoded ?? (await jsonList(runs, { count }))),
    });
  }),
  route('getPlaylistEntries', async ({ caller, parameter, request }) => {
    const opened = await deps.playlists.openToRead({ userId: caller.userId, name: parameter });
    const count = opened.chunkCount * chunkLength;
    return answerWith({
      encodedJson: request.method === 'HEAD' ? '' : await jsonList(entryRuns(opened), { count }),
    });
  }),
  route('putPlaylist', async ({ caller, parameter, list }) => {
    await deps.playlists.replace({ userId: caller.userId, name: parameter, parts: list });
  }),
  route('deletePlaylist', async ({ caller, parameter }) => {
    await deps.playlists.remove(caller.userId, parameter);
  }),
];

/** The saved texts as JSON, a stored row at a time. */
async function* entryRuns(playlist: OpenedPlaylist): AsyncGenerator<string[]> {
  for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) {
    yield (await playlist.readChunk(chunk)).map((path) => JSON.stringify(path));
  }
}
