import { expect, it } from 'vitest';
import { createAlbumPages } from './album-pages.ts';
import type { AlbumHeader } from './music-reading.ts';
import type { MusicStore } from './music-store.ts';

it('puts what a filter left in order once for all of its pages, and anew when the library or the order is another', () => {
  const asked: string[] = [];
  let version = 1;
  const store = {
    run: {
      all: (name: string) => {
        asked.push(name);
        return Array.from({ length: 100 }, (_, id) => ({ id }));
      },
    },
    albumsByIds: (ids: readonly number[]) => ids.map((id) => ({ title: `${id}` }) as AlbumHeader),
  } as unknown as MusicStore;
  const pages = createAlbumPages(store, () => version);
  const left = ['a', 'b'];
  const page = (order: 'title' | 'year', offset: number, among: readonly string[] = left) =>
    pages({ order, among, offset, limit: 2 }).entries.map(({ title }) => title);
  expect([page('title', 0), page('title', 50)]).toEqual([
    ['0', '1'],
    ['50', '51'],
  ]);
  expect(asked).toEqual(['albumIdsByTitle']);
  page('year', 0);
  page('year', 2);
  expect(asked).toEqual(['albumIdsByTitle', 'albumIdsByYear']);
  version = 2;
  page('year', 2);
  page('year', 2, [...left]);
  expect(asked).toHaveLength(4);
});
