export { createBookmarks } from './bookmarks.ts';
export { createBookmarksRoutes } from './bookmarks-routes.ts';
