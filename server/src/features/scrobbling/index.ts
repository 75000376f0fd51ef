export { connectService } from './protocols.ts';
export { scrobblers } from './scrobblers.ts';
export { createScrobbling } from './scrobbling.ts';
export { createScrobblingRoutes } from './scrobbling-routes.ts';
