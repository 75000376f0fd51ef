import type Database from 'better-sqlite3';
import type { Capture } from '../feed/capture.ts';
import type { ModelRules } from '../model/model-settings.ts';
import type { SearchIndexWriter } from '../search-index/search-index.ts';
import { createBatch } from './batch-store.ts';
import { createCorrectionsStore } from './corrections-store.ts';
import { createDirectoriesStore } from './directories-store.ts';
import { createFilesStore } from './files-store.ts';
import type { Library } from './library.ts';
import { createLibrarySourcesStore } from './library-sources-store.ts';
import type { SongIds } from './model/give-ids.ts';
import { createModel } from './model/settle-model.ts';
import { createMovesStore } from './moves-store.ts';
import { createSongsStore } from './songs-store.ts';

/** Puts the stores of a scan together over the connection that writes `library.db`. */
export const createLibrary = (deps: {
  raw: Database.Database;
  search: SearchIndexWriter;
  capture?: Pick<Capture, 'keep'> | undefined;
  rowsPerBatch?: number | undefined;
  rules: () => ModelRules;
  songIds: () => SongIds;
  nowMs: () => number;
  beforeCommit: () => void;
  onCommit: (revision: number) => void;
}): Library => {
  const directories = createDirectoriesStore(deps.raw);
  const model = createModel(deps.raw, deps);
  return {
    batch: createBatch({ ...deps, directories, model }),
    directories,
    songs: createSongsStore(deps.raw),
    files: createFilesStore(deps.raw),
    sources: createLibrarySourcesStore(deps.raw),
    moves: createMovesStore(deps.raw),
    model,
    search: deps.search,
    corrections: createCorrectionsStore(deps.raw),
  };
};
