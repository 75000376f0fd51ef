export { createNowPlaying } from './now-playing.ts';
export { createNowPlayingRoutes } from './now-playing-routes.ts';
export { type Broadcast, shareNowPlaying } from './shared-now-playing.ts';
