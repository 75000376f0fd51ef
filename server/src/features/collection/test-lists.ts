import { totalCountHeader } from '@tonearm/contract';
import { onTestFinished } from 'vitest';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { createCollectionRoutes } from './collection-routes.ts';
import { createTestApp, signedIn } from './test-app.ts';
import { createTestLibrary, type TestLibrary, type TestSong } from './test-library.ts';

type Answer = { Directory?: { path: string }; Song?: { path: string }; path?: string }[];

/** A library of songs, for one test. */
export const libraryOf = (sources: readonly string[], songs: readonly TestSong[]): TestLibrary => {
  const library = createTestLibrary();
  onTestFinished(() => library[Symbol.dispose]());
  for (const source of sources) library.addSource(source);
  library.addSongs(songs);
  return library;
};

/** Calls of the lists of a library. */
export const callsOn = (library: TestLibrary, random = Math.random) => {
  const { lists } = createEmbeddedReading({ raw: library.reader, random });
  const app = createTestApp(createCollectionRoutes(lists));
  return async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await (await app).inject({ method, url: `/api${url}`, headers: signedIn });
    return {
      status: answer.statusCode,
      total: Number(answer.headers[totalCountHeader.toLowerCase()]),
      body: answer.body,
      json: <Value>() => answer.json<Value>(),
      paths: () =>
        answer.json<Answer>().map((entry) => entry.Directory?.path ?? entry.Song?.path ?? entry.path ?? ''),
    };
  };
};

/** Songs of an album, its last track first. */
export const album = (folder: string, tracks: number, song: Partial<TestSong> = {}): TestSong[] =>
  Array.from({ length: tracks }, (_, index) => ({
    path: `${folder}/${index + 1}.mp3`,
    title: `Track ${index + 1}`,
    album: folder.split('/').at(-1) ?? '',
    track: tracks - index,
    ...song,
  }));
