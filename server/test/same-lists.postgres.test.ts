import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeLibrary } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Call, type Pair, startPair } from './both-databases.ts';

/*
 * A generated library, and what is asked of it drawn from its own words: the same over SQLite and over PostgreSQL, byte
 * for byte, with totals and order.
 */

const songCount = 1_500;
const queryCount = 2_000;
const pageCount = 500;

let pair: Pair;
let songs: readonly Listed[];

interface Listed {
  readonly path: string;
  readonly title: string | null;
  readonly album: string | null;
  readonly artists: readonly string[] | null;
  readonly genres?: readonly string[];
}

const json = <Value>({ body }: Answer): Value => JSON.parse(body.toString()) as Value;
const part = (text: string): string => encodeURIComponent(text);
const toBoth = (method: 'PUT' | 'POST', path: string, body?: unknown): Promise<unknown> =>
  pair.both({ method, path: `api/${path}`, ...(body === undefined ? {} : { body }) });

/** Every so many-th song is rated, starred, played: queries ask for it. */
const annotate = async (paths: readonly string[]): Promise<void> => {
  for (let rating = 1; rating <= 5; rating += 1) {
    const rated = paths.filter((_, at) => at % 9 === rating);
    await toBoth('PUT', 'annotations/rating', { songs: rated, rating });
  }
  await toBoth('PUT', 'annotations/star', { songs: paths.filter((_, at) => at % 7 === 2), is_starred: true });
  for (const [at, path] of paths.filter((_, each) => each % 31 === 4).entries()) {
    pair.tick();
    await toBoth('POST', `lastfm/scrobble/${part(path)}?started_at=${1_700_000_000 + 400 * at}`);
  }
};

/** Colours of covers are found by each process when it has nothing else to do: without covers nothing changes meanwhile. */
const makeMusic = (folder: string): void => {
  const out = join(folder, '..', 'made');
  makeLibrary({ out, songs: songCount, light: 'files' });
  renameSync(join(out, 'music'), folder);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(jpe?g|png|gif|webp|bmp)$/i.test(file)) rmSync(join(folder, file));
};

beforeAll(async () => {
  pair = await startPair(makeMusic);
  const [answer] = await pair.both({ path: 'api/flatten' });
  songs = json<Listed[]>(answer);
  await annotate(songs.map(({ path }) => path));
});
afterAll(() => pair[Symbol.asyncDispose]());

const textOf = ({ body }: Answer): string => body.toString().replace(/"request_id":"[^"]*"/, '');

const expectSame = (call: Call, [one, two]: readonly [Answer, Answer]): void => {
  const what = `${call.path} ${call.headers?.['accept-version'] ?? ''}`;
  expect([two.status, two.headers], what).toEqual([one.status, one.headers]);
  // A refusal names the request, which is another one.
  if (one.status >= 400) expect(textOf(two), what).toBe(textOf(one));
  else if (!two.body.equals(one.body)) expect(two.body.toString(), what).toBe(one.body.toString());
};

const version8 = { headers: { 'accept-version': '8' } };

/** Words, parts of words, several of them, and what no song has; of the titles, people and paths that there are. */
const plainQueries = (count: number): string[] => {
  const words = songs
    .flatMap(({ title, album, artists, path }) => [title ?? '', album ?? '', ...(artists ?? []), path])
    .flatMap((text) => text.split(/[\s/]+/))
    .filter((word) => word !== '');
  return Array.from({ length: count }, (_, number) => {
    const word = words[(number * 31) % words.length] ?? 'a';
    const other = words[(number * 17 + 5) % words.length] ?? 'b';
    const letters = [...word];
    const kinds = [
      ...[word, `${word} ${other}`, letters.slice(0, 2).join(''), letters.slice(1).join(''), `${word}x`],
      ...[letters.at(-1) ?? '', word.toUpperCase(), `${other} ${word} ${letters[0]}`],
    ];
    return kinds[number % kinds.length] ?? word;
  });
};

/** In the language of queries. */
const toldQueries = (count: number): string[] => {
  const artists = [...new Set(songs.flatMap((song) => song.artists ?? []))];
  return Array.from({ length: count }, (_, number) => {
    const artist = (artists[(number * 13) % artists.length] ?? 'x').replaceAll('"', '');
    const kinds = [
      ...[`rating >= ${number % 6}`, 'starred', 'plays > 0', `year > ${1960 + (number % 60)}`],
      ...[`artist = "${artist}"`, `artist % "${artist.slice(0, 3)}"`, `-starred && rating = ${number % 6}`],
      ...[
        `track = ${number % 20}`,
        `(rating >= 4 || starred) && year < ${1970 + (number % 50)}`,
        'rating >= (',
      ],
    ];
    return kinds[number % kinds.length] ?? 'starred';
  });
};

const pageOf = (number: number): string => `offset=${(number % 5) * 3}&limit=${1 + (number % 60)}`;

const queryCalls = (): Call[] => [
  ...plainQueries(queryCount / 2).map((query, number) => ({
    path: `api/search/${part(query)}?${pageOf(number)}`,
    ...(number % 3 === 0 ? version8 : {}),
  })),
  ...toldQueries(queryCount / 2).map((query, number) =>
    number % 2 === 0
      ? { path: `api/find_songs?query=${part(query)}&${pageOf(number)}` }
      : { path: `api/search/${part(query)}?${pageOf(number)}`, ...version8 },
  ),
];

const foldersThere = (): string[] => {
  const folders = new Set<string>(['']);
  for (const { path } of songs)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return [...folders];
};

const pageCalls = (): Call[] => {
  const folders = foldersThere();
  return Array.from({ length: pageCount }, (_, number) => {
    const folder = folders[(number * 7) % folders.length] ?? '';
    const below = folder === '' ? '' : `/${part(folder)}`;
    const page = pageOf(number);
    const kinds: Call[] = [
      { path: `api/browse${below}?${page}` },
      { path: `api/flatten${below}?${page}` },
      { path: `api/recent?${page}` },
      { path: `api/browse${below}`, ...version8 },
      { path: `api/flatten${below}`, ...version8 },
      { path: `api/albums/random?seed=${number}&${page}` },
      {
        path: `api/music/albums?order=${['title', 'rating', 'plays', 'starred', 'random&seed=3'][number % 5]}&${page}`,
      },
      { path: `api/music/artists?${page}` },
      { path: `api/favourites/songs?${page}` },
      { path: `api/folder_faces${below}?${page}` },
    ];
    return kinds[number % kinds.length] as Call;
  });
};

const askAll = async (calls: readonly Call[]) => {
  let answered = 0;
  let bytes = 0;
  for (const call of calls) {
    const answers = await pair.both(call);
    expectSame(call, answers);
    if (answers[0].status === 200 && answers[0].body.length > 2) answered += 1;
    bytes += answers[0].body.length;
  }
  return { answered, bytes };
};

it(`gives the same bytes to ${queryCount} queries`, async () => {
  const { answered, bytes } = await askAll(queryCalls());
  // They say something.
  expect(answered).toBeGreaterThan(queryCount * 0.6);
  expect(bytes).toBeGreaterThan(2_000_000);
});

it(`gives the same bytes to ${pageCount} pages of lists`, async () => {
  const { answered, bytes } = await askAll(pageCalls());
  expect(answered).toBeGreaterThan(pageCount * 0.8);
  expect(bytes).toBeGreaterThan(1_000_000);
});
