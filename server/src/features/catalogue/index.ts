export type { Catalogue } from './catalogue.ts';
export { type CatalogueOf, createCatalogueKeeper } from './catalogue-keeper.ts';
export { inSongOrder } from './catalogue-lists.ts';
export { createCatalogueV8Routes } from './catalogue-v8-routes.ts';
export { type SongFactsIndex, type ValueField, valueFields } from './song-facts.ts';
export { pathRuns } from './song-paths.ts';
export { eachSong, type Values } from './values.ts';
