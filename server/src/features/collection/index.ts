export { answerList, createCollectionRoutes, pageOf } from './collection-routes.ts';
export { type JsonRuns, jsonList } from './json-list.ts';
export { countOnPage, type ListPage } from './list-page.ts';
export { createLists, type List, type Lists } from './lists.ts';
export { createListsStore } from './lists-store.ts';
export type { CollectionFile, CollectionLookup } from './lookup.ts';
export { createCollectionLookup } from './lookup-store.ts';
export {
  type DirectoryRow,
  directoryColumns,
  directoryJson,
  type SongFolder,
  type SongRow,
  songColumns,
  songJson,
} from './wire.ts';
