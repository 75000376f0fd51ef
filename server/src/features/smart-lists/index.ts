export { createSmartLists } from './smart-lists.ts';
export { createSmartListsRoutes, smartListToWire } from './smart-lists-routes.ts';
export { createSmartSongs, type SmartSongs } from './smart-songs.ts';
