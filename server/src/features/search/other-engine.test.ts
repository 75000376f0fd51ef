import { type FakeSearchEngine, startFakeSearchEngine } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import type { TestLibrary } from '../collection/test-library.ts';
import { createSearchRoutes } from './search-routes.ts';
import { itSearches, libraryOf } from './test-engine-suite.ts';
import { createHttpEngine } from './test-http-engine.ts';

let engine: FakeSearchEngine;
beforeEach(async () => {
  engine = await startFakeSearchEngine();
});
afterEach(() => engine.close());

const paths = (text: string): (string | undefined)[] =>
  (JSON.parse(text) as { Song?: { path: string }; Directory?: { path: string } }[]).map(
    ({ Song, Directory }) => Song?.path ?? Directory?.path,
  );

const searched = async (library: TestLibrary) => {
  const app = await createTestApp(createSearchRoutes(await createHttpEngine(engine.root, library.reader)));
  return {
    ask: (query: string) => app.inject({ url: `/api/search/${query}`, headers: signedIn }),
    [Symbol.asyncDispose]: () => app.close(),
  };
};

describe('an engine in a process of its own behind the search port', () => {
  itSearches(
    async (library) => {
      // One for each library: what it was filled with stays.
      await engine.close();
      engine = await startFakeSearchEngine();
      return createHttpEngine(engine.root, library.reader);
    },
    { numRuns: 15 },
  );

  it('answers the search call: folders and songs, and how many there are of both', async () => {
    const library = libraryOf([
      { path: 'Music/Love/1.mp3', title: 'First' },
      { path: 'Music/Other/2.mp3', title: 'Love again' },
      { path: 'Music/Other/3.mp3', title: 'Love, and again' },
    ]);
    await using call = await searched(library);
    const answer = await call.ask('love?limit=2');
    expect(answer.statusCode).toBe(200);
    expect(paths(answer.body)).toEqual(['Music/Love', 'Music/Other/2.mp3']);
    expect(answer.headers).toMatchObject({ 'x-total-count': '3', 'x-directory-count': '1' });
    expect(paths((await call.ask('love?folders=0')).body)).toEqual([
      'Music/Other/2.mp3',
      'Music/Other/3.mp3',
    ]);
  });

  it('may know songs that have gone since: they are left out of what is shown', async () => {
    const library = libraryOf(
      [1, 2, 3].map((number) => ({ path: `Music/a/${number}.mp3`, title: `Love ${number}` })),
    );
    await using call = await searched(library);
    library.loseSong('Music/a/2.mp3');
    const answer = await call.ask('love');
    expect(answer.statusCode).toBe(200);
    expect(paths(answer.body)).toEqual(['Music/a/1.mp3', 'Music/a/3.mp3']);
  });

  it('may be away: who searches is told to come again', async () => {
    await using call = await searched(libraryOf([{ path: 'Music/a/1.mp3', title: 'Love' }]));
    engine.isAway = true;
    const toldOf = async () => {
      const { statusCode, headers } = await call.ask('love');
      return [statusCode, headers['retry-after']];
    };
    expect(await toldOf()).toEqual([503, '5']);
    engine.isAway = false;
    expect(paths((await call.ask('love')).body)).toEqual(['Music/a/1.mp3']);
    await engine.close();
    expect(await toldOf()).toEqual([503, '5']);
  });
});
