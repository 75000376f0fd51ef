import { mkdir, rename, rm } from 'node:fs/promises';
import type { Correction } from '@tonearm/contract';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { idBytesOf } from '../../library/model/public-id.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { createPlayCounts } from '../annotations/play-counts.ts';
import { createTestScanner, type TestScanner } from '../scan/tests/test-scan.ts';
import { type Corrections, createCorrections } from './corrections.ts';
import { becomeOf } from './merged-likes-store.ts';

let folder: TempFolder;
let scanner: TestScanner;
let corrections: Corrections;
let opened: (() => void)[];
let nowMs = 1000;

const reading = () => createEmbeddedReading({ raw: scanner.library });

const openCorrections = async (): Promise<Corrections> => {
  const state = openTestState(folder.join('data'));
  opened.push(() => state.close());
  return createCorrections({
    state,
    facts: reading().corrections,
    events: createEvents<AppEvents>((error) => {
      throw error;
    }),
    clock: { nowMs: () => nowMs },
  });
};

const openScanner = (): TestScanner => {
  const test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'M', realPath: folder.join('music') }];
  return test;
};

const settle = async (): Promise<void> => {
  scanner.corrections = corrections.rules();
  await scanner.settle();
};

const scan = async (): Promise<void> => {
  scanner.corrections = corrections.rules();
  await scanner.scan();
};

const make = async (change: Correction): Promise<number> => {
  nowMs += 1;
  const id = await corrections.make(change, 'anna');
  await settle();
  return id;
};

const undo = async (id: number): Promise<void> => {
  await corrections.undo(id);
  await settle();
};

const page = { offset: 0, limit: 100 };
const artists = async () => (await reading().music.artists(page)).entries;
const genres = async () => (await reading().music.genres({ ...page, order: 'name' })).entries;
const albums = async () => (await reading().music.albums({ ...page, order: 'title' })).entries;
const names = async (list: () => Promise<readonly { name: string }[]>) =>
  (await list()).map(({ name }) => name);
const shownAlbums = async () =>
  (await albums()).map(
    ({ title, artistText, year, kind, songCount }) =>
      `${title} | ${artistText} | ${year} | ${kind} | ${songCount}`,
  );
const artist = async (name: string): Promise<string> =>
  (await artists()).find((one) => one.name === name)?.id ?? `no ${name}`;
const album = async (title: string): Promise<string> =>
  (await albums()).find((one) => one.title === title)?.id ?? `no ${title}`;
const genre = async (name: string): Promise<string> =>
  (await genres()).find((one) => one.name === name)?.id ?? `no ${name}`;

/** All that lists show: what an undo has to bring back. */
const everything = async () => [
  await artists(),
  await genres(),
  await albums(),
  scanner.library.prepare('SELECT name, title, wire, as_read, public_id FROM songs ORDER BY name').all(),
  scanner.library
    .prepare(
      'SELECT virtual_path, album, artist, year, song_count, total_song_count FROM directories ORDER BY 1',
    )
    .all(),
];

beforeEach(async () => {
  folder = await tempFolder();
  opened = [];
  await library()
    .song('A/1.mp3', { title: 'One', artist: 'Beatels', album: 'Help', year: 1965, genre: 'Rock' })
    .song('A/2.mp3', { title: 'Two', artist: 'Beatels feat. Bo', album: 'Help', year: 1965, genre: 'Rok' })
    .song('B/3.mp3', { title: 'Three', artist: 'The Beatles', album: 'Help!', year: 1966, genre: 'Pop' })
    .song('C/4.mp3', { title: 'Four', artist: 'Anna + Bo', album: 'Duo', year: 2001, genre: 'Pop' })
    .writeTo(folder.join('music'));
  scanner = openScanner();
  await scanner.scan();
  corrections = await openCorrections();
});

afterEach(async () => {
  await scanner[Symbol.asyncDispose]();
  for (const close of opened) close();
  await folder[Symbol.asyncDispose]();
});

it('renames an artist, who stays the one that people starred, and takes it back', async () => {
  const before = await everything();
  const id = await artist('Beatels');
  const made = await make({ kind: 'rename_artist', artist: id, name: 'Fab Four', sort_name: 'Four, Fab' });
  expect(await artist('Fab Four')).toBe(id);
  expect(await names(artists)).toEqual(['Anna + Bo', 'The Beatles', 'Bo', 'Fab Four']);
  expect(await shownAlbums()).toContain('Help | Fab Four | 1965 | album | 2');
  expect(scanner.song('M/A/2.mp3')?.['artists']).toBe('["Fab Four feat. Bo"]');
  expect(corrections.all()).toMatchObject([
    { madeBy: 'anna', madeAtMs: nowMs, about: { subjects: ['Beatels'], result: 'Fab Four (Four, Fab)' } },
  ]);
  await undo(made);
  expect(await everything()).toEqual(before);
  await expect(corrections.undo(made)).rejects.toMatchObject({ code: 'correction_not_found' });
});

