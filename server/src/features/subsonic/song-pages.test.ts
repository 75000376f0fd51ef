import { createFakeClock } from '@tonearm/testkit';
import { expect, it, vi } from 'vitest';
import type { ListedSong } from '../../library/read/music/music-reading.ts';
import type { Mark } from './node-parts.ts';
import { createSongPages } from './song-pages.ts';
import { entriesOf } from './wire/tree.ts';

const songCount = 150;
const idOf = (at: number): string => String(at).padStart(22, '0');

/** A library of so many songs, which are told as their ids in the words of its state. */
const stage = () => {
  const library = { state: 1 as number | null, word: 'é', reads: 0, whileRead: (): void => {} };
  const marks = new Map<string, Mark>();
  const clock = createFakeClock();
  const pages = createSongPages({
    clock,
    apps: {
      state: () => library.state,
      songs: async ({ offset, limit }) => ({
        name: `${offset} ${limit}`,
        read: async () => {
          library.reads += 1;
          library.whileRead();
          const count = Math.max(0, Math.min(limit, songCount - offset));
          return Array.from({ length: count }, (_, at) => ({ id: idOf(offset + at) }) as ListedSong);
        },
      }),
    },
    shaping: {
      songTexts: async (songs) =>
        songs.map(({ id }) => ({
          before: `{"id":"${id}${library.word}"`,
          behind: `,"n":"${library.word}"}`,
        })),
    },
    marks: async (userId) => (userId === 1 ? marks : new Map()),
  });
  const page = async (userId: number, { offset, limit } = { offset: 0, limit: 120 }) => {
    const { count, songs } = await pages.page(userId, { source: null, offset, limit });
    const both = entriesOf(songs);
    const text = both?.bytes?.().toString('utf8') ?? '';
    expect(both?.nodes()).toEqual(JSON.parse(`[${text}]`));
    expect([...(both?.texts() ?? [])].join(',')).toBe(text);
    expect(both?.nodes()).toHaveLength(count);
    return text;
  };
  /** Until nothing has to be read for it: pages are packed beside. */
  const untilKept = async (): Promise<void> => {
    await vi.waitFor(async () => {
      const before = library.reads;
      await page(2);
      expect(library.reads).toBe(before);
    });
  };
  return { library, marks, clock, page, untilKept };
};

const star: Mark = { starredAtMs: 0, rating: 3, plays: 0, lastPlayedAtMs: null };

it('are made once, with what each person made of each song', async () => {
  const { marks, page, untilKept } = stage();
  const first = await page(1);
  expect(first.startsWith(`{"id":"${idOf(0)}é","n":"é"},{"id":"${idOf(1)}é"`)).toBe(true);
  await untilKept();
  expect(await page(1)).toBe(first);
  for (const at of [0, 60, 119]) marks.set(idOf(at), star);
  const marked = await page(1);
  expect(await page(2)).toBe(first);
  const wanted = (JSON.parse(`[${first}]`) as { id: string }[]).map(({ id, ...rest }) => ({
    ...{ id },
    ...(marks.has(id.slice(0, 22)) ? { starred: '1970-01-01T00:00:00.000Z', userRating: 3 } : {}),
    ...rest,
  }));
  expect(`[${marked}]`).toBe(JSON.stringify(wanted));
});

it('are made anew when the library is another, and never kept while it changes', async () => {
  const { library, page, untilKept } = stage();
  await page(2);
  await untilKept();
  Object.assign(library, { state: 2, word: 'two' });
  expect(await page(2)).toContain('two');
  await untilKept();
  // What is told of two states at once, or while nobody knows of which.
  Object.assign(library, { state: null, word: 'three' });
  for (const _ of [1, 2, 3]) expect(await page(2)).toContain('three');
  Object.assign(library, { state: 4, word: 'four', whileRead: () => (library.state = 5) });
  expect(await page(2)).toContain('four');
  Object.assign(library, { state: 4, word: 'five' });
  expect(await page(2)).toContain('five');
});

it('come to an end, and short ones are not kept', async () => {
  const { library, page, untilKept } = stage();
  await page(2);
  await untilKept();
  const reads = library.reads;
  expect(await page(2, { offset: 149, limit: 500 })).toContain(idOf(149));
  expect(await page(2, { offset: 150, limit: 500 })).toBe('');
  expect(await page(2, { offset: 149, limit: 500 })).toContain(idOf(149));
  expect(library.reads).toBe(reads + 3);
});

it('are let go when nobody has wanted one for a while', async () => {
  const { library, clock, page, untilKept } = stage();
  await page(2);
  await untilKept();
  await clock.advance(10 * 60_000);
  await untilKept();
  const { reads } = library;
  await clock.advance(20 * 60_000);
  await page(2);
  expect(library.reads).toBe(reads + 1);
});
