import { describe, expect, it } from 'vitest';
import { createPlaylistSongs } from './playlist-songs.ts';
import type { OpenedPlaylist } from './playlists.ts';

/** Songs over a collection that counts how often it is asked, and for how many paths. */
const createCounted = () => {
  const asked: number[] = [];
  const songs = createPlaylistSongs({
    findSongTexts: (paths) => {
      asked.push(paths.length);
      return Promise.resolve(paths.map((path) => JSON.stringify({ path })));
    },
  });
  const lookups = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    asked.length = 0;
    await work();
    return [...asked];
  };
  const read = async (playlist: OpenedPlaylist, offset = 0, limit = Number.POSITIVE_INFINITY) => {
    const { runs } = await songs.list(playlist, { offset, limit });
    const texts: string[] = [];
    for await (const run of runs) texts.push(...run);
    return texts.map((text) => (JSON.parse(text) as { path: string }).path);
  };
  return { songs, lookups, read };
};

const playlistOf = (contentId: number, chunks: readonly (readonly string[])[]): OpenedPlaylist => ({
  contentId,
  chunkCount: chunks.length,
  entryCount: chunks.flat().length,
  readChunk: async (chunk) => chunks[chunk] ?? [],
  readAll: async () => chunks.flat(),
});

const shortOne = (contentId: number): OpenedPlaylist => playlistOf(contentId, [[`${contentId}.mp3`]]);
/** So long that it is counted before a page of it is shown: 'a' to 'h', a row each. */
const longOne = (contentId: number): OpenedPlaylist =>
  playlistOf(
    contentId,
    [...'abcdefgh'].map((name) => [name]),
  );
const countedRows = Array<number>(8).fill(1);

describe('songs of short playlists', () => {
  it('are looked up again only for those that were not among the last four', async () => {
    const { lookups, read } = createCounted();
    const open = (contentId: number) => lookups(() => read(shortOne(contentId)));
    for (const contentId of [1, 2, 3, 4]) expect(await open(contentId)).toEqual([1]);
    for (const contentId of [2, 3, 4, 1]) expect(await open(contentId)).toEqual([]);
    // The second is the one that was not opened for the longest time.
    expect(await open(5)).toEqual([1]);
    for (const contentId of [3, 4, 1, 5]) expect(await open(contentId)).toEqual([]);
    expect(await open(2)).toEqual([1]);
  });

  it('are looked up again when songs came, went or changed', async () => {
    const { songs, lookups, read } = createCounted();
    await read(shortOne(1));
    songs.forget();
    expect(await lookups(() => read(shortOne(1)))).toEqual([1]);
  });

  it('are looked up some at a time, and never none', async () => {
    const { lookups, read } = createCounted();
    const paths = Array.from({ length: 500 }, (_, number) => `${number}.mp3`);
    expect(await lookups(() => read(playlistOf(1, [paths])))).toEqual([250, 250]);
  });
});

describe('pages of long playlists', () => {
  it('are cut at any place, and read no further than they reach', async () => {
    const { lookups, read } = createCounted();
    expect(await read(longOne(1), 0, 2)).toEqual(['a', 'b']);
    expect(await read(longOne(1), 3, 3)).toEqual(['d', 'e', 'f']);
    expect(await read(longOne(1), 7, 5)).toEqual(['h']);
    expect(await lookups(() => read(longOne(1), 3, 3))).toEqual([1, 1, 1]);
    expect(await lookups(() => read(longOne(1), 0, 0))).toEqual([]);
    expect(await lookups(() => read(longOne(1), 8, 1))).toEqual([]);
  });

  it('say how many songs there are in all', async () => {
    const { songs } = createCounted();
    expect(await songs.list(longOne(1), { offset: 0, limit: 3 })).toMatchObject({ total: 8, count: 3 });
    expect(await songs.list(longOne(1), { offset: 6, limit: 3 })).toMatchObject({ total: 8, count: 2 });
    expect(await songs.list(longOne(1), { offset: 9, limit: 3 })).toMatchObject({ total: 8, count: 0 });
  });

  it('are counted again only for those that were not among the last hundred', async () => {
    const { lookups, read } = createCounted();
    const page = (contentId: number) => lookups(() => read(longOne(contentId), 0, 1));
    for (let contentId = 1; contentId <= 100; contentId += 1)
      expect(await page(contentId)).toEqual([...countedRows, 1]);
    for (const contentId of [100, 1, 50]) expect(await page(contentId)).toEqual([1]);
    await page(101);
    expect(await page(2)).toEqual([1]);
    expect(await page(1)).toEqual([...countedRows, 1]);
  });
});
