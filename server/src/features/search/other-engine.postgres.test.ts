import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/test-postgres.ts';
import type { Postgres } from '../../db/postgres.ts';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import { createSearchRoutes } from './search-routes.ts';
import { itSearches, libraryOf } from './test-engine-suite.ts';
import { createTrigramEngine } from './test-trigram-engine.ts';

let made: TestDatabase;
let database: Postgres;
beforeAll(async () => {
  made = await makeDatabase();
  database = made.open();
});
afterAll(() => made[Symbol.asyncDispose]());

describe('an engine of another make behind the search port', () => {
  itSearches((library) => createTrigramEngine(database, library.reader), { numRuns: 15 });

  it('answers the search call', async () => {
    const library = libraryOf([
      { path: 'Music/Love/1.mp3', title: 'First' },
      { path: 'Music/Other/2.mp3', title: 'Love again' },
    ]);
    const app = await createTestApp(createSearchRoutes(await createTrigramEngine(database, library.reader)));
    const answer = await app.inject({ url: '/api/search/love', headers: signedIn });
    expect(answer.statusCode).toBe(200);
    const items = answer.json<{ Song?: { path: string }; Directory?: { path: string } }[]>();
    expect(items.map(({ Song, Directory }) => Song?.path ?? Directory?.path)).toEqual([
      'Music/Love',
      'Music/Other/2.mp3',
    ]);
    await app.close();
  });
});
