export { createNowPlaying } from './now-playing.ts';
export { createNowPlayingRoutes } from './now-playing-routes.ts';
