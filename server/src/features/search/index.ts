export type { DirectoryDocument, SearchIndexWriter, SongDocument } from './search-index.ts';
export { createSearchIndex } from './search-index-store.ts';
