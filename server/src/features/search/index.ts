export { createHitsStore } from '../../library/read/hits-store.ts';
export { createPostingReader } from '../../library/search-index/postings-store.ts';
export type {
  DirectoryDocument,
  SearchIndexWriter,
  SongDocument,
} from '../../library/search-index/search-index.ts';
export { createSearchIndex } from '../../library/search-index/search-index-store.ts';
export { createSearch, type Search } from './search.ts';
export { createSearchRoutes } from './search-routes.ts';
