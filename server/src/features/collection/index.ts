export { answerList, createCollectionRoutes, pageOf } from './collection-routes.ts';
export { jsonList } from './json-list.ts';
export { countOnPage, type ListPage } from './list-page.ts';
export { createLists, type List } from './lists.ts';
