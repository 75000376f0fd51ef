export { createLastfm } from './lastfm.ts';
export { createListenBrainz } from './listenbrainz.ts';
export { createScrobbling, type Scrobbling } from './scrobbling.ts';
export { createScrobblingRoutes } from './scrobbling-routes.ts';
