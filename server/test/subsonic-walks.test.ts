import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addApp, createApp, type Json, type TestApp, type Wanted } from './subsonic-app.ts';
import { scanMusic, scanToEnd } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * Apps that keep the whole collection walk through it page by page. Nothing may come twice or never, whatever the pages
 * are like, and also while a scan takes in more.
 */

let server: WholeServer;
let music: string;
let app: TestApp;

const first = { albums: 12, loose: 3 };

/** Of names that stand before, between and behind those that are there: a walk by names would move on. */
const put = (target: string, names: readonly string[]): Promise<unknown> => {
  const more = library();
  for (const name of names)
    more
      .album(`Album ${name}`, 2, {
        artist: `Artist ${name}`,
        genre: 'Folk',
        year: 2001,
        folder: `${name} album`,
      })
      .song(`${name} loose/one.mp3`, { genre: 'Folk' });
  return more.writeTo(target);
};

beforeEach(async () => {
  server = await startWholeServer();
  music = join(server.folder, 'music');
  const some = library();
  for (let at = 0; at < first.albums; at += 1)
    some.album(`Album m${at}`, 2, {
      artist: `Artist m${at}`,
      genre: 'Folk',
      year: 1990 + at,
      folder: `m${at}`,
    });
  for (let at = 0; at < first.loose; at += 1) some.song(`loose m${at}/one.mp3`, { genre: 'Folk' });
  await some.writeTo(music);
  await server.createUser('root');
  await scanMusic(server, first.albums * 2 + first.loose);
  app = createApp(server.address, await addApp(server, 'root', { mayAdminister: true }));
});
afterEach(() => server[Symbol.asyncDispose]());

interface Walk {
  readonly call: string;
  /** Where the entries stand. */
  readonly keys: readonly [string, string];
  readonly page: (size: number, offset: number) => Wanted;
}

const searches = ['search2', 'search3'].flatMap((call) =>
  (['artist', 'album', 'song'] as const).map(
    (kind): Walk => ({
      call,
      keys: [call === 'search2' ? 'searchResult2' : 'searchResult3', kind],
      page: (size, offset) => ({
        ...{ query: '', artistCount: 0, albumCount: 0, songCount: 0 },
        ...{ [`${kind}Count`]: size, [`${kind}Offset`]: offset },
      }),
    }),
  ),
);

const lists = ['random', 'newest', 'alphabeticalByName', 'alphabeticalByArtist', 'byYear', 'byGenre'].flatMap(
  (type) =>
    (
      [
        ['getAlbumList', 'albumList'],
        ['getAlbumList2', 'albumList2'],
      ] as const
    ).map(
      ([call, key]): Walk => ({
        call,
        keys: [key, 'album'],
        page: (size, offset) => ({ type, size, offset, fromYear: 1900, toYear: 2100, genre: 'Folk' }),
      }),
    ),
);

const ofGenre: Walk = {
  call: 'getSongsByGenre',
  keys: ['songsByGenre', 'song'],
  page: (count, offset) => ({ genre: 'Folk', count, offset }),
};

const named = ({ call, keys, page }: Walk): string => `${call} ${String(page(1, 0)['type'])} ${keys[1]}`;

const pageOf = async ({ call, keys, page }: Walk, size: number, offset: number): Promise<string[]> => {
  const found = await app.get<Record<string, Json[]>>(call, page(size, offset), keys[0]);
  return (found[keys[1]] ?? []).map(({ id }) => String(id));
};

/** Goes on to the first page that is short. @param seen what came so far */
const goOn = async (of: Walk, size: number, seen: readonly string[]): Promise<string[]> => {
  // Lists are cut to 500.
  const most = of.call.startsWith('search') ? size : Math.min(size, 500);
  const all = [...seen];
  for (;;) {
    const page = await pageOf(of, size, all.length);
    expect(page.length).toBeLessThanOrEqual(most);
    all.push(...page);
    if (page.length < most) return all;
  }
};

