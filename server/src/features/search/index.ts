export { createSearch } from './search.ts';
export { createSearchRoutes } from './search-routes.ts';