it('merges and splits artists', async () => {
  const before = await everything();
  const into = await artist('The Beatles');
  const merged = await make({ kind: 'merge_artists', artists: [await artist('Beatels')], into });
  const split = await make({
    kind: 'split_artist',
    artist: await artist('Anna + Bo'),
    names: ['Anna', 'Bo'],
  });
  expect((await artists()).map(({ name, songCount }) => [name, songCount])).toEqual([
    ['Anna', 1],
    ['The Beatles', 3],
    ['Bo', 2],
  ]);
  expect(await artist('The Beatles')).toBe(into);
  await undo(merged);
  await undo(split);
  expect(await everything()).toEqual(before);
});

/** What people made of artists or albums, as it is stored. */
const likes = (kind: 'artist' | 'album') => {
  const { raw, close } = openTestState(folder.join('data'));
  opened.push(close);
  raw.exec("INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'bo', '', 0, NULL, NULL, 0)");
  const star = raw.prepare('INSERT INTO stars VALUES (?, ?, ?, ?)');
  const rate = raw.prepare('INSERT INTO ratings VALUES (?, ?, ?, ?, ?)');
  const play = raw.prepare('INSERT INTO play_counts VALUES (?, ?, ?, ?, ?)');
  const of = (table: string, column: string, id: string) =>
    raw.prepare(`SELECT ${column} FROM ${table} WHERE item = ? ORDER BY user_id`).pluck().all(idBytesOf(id));
  return {
    star: (user: number, id: string, at: number) => star.run(user, idBytesOf(id), kind, at),
    rate: (user: number, id: string, rating: number, at: number) =>
      rate.run(user, idBytesOf(id), kind, rating, at),
    play: (user: number, id: string, plays: number, at: number) =>
      play.run(user, idBytesOf(id), kind, plays, at),
    of: (id: string) => ({
      stars: of('stars', 'user_id', id),
      ratings: of('ratings', 'rating', id),
      plays: of('play_counts', 'plays', id),
    }),
    /** Without when things were played last. */
    all: () => [
      raw.prepare('SELECT * FROM stars ORDER BY user_id, item').all(),
      raw.prepare('SELECT * FROM ratings ORDER BY user_id, item').all(),
      raw.prepare('SELECT user_id, item, kind, plays FROM play_counts ORDER BY user_id, item').all(),
    ],
  };
};

it.each(['artist', 'album'] as const)(
  'gives a merged %s what people made of both, and each theirs when it is taken back',
  async (kind) => {
    const isArtist = kind === 'artist';
    const [other, into] = isArtist
      ? [await artist('Beatels'), await artist('The Beatles')]
      : [await album('Help'), await album('Help!')];
    const made = likes(kind);
    made.star(1, other, 10);
    made.rate(1, other, 5, 20);
    made.rate(1, into, 2, 20);
    made.star(2, into, 10);
    made.rate(2, other, 4, 30);
    made.play(1, other, 3, 40);
    made.play(1, into, 2, 30);
    made.play(2, other, 7, 40);
    const before = made.all();
    const merged = await make(
      isArtist
        ? { kind: 'merge_artists', artists: [other], into }
        : { kind: 'join_albums', albums: [other], into },
    );
    expect(made.of(into)).toEqual({ stars: [1, 2], ratings: [2, 4], plays: [5, 7] });
    await undo(merged);
    expect(made.all()).toEqual(before);
  },
);

it('gives what was joined on to what that is joined with, in whatever order it is taken back', async () => {
  const [help, second, duo] = [await album('Help'), await album('Help!'), await album('Duo')];
  const made = likes('album');
  made.star(1, help, 10);
  made.play(1, help, 3, 40);
  made.play(1, second, 2, 40);
  const before = made.all();
  const first = await make({ kind: 'join_albums', albums: [help], into: second });
  const then = await make({ kind: 'join_albums', albums: [second], into: duo });
  expect(made.of(duo)).toEqual({ stars: [1], ratings: [], plays: [5] });
  await undo(first);
  expect(made.of(duo)).toEqual({ stars: [], ratings: [], plays: [2] });
  await undo(then);
  expect(made.all()).toEqual(before);
});

