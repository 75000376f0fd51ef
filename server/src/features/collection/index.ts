export { answerList, createCollectionRoutes, pageOf } from './collection-routes.ts';
export { answerStreamed, createCollectionV8Routes } from './collection-v8-routes.ts';
export { jsonList } from './json-list.ts';
export { arrayTexts, songListTexts } from './song-list-json.ts';
