import type Database from 'better-sqlite3';
import type { OneLibrary } from '../one-library.ts';
import { createEmbeddedApps } from './apps/embedded-apps.ts';
import { createCatalogueReading } from './catalogue-store.ts';
import { createColorReading } from './color-reading.ts';
import { createCorrectionFacts } from './corrections/correction-facts-store.ts';
import type { LibraryReading } from './library-reading.ts';
import { createLists } from './lists/lists.ts';
import { createListsStore } from './lists/lists-store.ts';
import { createCollectionLookup, createLookupStore } from './lookup-store.ts';
import { createEmbeddedMusic } from './music/embedded-music.ts';
import { createNamesStore } from './names-store.ts';
import { createPathLists } from './path-lists.ts';
import { createSearchReading } from './search-reading.ts';
import { createSongDetails } from './song-details-store.ts';
import { createSoundReading } from './sound-reading.ts';
import { createTagTextReading } from './tag-values/tag-texts-store.ts';

/** Answers from `library.db` in this process: each question is read at once, or in slices where it is long. */
export const createEmbeddedReading = (deps: {
  /** A connection that reads. */
  raw: Database.Database;
  oneLibrary?: OneLibrary;
  /** Uniform in [0, 1); chooses random albums. */
  random?: () => number;
}): LibraryReading => {
  const { raw, random = Math.random, oneLibrary } = deps;
  const lookup = createLookupStore(raw);
  return {
    lists: createLists({
      store: createListsStore(raw),
      lookup,
      random,
      ...(oneLibrary === undefined ? {} : { oneLibrary }),
    }),
    lookup: createCollectionLookup(lookup),
    sound: createSoundReading(raw),
    search: createSearchReading(raw),
    colors: createColorReading(raw),
    paths: createPathLists(createNamesStore(raw), oneLibrary),
    details: createSongDetails(raw),
    catalogue: createCatalogueReading(raw),
    apps: createEmbeddedApps(raw, { random, nowMs: Date.now }),
    music: createEmbeddedMusic(raw),
    tagTexts: createTagTextReading(raw),
    corrections: createCorrectionFacts(raw),
  };
};
