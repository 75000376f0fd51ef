export { createSmartLists } from './smart-lists.ts';
export { createSmartListsRoutes, smartListToWire } from './smart-lists-routes.ts';
