export { createListsStore } from '../../library/read/lists-store.ts';
export type { CollectionFile, CollectionLookup } from '../../library/read/lookup.ts';
export { createCollectionLookup } from '../../library/read/lookup-store.ts';
export {
  type DirectoryRow,
  directoryColumns,
  directoryJson,
  type SongFolder,
  type SongRow,
  songColumns,
  songJson,
} from '../../library/read/wire.ts';
export { answerList, createCollectionRoutes, pageOf } from './collection-routes.ts';
export { type JsonRuns, jsonList } from './json-list.ts';
export { countOnPage, type ListPage } from './list-page.ts';
export { createLists, type List, type Lists } from './lists.ts';
