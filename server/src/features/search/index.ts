export { createHitsStore } from './hits-store.ts';
export { createPostingReader } from './postings-store.ts';
export { createSearch, type Search } from './search.ts';
export type { DirectoryDocument, SearchIndexWriter, SongDocument } from './search-index.ts';
export { createSearchIndex } from './search-index-store.ts';
export { createSearchRoutes } from './search-routes.ts';
