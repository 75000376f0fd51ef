export { createSmartLists } from './smart-lists.ts';
export { createSmartListsRoutes } from './smart-lists-routes.ts';
