import { describe, expect, it } from 'vitest';
import { shareMusicApp } from './test-query-music.ts';

interface SongList {
  readonly paths: string[];
  readonly first_songs: unknown[];
}

const musicApp = shareMusicApp();

describe('search of version 8', () => {
  const searching = async (query: string): Promise<string[]> => {
    const answer = await musicApp().get(`/search/${encodeURIComponent(query)}`);
    expect([query, answer.statusCode]).toEqual([query, 200]);
    return answer.json<SongList>().paths.map((path) => path.slice(2));
  };

  it.each([
    ['moonlightsonata', ['c/1.mp3']],
    ['moon', ['r/3.mp3', 'c/1.mp3']],
    ['MOONLIGHT', ['c/1.mp3']],
    ['"moonlight sonata"', ['c/1.mp3']],
    ['dont', ['r/1.mp3']],
    ["don't", ['r/1.mp3']],
    ['fur', ['c/2.mp3']],
    ['beethoven !! sonata', ['c/2.mp3']],
    ['beethoven', ['c/1.mp3', 'c/2.mp3']],
    ['10cc', ['r/2.mp3']],
    ['1965', ['c/1.mp3', 'c/2.mp3']],
    ['7', ['r/3.mp3']],
    ['artist = acdc', ['r/3.mp3']],
    ['artist = "ac/dc"', ['r/1.mp3']],
    ['artist % dc', ['r/1.mp3', 'r/3.mp3']],
    ['albumartist = various', ['r/3.mp3']],
    ['composer = BEETHOVEN year < 1970 title % light', ['c/1.mp3']],
    ['genre = rock || genre = classical', ['r/1.mp3', 'c/1.mp3']],
    ['path % "x/bare"', ['x/bare song.mp3']],
    ['path = "m/c/1.mp3"', ['c/1.mp3']],
    ['title = moonlightsonata', ['c/1.mp3']],
    ['title = moonlight', []],
    ['tracknumber = 2', ['c/2.mp3']],
    ['year > 99999999999', []],
    ['nothingofthis', []],
    ['x', []],
  ])('finds by %s', async (query, paths) => {
    expect((await searching(query)).toSorted()).toEqual(paths.toSorted());
  });

  it('lists songs by artists, year, album, disc and track', async () => {
    expect(await searching('beethoven || dc')).toEqual(['r/1.mp3', 'c/1.mp3', 'c/2.mp3', 'r/3.mp3']);
  });

  it.each([
    ['"x', 400],
    ['(moon', 400],
    ['moon &&', 400],
    ['', 404],
  ])('answers %j with %i', async (query, status) => {
    expect((await musicApp().get(`/search/${encodeURIComponent(query)}`)).statusCode).toBe(status);
  });
});
