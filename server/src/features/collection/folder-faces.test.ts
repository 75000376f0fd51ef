import { afterEach, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { createCollectionRoutes } from './collection-routes.ts';
import { createTestApp, signedIn } from './test-app.ts';
import { createTestLibrary, type TestLibrary } from './test-library.ts';

const opened: Disposable[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each[Symbol.dispose]();
});

/** Six albums of Anna's with a song each, one of Bo's with two, and loose songs that are none. */
const someLibrary = (): TestLibrary => {
  const library = createTestLibrary();
  opened.push(library);
  library.addSource('Music');
  library.addSource('Other');
  library.addSongs([
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((album) => ({ path: `Music/Anna/${album}/1.mp3`, album })),
    { path: 'Music/Bo/Bus/1.mp3', album: 'Bus' },
    { path: 'Music/Bo/Bus/2.mp3', album: 'Bus' },
    { path: 'Music/Loose/1.mp3' },
  ]);
  library.raw.exec(`UPDATE directories SET artwork_path = virtual_path || '/Folder.jpg'
    WHERE virtual_path LIKE 'Music/Anna/_'`);
  return library;
};

const facesOf = async (path: string, library = someLibrary()) => {
  const { lists } = createEmbeddedReading({ raw: library.reader, random: Math.random });
  const app = await createTestApp(createCollectionRoutes(lists));
  const answer = await app.inject({ url: `/api/folder_faces${path}`, headers: signedIn });
  return answer.statusCode === 200 ? answer.json<object[]>() : answer.json<{ code: string }>().code;
};

it('folders tell how many albums and songs are below, and show four pictures at most', async () => {
  expect(await facesOf('/Music')).toEqual([
    {
      path: 'Music/Anna',
      album_count: 6,
      song_count: 6,
      artworks: ['A', 'B', 'C', 'D'].map((name) => `Music/Anna/${name}/Folder.jpg`),
    },
    { path: 'Music/Bo', album_count: 1, song_count: 2, artworks: [] },
    { path: 'Music/Loose', album_count: 0, song_count: 1, artworks: [] },
  ]);
});

it('sources do so without a path, and a part of a list can be had', async () => {
  const sources = (await facesOf('')) as { path: string; album_count: number; song_count: number }[];
  expect(sources.map(({ path, album_count, song_count }) => [path, album_count, song_count])).toEqual([
    ['Music', 7, 9],
    ['Other', 0, 0],
  ]);
  expect(await facesOf('/Music?limit=1&offset=1')).toMatchObject([{ path: 'Music/Bo' }]);
});

it('songs that went away are no longer counted', async () => {
  const library = someLibrary();
  library.loseSong('Music/Bo/Bus/1.mp3');
  library.loseSong('Music/Bo/Bus/2.mp3');
  expect(await facesOf('/Music?limit=1&offset=1', library)).toMatchObject([{ song_count: 0 }]);
});

it('what is not there is said', async () => {
  expect(await facesOf('/Music/gone')).toBe('folder_not_found');
  expect(await facesOf('/gone')).toBe('source_not_found');
});
