export { createFindGroups } from './groups/find-groups.ts';
export { createNameIndex, type NameIndex } from './groups/name-index.ts';
export { createQuerySearch } from './query/query-search.ts';
export { checkQuery, createQueryRoutes, findByText } from './query-v8-routes.ts';
export { queryWordsOf } from './query-words.ts';
export { createSearch, type Search } from './search.ts';
export { createSearchRoutes } from './search-routes.ts';
