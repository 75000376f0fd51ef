import type Database from 'better-sqlite3';
import type { SearchIndexWriter } from '../search-index/search-index.ts';
import { createBatch } from './batch-store.ts';
import { createDirectoriesStore } from './directories-store.ts';
import { createFilesStore } from './files-store.ts';
import type { Library } from './library.ts';
import { createLibrarySourcesStore } from './library-sources-store.ts';
import { createMovesStore } from './moves-store.ts';
import { createSongsStore } from './songs-store.ts';

/** Puts the stores of a scan together over the connection that writes `library.db`. */
export const createLibrary = (deps: {
  raw: Database.Database;
  search: SearchIndexWriter;
  rowsPerBatch?: number | undefined;
  beforeCommit: () => void;
  onCommit: (revision: number) => void;
}): Library => {
  const directories = createDirectoriesStore(deps.raw);
  return {
    batch: createBatch({ ...deps, directories }),
    directories,
    songs: createSongsStore(deps.raw),
    files: createFilesStore(deps.raw),
    sources: createLibrarySourcesStore(deps.raw),
    moves: createMovesStore(deps.raw),
    search: deps.search,
  };
};
