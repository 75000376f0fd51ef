import type { Route } from '../../http/route.ts';
import type { OneLibrary } from '../../library/one-library.ts';
import type { CollectionLookup, SongDetails } from '../../library/read/library-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Events } from '../../platform/events.ts';
import { createTurns } from '../../platform/turns.ts';
import { createPlaylistExchange, type SourceFolders } from './exchange/playlist-exchange.ts';
import { createEditRoutes } from './playlist-edit-routes.ts';
import { createPlaylistEdits } from './playlist-edits.ts';
import { createPlaylistHeaders } from './playlist-headers.ts';
import { createPlaylistSongs } from './playlist-songs.ts';
import { createPlaylistSummaries } from './playlist-summaries.ts';
import { createPlaylists, type PlaylistsDeps } from './playlists.ts';
import { createPlaylistsById, type PlaylistsById } from './playlists-by-id.ts';
import { createPlaylistsRoutes } from './playlists-routes.ts';
import { createPlaylistsV8Routes } from './playlists-v8-routes.ts';

/** What the playlists feature needs. */
export interface PlaylistsFeatureDeps extends Omit<PlaylistsDeps, 'onRewritten' | 'onRetired'> {
  readonly lookup: Pick<CollectionLookup, 'findSongTexts' | 'findSongFile'>;
  /** The music sources now. */
  readonly sources: () => readonly SourceFolders[];
  readonly details: SongDetails;
  readonly oneLibrary: OneLibrary;
  readonly events: Pick<Events<AppEvents>, 'on'>;
}

/** Saved playlists. */
export interface PlaylistsFeature {
  readonly routes: readonly Route[];
  readonly byId: PlaylistsById;
  /** Names of somebody's playlists, in natural order. */
  names(userId: number): Promise<readonly string[]>;
  /** Removes what a save left behind that was interrupted by a crash. Never fails. */
  tidy(): Promise<void>;
}

/**
 * Follows songs that move from the moment it is made: rewritten entries are durable when the event has
 * settled.
 */
export const createPlaylistsFeature = (deps: PlaylistsFeatureDeps): PlaylistsFeature => {
  const songs = createPlaylistSongs(deps.lookup, deps.oneLibrary);
  const headers = createPlaylistHeaders({ ...deps, turns: createTurns() });
  const playlists = createPlaylists({
    ...deps,
    onRewritten: () => forget(),
    onRetired: (contentId) => {
      headers.drop(contentId);
      summaries.drop(contentId);
    },
  });
  const summaries = createPlaylistSummaries(playlists, songs);
  const forget = (): void => {
    songs.forget();
    headers.forget();
    summaries.forget();
  };
  deps.events.on('songs-moved', playlists.follow);
  deps.events.on('collection-changed', forget);
  const exchange = createPlaylistExchange({ ...deps, playlists, turns: createTurns() });
  const edits = createPlaylistEdits(playlists);
  const byId = createPlaylistsById({ ...deps, playlists, headers });
  const routes = [
    ...createPlaylistsRoutes({ playlists, songs, headers }),
    ...createEditRoutes({ playlists, songs, edits, summaries }),
    ...createPlaylistsV8Routes({ playlists, headers, details: deps.details, exchange }),
  ];
  return { routes, byId, names: playlists.listNames, tidy: playlists.tidy };
};
