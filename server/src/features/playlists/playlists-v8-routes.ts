import { Readable } from 'node:stream';
import { answerWith, type Route, route } from '../../http/route.ts';
import type { SongDetails } from '../../library/read/library-reading.ts';
import { answerStreamed, songListTexts } from '../collection/index.ts';
import type { PlaylistExchange } from './exchange/playlist-exchange.ts';
import type { PlaylistHeaders, PlaylistSums } from './playlist-headers.ts';
import type { OpenedPlaylist, Playlists } from './playlists.ts';

interface Deps {
  readonly playlists: Playlists;
  readonly headers: PlaylistHeaders;
  readonly details: SongDetails;
  readonly exchange: PlaylistExchange;
}

/** The songs before the header: what they add up to is known when they have all been read. */
async function* playlistTexts(
  { headers, details }: Deps,
  name: string,
  opened: OpenedPlaylist,
): AsyncGenerator<string> {
  let header: PlaylistSums['header'] | null = null;
  const runs = headers.present(opened, (all) => {
    header = all.header;
  });
  yield '{"songs":';
  yield* songListTexts(runs, details);
  yield `,${JSON.stringify({ name, ...(header ?? {}) }).slice(1)}`;
}

/** Saved playlists of whoever calls, as version 8 has them. */
export const createPlaylistsV8Routes = (deps: Deps): Route[] => [
  route('getPlaylistV8', async (call) => {
    const opened = await deps.playlists.openToRead({ userId: call.caller.userId, name: call.parameter });
    return answerStreamed(playlistTexts(deps, call.parameter, opened), call);
  }),
  route('exportPlaylists', ({ caller, request }) => {
    const owner = caller.username.replace(/[^\p{L}\p{N}]/gu, '_').replace(/\P{ASCII}/gu, '_');
    const headers = { 'Content-Disposition': `attachment; filename="polaris-playlists-${owner}.zip"` };
    if (request.method === 'HEAD') return answerWith({ headers });
    const stream = Readable.from(deps.exchange.take(caller), { objectMode: false });
    return answerWith({ headers, bytes: { type: 'application/zip', stream } });
  }),
  route('importPlaylists', async ({ caller, files }) => {
    await deps.exchange.bring(caller.userId, files);
  }),
];
