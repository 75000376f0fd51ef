import { describe, expect, it } from 'vitest';
import { createOneLibrary } from '../../library/one-library.ts';
import { createPlaylistHeaders } from './playlist-headers.ts';
import { createPlaylistSummaries } from './playlist-summaries.ts';
import type { OpenedPlaylist } from './playlists.ts';

const opened = (paths: readonly string[], chunkCount = 1): OpenedPlaylist => ({
  contentId: 1,
  chunkCount,
  entryCount: paths.length,
  readChunk: async () => paths,
  readAll: async () => paths,
});

interface Shown {
  readonly duration: number | null;
  readonly artwork: string | null;
}

/** A summary of one playlist of songs, and how many of them were asked for. */
const summaryOf = async (songs: readonly Shown[], chunkCount = 1) => {
  let limit = 0;
  const runs = (async function* () {
    yield songs.slice(0, 2).map((song) => JSON.stringify(song));
    yield songs.slice(2).map((song) => JSON.stringify(song));
  })();
  const summaries = createPlaylistSummaries(
    { openAll: async () => [{ name: 'Mix', opened: opened([], chunkCount) }] },
    {
      list: async (_playlist, page) => {
        limit = page.limit;
        return { header: null, songCount: songs.length, runs } as never;
      },
    },
  );
  return { summaries: await summaries.list(1), limit };
};

const song = (duration: number | null, artwork: string | null): Shown => ({ duration, artwork });

describe('what a list of playlists tells of one', () => {
  it('is how long all of it lasts, and the first four covers that differ', async () => {
    const songs = [
      song(100, 'a'),
      song(20, 'a'),
      song(3, null),
      song(null, 'b'),
      song(1000, 'c'),
      song(4, 'd'),
      song(5, 'e'),
    ];
    const { summaries, limit } = await summaryOf(songs);
    expect(summaries).toEqual([
      { name: 'Mix', entry_count: 0, duration: 1132, artworks: ['a', 'b', 'c', 'd'] },
    ]);
    expect(limit).toBe(Number.POSITIVE_INFINITY);
  });

  it('is no length where it is long, of which only the beginning is read', async () => {
    expect(await summaryOf([song(100, 'a')], 10)).toMatchObject({ summaries: [{ duration: 100 }] });
    expect(await summaryOf([song(100, 'a')], 11)).toEqual({
      summaries: [{ name: 'Mix', entry_count: 0, duration: null, artworks: ['a'] }],
      limit: 200,
    });
  });
});

describe('what the songs of a playlist add up to', () => {
  it('is counted of those that are there: genres once a song, seconds cut off once and rounded each', async () => {
    const facts = new Map([
      ['one', { genres: '["Jazz","Jazz","Rock"]', duration_ms: 1_600, artwork: null }],
      ['two', { genres: '["Jazz"]', duration_ms: 1_600, artwork: 'second' }],
      ['three', { genres: null, duration_ms: null, artwork: 'third' }],
    ]);
    const headers = createPlaylistHeaders({
      details: { findFacts: async (paths) => paths.map((path) => facts.get(path) ?? null) },
      oneLibrary: createOneLibrary(),
      turns: async () => {},
    });
    expect(await headers.sumsOf(opened(['one', 'gone', 'two', 'three']))).toEqual({
      header: { num_songs_by_genre: { Jazz: 2, Rock: 1 }, duration: 3 },
      songCount: 3,
      roundedSeconds: 4,
      artwork: 'second',
    });
  });

  it('is known once it was counted, of each playlist for itself, until songs change', async () => {
    const headers = createPlaylistHeaders({
      details: { findFacts: async (paths) => paths.map(() => null) },
      oneLibrary: createOneLibrary(),
      turns: async () => {},
    });
    const [one, other] = [opened(['a']), { ...opened(['a']), contentId: 2 }];
    const known = () => [one, other].map(headers.isKnown);
    expect(known()).toEqual([false, false]);
    await headers.sumsOf(one);
    expect(known()).toEqual([true, false]);
    headers.forget();
    expect(known()).toEqual([false, false]);
    await headers.sumsOf(one);
    await headers.sumsOf(other);
    expect(known()).toEqual([true, true]);
    headers.drop(2);
    expect(known()).toEqual([true, false]);
  });
});
