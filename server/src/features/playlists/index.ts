import type { CarriedLog } from '../../db/carried-log.ts';
import type { OpenDatabase } from '../../db/sqlite.ts';
import type { Route } from '../../http/route.ts';
import type { OneLibrary } from '../../library/one-library.ts';
import type { CollectionLookup } from '../../library/read/lookup.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { createPlaylistSongs } from './playlist-songs.ts';
import { createPlaylistStore, type PlaylistSize } from './playlist-store.ts';
import { createPlaylists } from './playlists.ts';
import { createPlaylistsRoutes } from './playlists-routes.ts';

/** What the playlists feature needs. */
export interface PlaylistsFeatureDeps {
  readonly state: Pick<OpenDatabase<StateDatabase>, 'raw'>;
  readonly carriedLog: Pick<CarriedLog, 'carryOver' | 'hold'>;
  readonly lookup: Pick<CollectionLookup, 'findSongTexts'>;
  readonly oneLibrary: OneLibrary;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  /** How much the playlists of one user may hold together. */
  readonly quota: PlaylistSize;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Log;
}

/** Saved playlists. */
export interface PlaylistsFeature {
  readonly routes: readonly Route[];
  /** Removes what a save left behind that was interrupted by a crash. Never fails. */
  tidy(): Promise<void>;
}

/**
 * Follows songs that move from the moment it is made: rewritten entries are durable when the event has
 * settled.
 */
export const createPlaylistsFeature = (deps: PlaylistsFeatureDeps): PlaylistsFeature => {
  const songs = createPlaylistSongs(deps.lookup, deps.oneLibrary);
  const playlists = createPlaylists({
    store: createPlaylistStore(deps.state),
    quota: deps.quota,
    carriedLog: deps.carriedLog,
    clock: deps.clock,
    log: deps.log,
    onRewritten: songs.forget,
  });
  deps.events.on('songs-moved', playlists.follow);
  deps.events.on('collection-changed', songs.forget);
  return { routes: createPlaylistsRoutes({ playlists, songs }), tidy: playlists.tidy };
};
