import { describe, expect, it } from 'vitest';
import { album, callsOn, libraryOf } from './test-lists.ts';

describe('albums', () => {
  const albums = Array.from({ length: 30 }, (_, index) =>
    album(`M/${index}`, 2, { addedAt: 1000 + index }),
  ).flat();
  const mixed = [
    { path: 'M/mixed/1.mp3', album: 'one' },
    { path: 'M/mixed/2.mp3', album: 'two' },
    { path: 'M/untagged/1.mp3' },
  ];

  it('recent shows the newest first, 20 unless told', async () => {
    const call = callsOn(libraryOf(['M'], [...albums, ...mixed]));
    const all = Array.from({ length: 30 }, (_, index) => `M/${29 - index}`);
    const answer = await call('/recent');
    expect(answer.paths()).toEqual(all.slice(0, 20));
    expect(answer.total).toBe(30);
    expect(answer.json<object[]>()[0]).toMatchObject({ path: 'M/29', album: '29', date_added: 1029 });
    expect((await call('/recent?limit=4&offset=28')).paths()).toEqual(all.slice(28));
  });

  it('random never repeats an album and shows every album as often as another', async () => {
    const call = callsOn(libraryOf(['M'], [...albums, ...mixed]));
    const seen = new Map<string, number>();
    for (let round = 0; round < 300; round += 1) {
      const paths = (await call('/random?limit=5')).paths();
      expect(new Set(paths).size).toBe(5);
      for (const path of paths) seen.set(path, (seen.get(path) ?? 0) + 1);
    }
    expect(seen.size).toBe(30);
    // 50 expected of each; five standard deviations are 33.
    for (const count of seen.values()) expect(Math.abs(count - 50)).toBeLessThan(33);
    expect(new Set((await call('/random')).paths()).size).toBe(20);
    expect(new Set((await call('/random?limit=100')).paths()).size).toBe(30);
  });

  it('random answers an empty collection with an empty list', async () => {
    const call = callsOn(libraryOf([], []));
    expect((await call('/random')).json()).toEqual([]);
    expect((await call('/recent')).json()).toEqual([]);
    expect((await call('/browse')).json()).toEqual([]);
    expect((await call('/flatten')).json()).toEqual([]);
  });
});
