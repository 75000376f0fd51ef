export { createLyrics } from './lyrics.ts';
export { createLyricsRoutes } from './lyrics-routes.ts';
