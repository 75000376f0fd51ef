import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseXml } from '../../../../test/subsonic-app.ts';
import type { AlbumHeader, ListedSong } from '../../../library/read/music/music-reading.ts';
import { silentLog } from '../../../platform/log.ts';
import { openSpool } from '../../../platform/paths/spool.ts';
import type { Mark } from '../node-parts.ts';
import { entriesOf } from '../wire/tree.ts';
import { createKeptPages } from './kept-pages.ts';
import { packPage, unpackPage } from './packed-page.ts';
import { createPageMaking, type WalkPage } from './page-making.ts';
import { createWalkPages } from './walk-pages.ts';

const entryCount = 150;
const idOf = (at: number): string => String(at).padStart(22, '0');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const songs = (offset: number, limit: number): WalkPage => ({
  of: 'songs',
  page: { source: null, offset, limit },
});

const albums = (offset: number, limit: number): WalkPage => ({
  of: 'albums',
  order: { by: 'name' },
  page: { source: null, offset, limit },
});

/** A library of so many songs and albums, which are told as their ids in the words of its state. */
const stage = (openFile = () => openSpool(folder, 'pages')) => {
  const library = { state: 1 as number | null, word: 'é', reads: 0, whileRead: (): void => {} };
  const marks = new Map<string, Mark>();
  const noted = { made: 0 };
  const readIds = ({ offset, limit }: { offset: number; limit: number }): string[] => {
    library.reads += 1;
    library.whileRead();
    const count = Math.max(0, Math.min(limit, entryCount - offset));
    return Array.from({ length: count }, (_, at) => idOf(offset + at));
  };
  const texts = async (entries: readonly { id: string }[]) =>
    entries.map(({ id }) => ({ before: `{"id":"${id}${library.word}"`, behind: `,"n":"${library.word}"}` }));
  const making = createPageMaking({
    apps: {
      songs: async (page) => ({
        name: `${page.offset} ${page.limit}`,
        read: async () => readIds(page).map((id) => ({ id }) as ListedSong),
      }),
      albums: async (_order, page) => ({
        total: entryCount,
        entries: readIds(page).map((id) => ({ id }) as AlbumHeader),
      }),
    },
    shaping: { songTexts: texts, albumTexts: texts },
  });
  const kept = createKeptPages({ openSpool: openFile, log: silentLog });
  const pages = createWalkPages({
    apps: { state: () => library.state },
    making,
    kept,
    marks: async (userId) => (userId === 1 ? marks : new Map()),
    onMade: () => {
      noted.made += 1;
    },
  });
  const page = async (userId: number, wanted = songs(0, 120)) => {
    const { count, entries, total } = await pages.page(userId, wanted);
    expect(total).toBe(wanted.of === 'songs' ? null : entryCount);
    const both = entriesOf(entries);
    const text = both?.bytes?.().toString('utf8') ?? '';
    expect([...(both?.nodes() ?? [])]).toEqual(JSON.parse(`[${text}]`));
    expect([...(both?.texts() ?? [])].join(',')).toBe(text);
    expect([...(both?.nodes() ?? [])]).toHaveLength(count);
    const xml = parseXml(
      `<?xml version="1.0" encoding="UTF-8"?>\n<page>${(await both?.elements?.())?.toString('utf8')}</page>`,
    );
    expect(xml.text).toBe('');
    expect(xml.children.map(({ name, attributes }) => ({ name, attributes }))).toEqual(
      Array.from(both?.nodes() ?? [], (node) => ({
        name: wanted.of === 'songs' ? 'song' : 'album',
        attributes: Object.fromEntries(Object.entries(node).map(([key, value]) => [key, String(value)])),
      })),
    );
    return text;
  };
  /** Until nothing has to be read for it: pages are packed beside. */
  const untilKept = async (wanted = songs(0, 120)): Promise<void> => {
    await vi.waitFor(async () => {
      const before = [library.reads, noted.made];
      await page(2, wanted);
      expect([library.reads, noted.made]).toEqual(before);
    });
  };
  return { library, marks, noted, making, kept, page, untilKept };
};

const star: Mark = { starredAtMs: 0, rating: 3, plays: 0, lastPlayedAtMs: null };

it.each([songs(0, 120), albums(0, 120)])(
  'of $of are made once, with what each person made of each',
  async (wanted) => {
    const { marks, noted, kept, page, untilKept } = stage();
    const first = await page(1, wanted);
    expect(first.startsWith(`{"id":"${idOf(0)}é","n":"é"},{"id":"${idOf(1)}é"`)).toBe(true);
    await untilKept(wanted);
    const { made } = noted;
    expect(await page(1, wanted)).toBe(first);
    for (const at of [0, 60, 119]) marks.set(idOf(at), star);
    const marked = await page(1, wanted);
    expect([await page(2, wanted), noted.made]).toEqual([first, made]);
    const told = (JSON.parse(`[${first}]`) as { id: string }[]).map(({ id, ...rest }) => ({
      ...{ id },
      ...(marks.has(id.slice(0, 22)) ? { starred: '1970-01-01T00:00:00.000Z', userRating: 3 } : {}),
      ...rest,
    }));
    expect(`[${marked}]`).toBe(JSON.stringify(told));
    expect(readdirSync(folder)).toEqual([]);
    await kept.close();
  },
);

it('are made anew when the library is another, and never kept while it changes', async () => {
  const { library, kept, page, untilKept } = stage();
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
  await kept.close();
});

it('come to an end, and short ones are not kept', async () => {
  const { library, kept, page, untilKept } = stage();
  await page(2);
  await untilKept();
  const { reads } = library;
  expect(await page(2, songs(149, 500))).toContain(idOf(149));
  expect(await page(2, songs(150, 500))).toBe('');
  expect(await page(2, albums(149, 500))).toContain(idOf(149));
  expect(await page(2, albums(149, 500))).toContain(idOf(149));
  expect(library.reads).toBe(reads + 4);
  await kept.close();
});

it('that somebody else packed are taken for the state that they are of', async () => {
  const { library, making, kept, page } = stage();
  const { name, make } = await making.stretch(albums(0, 120));
  const packed = await packPage(await make());
  if (packed === null) throw new Error('it was not packed');
  kept.put({ state: 1, name, packed });
  const { reads } = library;
  await vi.waitFor(async () => expect(await kept.find(1, name)).not.toBeNull());
  expect(unpackPage(packed)).toEqual(await kept.find(1, name));
  await page(1, albums(0, 120));
  expect(library.reads).toBe(reads);
  library.state = 2;
  await page(1, albums(0, 120));
  expect(library.reads).toBe(reads + 1);
  await kept.close();
});

it('are told of where nothing can be kept', async () => {
  const { kept, page } = stage(async () => {
    throw new Error('a folder that cannot be written to');
  });
  const first = await page(1);
  for (const _ of [1, 2]) expect(await page(1)).toBe(first);
  await kept.close();
});