/** Puts more beside what is there, and waits until all of it is told. */
const takeInMore = async (): Promise<void> => {
  const counted = searches.map(async (of) => (await pageOf(of, 10_000, 0)).length);
  const before = await Promise.all(counted);
  await put(music, ['a', 'm5', 'z']);
  await scanToEnd(app);
  // What is told of a library that changes may be some seconds old.
  for (const [at, of] of searches.entries())
    await expect
      .poll(async () => (await pageOf(of, 10_000, 0)).length, { timeout: 60_000 })
      .toBeGreaterThan(before[at] ?? 0);
};

/** What is wrong with a walk: what came twice, and what did not come of what has to. */
const faultsOf = (seen: readonly string[], wanted: Iterable<string>): string[] => {
  const all = new Set(seen);
  return [
    ...seen.filter((id, at) => seen.indexOf(id) !== at).map((id) => `${id} came twice`),
    ...[...wanted].filter((id) => !all.has(id)).map((id) => `${id} never came`),
  ];
};

describe('a walk', () => {
  it('through every list and search is disjoint and complete, whatever the length of its pages', async () => {
    for (const of of [...searches, ...lists, ofGenre]) {
      const whole = await pageOf(of, 10_000, 0);
      expect([named(of), whole.length > 0, faultsOf(whole, [])]).toEqual([named(of), true, []]);
      for (const size of [1, 7, 500, 10_000]) {
        const seen = await goOn(of, size, []);
        expect([named(of), size, seen.length, faultsOf(seen, whole)]).toEqual([
          ...[named(of), size, whole.length, []],
        ]);
      }
    }
  });

  it('that a scan takes more in for meets nothing twice where it is through everything, and misses nothing in any list', async () => {
    const begun: { of: Walk; size: number; page: string[]; before: string[] }[] = [];
    for (const of of searches)
      for (const size of [1, 7]) {
        const page = await pageOf(of, size, 0);
        begun.push({ of, size, page, before: await pageOf(of, 10_000, 0) });
      }
    // Whole before, as the first page of a list at random begins another order.
    for (const of of [...lists, ofGenre]) {
      const before = await pageOf(of, 10_000, 0);
      begun.push({ of, size: 5, page: await pageOf(of, 5, 0), before });
    }
    await takeInMore();
    for (const { of, size, page, before } of begun) {
      const faults = faultsOf(await goOn(of, size, page), before);
      // Lists go by names and times: what comes before a page moves it.
      const counted = searches.includes(of) ? faults : faults.filter((fault) => fault.endsWith('never came'));
      expect([named(of), size, counted]).toEqual([named(of), size, []]);
    }
    for (const { of, size, page, before } of begun.filter((one) => searches.includes(one.of))) {
      const after = await pageOf(of, 10_000, 0);
      expect([named(of), size, after.slice(0, before.length)]).toEqual([named(of), size, before]);
      expect(faultsOf(await goOn(of, size, page), after)).toEqual([]);
    }
  });

  it('through artists and folders by an empty search meets those that their indexes have', async () => {
    for (const [call, key, search] of [
      ['getArtists', 'artists', 'search3'],
      ['getIndexes', 'indexes', 'search2'],
    ] as const) {
      const { index } = await app.get<{ index: { artist: Json[] }[] }>(call, {}, key);
      const told = index.flatMap(({ artist }) => artist.map(({ id }) => String(id)));
      const of = searches.find((one) => one.call === search && one.keys[1] === 'artist') as Walk;
      const seen = await goOn(of, 4, []);
      expect([call, seen.toSorted(), told.length > 10]).toEqual([call, told.toSorted(), true]);
    }
  });

  it('is told from one that is wrong', async () => {
    const ids = await pageOf(searches.at(-1) as Walk, 10_000, 0);
    expect(faultsOf([...ids, ids[0] ?? ''], ids)).toEqual([`${ids[0]} came twice`]);
    expect(faultsOf(ids.slice(1), ids)).toEqual([`${ids[0]} never came`]);
  });
});
