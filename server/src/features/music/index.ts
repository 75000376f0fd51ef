export { createMusic } from './music.ts';
export { createMusicRoutes } from './music-routes.ts';