it('takes back no more plays than it gave where some are counted before the library knows of the merge', async () => {
  const [other, into] = [await album('Help'), await album('Help!')];
  const [merged, kept] = [await artist('Beatels'), await artist('The Beatles')];
  const made = likes('album');
  made.play(1, other, 3, 40);
  made.play(1, into, 2, 30);
  const state = openTestState(folder.join('data'));
  opened.push(() => state.close());
  const counts = createPlayCounts({
    state,
    reading: reading().music,
    isFilling: () => false,
    becomeOf,
    log: silentLog,
  });
  const listen = async (path: string, at: number): Promise<void> => {
    state.raw.prepare('INSERT INTO listens (user_id, path, played_at) VALUES (1, ?, ?)').run(path, at);
    await counts.catchUp();
  };
  const joined = await corrections.make({ kind: 'join_albums', albums: [other], into }, 'anna');
  const mergedOnes = await corrections.make({ kind: 'merge_artists', artists: [merged], into: kept }, 'anna');
  await listen('M/A/1.mp3', 100);
  expect(made.of(into).plays).toEqual([6]);
  expect([made.of(other).plays, made.of(kept).plays, made.of(merged).plays]).toEqual([[3], [1], []]);
  await settle();
  await listen('M/A/2.mp3', 200);
  expect(made.of(into).plays).toEqual([7]);
  await undo(mergedOnes);
  await undo(joined);
  expect([made.of(other).plays, made.of(into).plays]).toEqual([[3], [4]]);
});

it('renames, merges and splits genres', async () => {
  const before = await everything();
  const ids = [
    await make({ kind: 'merge_genres', genres: [await genre('Rok')], into: await genre('Rock') }),
    await make({ kind: 'rename_genre', genre: await genre('Rock'), name: 'Beat' }),
    await make({ kind: 'split_genre', genre: await genre('Pop'), names: ['Beat', 'Soft'] }),
  ];
  expect((await genres()).map(({ name, songCount }) => [name, songCount])).toEqual([
    ['Beat', 4],
    ['Soft', 2],
  ]);
  for (const id of ids.toReversed()) await undo(id);
  expect(await everything()).toEqual(before);
});

it('fixes an album, whose id stays, and joins and parts albums', async () => {
  const before = await everything();
  const help = await album('Help');
  const ids = [
    await make({
      kind: 'fix_album',
      album: help,
      title: 'Help Me',
      year: 1999,
      type: 'live',
      artists: ['Fab'],
    }),
  ];
  expect(await album('Help Me')).toBe(help);
  expect(await shownAlbums()).toContain('Help Me | Fab | 1999 | live | 2');
  ids.push(await make({ kind: 'join_albums', albums: [await album('Help!')], into: help }));
  expect(await shownAlbums()).toEqual([
    'Duo | Anna + Bo | 2001 | album | 1',
    'Help Me | Fab | 1999 | live | 3',
  ]);
  ids.push(await make({ kind: 'split_album', songs: ['M/A/1.mp3'], title: 'Alone' }));
  ids.push(await make({ kind: 'move_songs', songs: ['M/C/4.mp3'], album: await album('Alone') }));
  expect((await albums()).map(({ title, songCount }) => [title, songCount])).toEqual([
    ['Alone', 2],
    ['Help Me', 2],
  ]);
  for (const id of ids.toReversed()) await undo(id);
  expect(await everything()).toEqual(before);
});

it('chooses the cover of an album, the last choice first, through rescans, and takes it back', async () => {
  await library()
    .song('D/5.mp3', { title: 'Five', artist: 'Cy', album: 'Seen', embedded: true })
    .song('D/6.mp3', { title: 'Six', artist: 'Cy', album: 'Seen', embedded: true })
    .writeTo(folder.join('music'));
  await scan();
  const cover = async () => (await albums()).find(({ title }) => title === 'Seen')?.artwork;
  const before = await everything();
  const choose = async (song: string) =>
    make({ kind: 'choose_cover', album: await album('Seen'), song: `M/D/${song}.mp3` });
  const ids = [await choose('6')];
  expect(await cover()).toBe('M/D/6.mp3');
  ids.push(await choose('5'));
  expect(await cover()).toBe('M/D/5.mp3');
  await scan();
  expect(await cover()).toBe('M/D/5.mp3');
  await undo(ids.pop() ?? 0);
  expect(await cover()).toBe('M/D/6.mp3');
  await undo(ids.pop() ?? 0);
  expect(await everything()).toEqual(before);
});

