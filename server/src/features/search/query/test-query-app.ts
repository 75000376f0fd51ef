import { createFakeClock } from '@tonearm/testkit';
import { defaultSplitting } from '../../../library/model/splitting.ts';
import { createOneLibrary } from '../../../library/one-library.ts';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import { createEvents } from '../../../platform/events.ts';
import { createCatalogueKeeper } from '../../catalogue/index.ts';
import { createTestApp, signedIn } from '../../collection/test-app.ts';
import { createTestLibrary, type TestSong } from '../../collection/test-library.ts';
import { createQueryRoutes } from '../query-v8-routes.ts';
import { createSearch } from '../search.ts';
import { createQuerySearch } from './query-search.ts';

/** A collection that can be asked by queries. Whoever makes it disposes of its library. */
export const createQueryApp = (
  songs: readonly TestSong[],
  personal: Parameters<typeof createQuerySearch>[0]['personal'] = async () => [],
) => {
  const library = createTestLibrary();
  library.addSource('M');
  library.addSongs(songs);
  const { catalogue, details, search: reading } = createEmbeddedReading({ raw: library.reader });
  const oneLibrary = createOneLibrary();
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const catalogueOf = createCatalogueKeeper({ catalogue, oneLibrary, events, clock: createFakeClock() });
  const { words } = createSearch({ reading, oneLibrary });
  const finder = createQuerySearch({
    catalogueOf,
    catalogue,
    search: reading,
    words,
    oneLibrary,
    splitting: () => defaultSplitting,
    personal,
  });
  const findGroups = async () => {
    throw new Error('no group is asked for');
  };
  const app = createTestApp(createQueryRoutes({ finder, catalogueOf, catalogue, details, findGroups }));
  const get = async (url: string) =>
    (await app).inject({
      url: `/api${url}`,
      headers: { ...signedIn, accept: 'application/json', 'accept-version': '8' },
    });
  const pathsOf = async (ids: readonly number[]) => catalogue.pathsOf(ids);
  return { library, finder, get, pathsOf };
};
