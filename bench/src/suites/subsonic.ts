import type { CollectionStatus } from '@tonearm/contract';
import { type AppSession, signInApp } from '../app-session.ts';
import { freshFolder, type LibrarySize, libraryOf } from '../libraries.ts';
import { summarize } from '../percentiles.ts';
import { processorMs } from '../processor-time.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, rest, type ServedLibrary, serve } from '../served-library.ts';

/** As apps that keep the whole collection ask. */
const pageLength = 500;

/** A first round that is not counted, then so many. */
const rounds = 3;

/** Requests of what is asked by itself. */
const requests = 100;

/** Songs whose first bytes are waited for. */
const streamed = 300;

/** So many apps are open, each asking for both every so often, in milliseconds, for so long. */
const pollers = 100;
const pollEveryMs = 5_000;
const pollForMs = 20_000;

/** What they cost at first is not counted: code that was let go while nothing happened is compiled again. */
const pollFirstMs = 10_000;

/** Wrong sign-ins a minute. */
const wrongPerMinute = 10_000;
const wrongForMs = 15_000;
const rightEveryMs = 50;

interface Named {
  readonly id: string;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a walk came by. */
interface Walk {
  readonly ids: readonly string[];
  readonly pageMs: readonly number[];
}

const walk = async (
  page: (offset: number) => Promise<{ ids: readonly string[]; ms: number }>,
): Promise<Walk> => {
  const ids: string[] = [];
  const pageMs: number[] = [];
  for (;;) {
    const { ids: found, ms } = await page(ids.length);
    ids.push(...found);
    pageMs.push(ms);
    if (found.length < pageLength) return { ids, pageMs };
  }
};

/** Entries that came twice, and how many of all that there are did not come. */
const faultsOf = (name: string, ids: readonly string[], total: number): Figure[] => {
  const once = new Set(ids);
  return [
    { name: `${name}.doubled`, value: ids.length - once.size, unit: 'count' },
    { name: `${name}.missing`, value: total - once.size, unit: 'count', note: `of ${total}` },
  ];
};

const p95Of = (name: string, samples: readonly number[], note = ''): Figure => {
  const { p50, p95, count } = summarize(samples);
  const told = `p50 ${p50.toFixed(2)} ms, ${count} requests${note}`;
  return { name: `${name}.p95`, value: p95, unit: 'ms', note: told };
};

/** Walks in rounds. @returns pages of all but the first round, and what is told of the processor and of the first */
const inRounds = async (served: ServedLibrary, once: () => Promise<Walk>) => {
  const first = summarize((await once()).pageMs);
  const before = processorMs(served.product.pid);
  const walks: Walk[] = [];
  for (let round = 0; round < rounds; round += 1) walks.push(await once());
  const pageMs = walks.flatMap((each) => each.pageMs);
  const cpu = (processorMs(served.product.pid) - before) / pageMs.length;
  const told = `p50 ${first.p50.toFixed(2)} and p95 ${first.p95.toFixed(2)} ms when it was walked first`;
  return { ids: walks[0]?.ids ?? [], pageMs, note: `, processor ${cpu.toFixed(2)} ms each; ${told}` };
};

const songsFrom = (offset: number) => ({
  query: '',
  artistCount: 0,
  albumCount: 0,
  songCount: pageLength,
  songOffset: offset,
});

const walkSongs = async (served: ServedLibrary, app: AppSession, total: number): Promise<Figure[]> => {
  const { ids, pageMs, note } = await inRounds(served, () =>
    walk(async (offset) => {
      const { body, totalMs } = await app.ask('search3', songsFrom(offset));
      const { song } = body['searchResult3'] as { song: readonly Named[] };
      return { ids: song.map(({ id }) => id), ms: totalMs };
    }),
  );
  return [p95Of('search3.page', pageMs, note), ...faultsOf('search3.songs', ids, total)];
};

/** The same walk by an app that reads XML. */
const walkSongsInXml = async (served: ServedLibrary, app: AppSession, total: number): Promise<Figure[]> => {
  const { ids, pageMs, note } = await inRounds(served, () =>
    walk(async (offset) => {
      const { xml, totalMs } = await app.askXml('search3', songsFrom(offset));
      return { ids: Array.from(xml.matchAll(/<song[^>]* id="([^"]+)"/g), ([, id]) => id ?? ''), ms: totalMs };
    }),
  );
  return [p95Of('search3.xml.page', pageMs, note), ...faultsOf('search3.xml.songs', ids, total)];
};

const walkAlbums = async (served: ServedLibrary, app: AppSession, total: number): Promise<Figure[]> => {
  const { ids, pageMs, note } = await inRounds(served, () =>
    walk(async (offset) => {
      const parameters = { type: 'alphabeticalByName', size: pageLength, offset };
      const { body, totalMs } = await app.ask('getAlbumList2', parameters);
      const { album } = body['albumList2'] as { album: readonly Named[] };
      return { ids: album.map(({ id }) => id), ms: totalMs };
    }),
  );
  const songs: string[] = [];
  const albumMs: number[] = [];
  for (const id of ids) {
    const { body, totalMs } = await app.ask('getAlbum', { id });
    songs.push(...(body['album'] as { song: readonly Named[] }).song.map((song) => song.id));
    albumMs.push(totalMs);
  }
  const doubled = {
    name: 'getAlbumList2.doubled',
    value: ids.length - new Set(ids).size,
    unit: 'count',
  } as const;
  return [
    p95Of('getAlbumList2.page', pageMs, note),
    doubled,
    p95Of('getAlbum', albumMs),
    ...faultsOf('getAlbum.songs', songs, total),
  ];
};

const askAgain = async (served: ServedLibrary, app: AppSession, name: string): Promise<Figure> => {
  for (let warm = 0; warm < 5; warm += 1) await app.ask(name);
  const samples: number[] = [];
  const before = processorMs(served.product.pid);
  for (let round = 0; round < requests; round += 1) samples.push((await app.ask(name)).totalMs);
  const cpu = (processorMs(served.product.pid) - before) / requests;
  return p95Of(name, samples, `, processor ${cpu.toFixed(2)} ms each`);
};

const streamSongs = async (app: AppSession): Promise<Figure> => {
  const { body } = await app.ask('getRandomSongs', { size: streamed });
  const { song } = body['randomSongs'] as { song: readonly Named[] };
  const samples: number[] = [];
  for (const [index, { id }] of song.entries()) {
    const { firstByteMs } = await app.fetch('stream', { id });
    if (index >= 20) samples.push(firstByteMs);
  }
  return p95Of('stream.firstByte', samples);
};

/** The share of a processor that the product takes while nobody asks for anything. */
const shareAlone = async ({ product }: ServedLibrary): Promise<number> => {
  const before = processorMs(product.pid);
  const begunMs = performance.now();
  await sleep(pollForMs);
  return (processorMs(product.pid) - before) / (performance.now() - begunMs);
};

/** The share of a processor that answers apps which look again and again, beside what the product does by itself. */
const pollAll = async (served: ServedLibrary, app: AppSession): Promise<Figure> => {
  const alone = await shareAlone(served);
  const until = performance.now() + pollFirstMs + pollForMs;
  let asked = 0;
  const polled = Promise.all(
    Array.from({ length: pollers }, async (_, at) => {
      await sleep((at * pollEveryMs) / pollers);
      while (performance.now() < until) {
        await app.ask('getNowPlaying');
        await app.ask('getScanStatus');
        asked += 2;
        await sleep(pollEveryMs);
      }
    }),
  );
  await sleep(pollFirstMs);
  const askedFirst = asked;
  const before = processorMs(served.product.pid);
  const begunMs = performance.now();
  await polled;
  const lastedMs = performance.now() - begunMs;
  const share = (processorMs(served.product.pid) - before) / lastedMs;
  const eachUs = (((share - alone) * lastedMs) / (asked - askedFirst)) * 1000;
  return {
    name: 'polling.core',
    value: share - alone,
    unit: 'ratio',
    note: `${pollers} apps, both every ${pollEveryMs / 1000} s; ${eachUs.toFixed(0)} µs of processor each; ${share.toFixed(4)} less ${alone.toFixed(4)} with nobody asking right before`,
  };
};

const rightOnes = async (app: AppSession): Promise<number[]> => {
  const samples: number[] = [];
  for (const until = performance.now() + wrongForMs; performance.now() < until; ) {
    samples.push((await app.ask('ping')).totalMs);
    await sleep(rightEveryMs);
  }
  return samples;
};

/** What wrong passwords of others cost those who have the right one. */
const underWrongOnes = async (app: AppSession): Promise<Figure> => {
  const alone = summarize(await rightOnes(app));
  let sent = 0;
  const begunMs = performance.now();
  const running = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const due = ((performance.now() - begunMs) / 60_000) * wrongPerMinute;
    for (; sent < due; sent += 1) {
      const one = app.askWrong().finally(() => running.delete(one));
      running.add(one);
    }
  }, 10);
  const beside = summarize(await rightOnes(app));
  clearInterval(timer);
  await Promise.all(running);
  return {
    name: 'wrongSignIns.toAlone',
    value: beside.p95 / alone.p95,
    unit: 'ratio',
    note: `p95 ${beside.p95.toFixed(2)} ms to ${alone.p95.toFixed(2)} ms, p50 ${beside.p50.toFixed(2)} to ${alone.p50.toFixed(2)}; ${sent} wrong ones`,
  };
};

/** What apps that speak Subsonic wait for, with one library. */
export const subsonicSuite = async (size: LibrarySize, longestRestMs: number): Promise<Figure[]> => {
  const { musicFolder } = libraryOf(size);
  await using served = await serve(freshFolder('data-subsonic'));
  await measureColdScan(served, musicFolder);
  await rest(served, longestRestMs);
  const { song_count: total } = await served.client.json<CollectionStatus>('collection_status');
  using app = await signInApp(served);
  return [
    ...(await walkSongs(served, app, total)),
    ...(await walkSongsInXml(served, app, total)),
    ...(await walkAlbums(served, app, total)),
    await askAgain(served, app, 'getIndexes'),
    await askAgain(served, app, 'getArtists'),
    await streamSongs(app),
    await pollAll(served, app),
    await underWrongOnes(app),
  ];
};