it('keeps what it says through rescans, moves, new songs and a library made anew', async () => {
  await make({ kind: 'hide_songs', songs: ['M/B/3.mp3'] });
  await make({ kind: 'fix_song', song: 'M/C/4.mp3', title: 'Quatre' });
  await make({ kind: 'rename_artist', artist: await artist('Beatels'), name: 'Fab Four' });
  await make({ kind: 'fix_album', album: await album('Help'), title: 'Help Me' });
  const check = async (songCount: number) => {
    expect(await names(artists)).toEqual(['Anna + Bo', 'Bo', 'Fab Four']);
    expect((await albums()).map((one) => [one.title, one.songCount])).toEqual([
      ['Duo', 1],
      ['Help Me', songCount],
    ]);
  };
  await check(2);
  expect(scanner.songs()).toEqual(['M/A/1.mp3', 'M/A/2.mp3', 'M/C/4.mp3']);
  expect(scanner.directory('M')).toMatchObject({ total_song_count: 3 });
  await scan();
  expect(scanner.songs()).toHaveLength(3);
  await mkdir(folder.join('music/D'));
  await rename(folder.join('music/B/3.mp3'), folder.join('music/D/3.mp3'));
  await rename(folder.join('music/C/4.mp3'), folder.join('music/D/4.mp3'));
  await library()
    .song('A/5.mp3', { title: 'Five', artist: 'Beatels', album: 'Help', year: 1965 })
    .writeTo(folder.join('music'));
  await scan();
  await check(3);
  expect(scanner.songs()).toEqual(['M/A/1.mp3', 'M/A/2.mp3', 'M/A/5.mp3', 'M/D/4.mp3']);
  expect(scanner.song('M/D/4.mp3')).toMatchObject({ title: 'Quatre' });
  await scanner[Symbol.asyncDispose]();
  await rm(folder.join('data/library.db'));
  scanner = openScanner();
  await scan();
  await check(3);
  expect(scanner.songs()).toEqual(['M/A/1.mp3', 'M/A/2.mp3', 'M/A/5.mp3', 'M/D/4.mp3']);
});

it('is found by what it says', async () => {
  await make({ kind: 'fix_song', song: 'M/C/4.mp3', title: 'Quatre' });
  const { catalogue } = reading();
  const rows = await catalogue.titlesOf([Number(scanner.song('M/C/4.mp3')?.['id'])]);
  expect(rows).toMatchObject([{ title: 'Quatre' }]);
  expect(
    scanner.library.prepare("SELECT count(*) FROM search_words WHERE word = 'quatre'").pluck().get(),
  ).toBe(1);
});

it('is carried to another server, once', async () => {
  await make({ kind: 'hide_songs', songs: ['M/B/3.mp3'] });
  await make({ kind: 'merge_genres', genres: [await genre('Rok')], into: await genre('Rock') });
  const carried = await corrections.carry();
  expect(carried.map(({ paths }) => Object.values(paths))).toEqual([['M/B/3.mp3'], []]);
  expect(await corrections.take(carried)).toBe(0);
  const [first] = carried;
  if (first?.rule.kind !== 'hidden') throw new Error('the first hides a song');
  const [id = ''] = first.rule.songs;
  const strange = 'f'.repeat(32);
  const theirs = { ...first, rule: { ...first.rule, songs: [strange] }, paths: { [strange]: 'M/B/3.mp3' } };
  for (const { id: made } of corrections.all()) await undo(made);
  expect(await corrections.take([theirs])).toBe(1);
  expect(corrections.rules()).toEqual([{ kind: 'hidden', songs: [id] }]);
});

it('refuses what is not there, and what changes nothing', async () => {
  const one = await artist('Bo');
  const tried: [Correction, string][] = [
    [{ kind: 'rename_artist', artist: 'x', name: 'y' }, 'artist_not_found'],
    [{ kind: 'merge_artists', artists: [one], into: one }, 'invalid_correction'],
    [{ kind: 'split_artist', artist: one, names: ['only'] }, 'invalid_correction'],
    [{ kind: 'rename_genre', genre: 'x', name: 'y' }, 'genre_not_found'],
    [{ kind: 'fix_album', album: await album('Help') }, 'invalid_correction'],
    [{ kind: 'join_albums', albums: ['x'], into: await album('Help') }, 'album_not_found'],
    [{ kind: 'hide_songs', songs: ['M/none.mp3'] }, 'song_not_found'],
  ];
  for (const [change, code] of tried)
    await expect(corrections.make(change, 'a')).rejects.toMatchObject({ code });
  expect(corrections.all()).toEqual([]);
});
