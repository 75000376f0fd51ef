import { expect, it } from 'vitest';
import { idTextOfHex } from '../../model/public-id.ts';
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

const idOf = (number: number): string => idTextOfHex(number.toString(16).padStart(32, '0'));

/** A library of so many albums, by title in the order of their numbers, which ids hold. */
const pagesOfAlbums = (count: number) => {
  const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
  const store = {
    run: {
      all: (name: string, asked?: { ids: string }) =>
        name === 'albumIdsAsGiven'
          ? (JSON.parse(asked?.ids ?? '[]') as string[]).map((hex) => ({ id: Number.parseInt(hex, 16) }))
          : rows,
    },
    albumsByIds: (ids: readonly number[]) => ids.map((id) => ({ title: `${id}` }) as AlbumHeader),
  } as unknown as MusicStore;
  return createAlbumPages(store, () => 1);
};

it('has the albums that somebody knows first, and behind them all others by title, page by page', () => {
  const pages = pagesOfAlbums(9);
  const ids = [7, 2, 9, 1].map(idOf);
  const all: string[] = [];
  for (let offset = 0; offset < 11; offset += 2) {
    const page = pages({ order: 'given', given: { ids, withOthers: true }, offset, limit: 2 });
    expect(page.total).toBe(9);
    all.push(...page.entries.map(({ title }) => title));
  }
  expect(all).toEqual(['7', '2', '9', '1', '3', '4', '5', '6', '8']);
  const rest = pages({
    order: 'given',
    given: { ids, withOthers: true },
    offset: 3,
    limit: Number.POSITIVE_INFINITY,
  });
  expect(rest.entries.map(({ title }) => title)).toEqual(all.slice(3));
});

it('goes through all albums for the first page of what somebody knows alone', () => {
  const pages = pagesOfAlbums(500_000);
  const page = (offset: number) =>
    pages({ order: 'given', given: { ids: [400_000, 3].map(idOf), withOthers: true }, offset, limit: 50 });
  page(0);
  const before = process.cpuUsage();
  for (let at = 0; at < 100; at += 1) expect(page(at * 5_000).entries).toHaveLength(50);
  // Going through all of them takes some 5 ms for each page.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(150);
}, 60_000);
