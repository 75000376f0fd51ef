import { mkdir, rename, rm } from 'node:fs/promises';
import type { Correction } from '@tonearm/contract';
import { library } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestCorrections, type TestCorrections } from './test-corrections.ts';

let test: TestCorrections;
beforeEach(async () => {
  test = await openTestCorrections();
});
afterEach(() => test[Symbol.asyncDispose]());

const names = async (list: () => Promise<readonly { name: string }[]>) =>
  (await list()).map(({ name }) => name);

it('renames an artist, who stays the one that people starred, and takes it back', async () => {
  const before = await test.everything();
  const id = await test.artist('Beatels');
  const made = await test.make({
    kind: 'rename_artist',
    artist: id,
    name: 'Fab Four',
    sort_name: 'Four, Fab',
  });
  expect(await test.artist('Fab Four')).toBe(id);
  expect(await names(test.artists)).toEqual(['Anna + Bo', 'The Beatles', 'Bo', 'Fab Four']);
  expect(await test.shownAlbums()).toContain('Help | Fab Four | 1965 | album | 2');
  expect(test.scanner().song('M/A/2.mp3')?.['artists']).toBe('["Fab Four feat. Bo"]');
  expect(test.corrections.all()).toMatchObject([
    {
      madeBy: 'anna',
      madeAtMs: test.nowMs(),
      about: { subjects: ['Beatels'], result: 'Fab Four (Four, Fab)' },
    },
  ]);
  await test.undo(made);
  expect(await test.everything()).toEqual(before);
  await expect(test.corrections.undo(made)).rejects.toMatchObject({ code: 'correction_not_found' });
});

it('merges and splits artists', async () => {
  const before = await test.everything();
  const into = await test.artist('The Beatles');
  const merged = await test.make({ kind: 'merge_artists', artists: [await test.artist('Beatels')], into });
  const split = await test.make({
    kind: 'split_artist',
    artist: await test.artist('Anna + Bo'),
    names: ['Anna', 'Bo'],
  });
  expect((await test.artists()).map(({ name, songCount }) => [name, songCount])).toEqual([
    ['Anna', 1],
    ['The Beatles', 3],
    ['Bo', 2],
  ]);
  expect(await test.artist('The Beatles')).toBe(into);
  await test.undo(merged);
  await test.undo(split);
  expect(await test.everything()).toEqual(before);
});

it('renames, merges and splits genres', async () => {
  const before = await test.everything();
  const ids = [
    await test.make({
      kind: 'merge_genres',
      genres: [await test.genre('Rok')],
      into: await test.genre('Rock'),
    }),
    await test.make({ kind: 'rename_genre', genre: await test.genre('Rock'), name: 'Beat' }),
    await test.make({ kind: 'split_genre', genre: await test.genre('Pop'), names: ['Beat', 'Soft'] }),
  ];
  expect((await test.genres()).map(({ name, songCount }) => [name, songCount])).toEqual([
    ['Beat', 4],
    ['Soft', 2],
  ]);
  for (const id of ids.toReversed()) await test.undo(id);
  expect(await test.everything()).toEqual(before);
});

it('fixes an album, whose id stays, and joins and parts albums', async () => {
  const before = await test.everything();
  const help = await test.album('Help');
  const ids = [
    await test.make({
      kind: 'fix_album',
      album: help,
      title: 'Help Me',
      year: 1999,
      type: 'live',
      artists: ['Fab'],
    }),
  ];
  expect(await test.album('Help Me')).toBe(help);
  expect(await test.shownAlbums()).toContain('Help Me | Fab | 1999 | live | 2');
  ids.push(await test.make({ kind: 'join_albums', albums: [await test.album('Help!')], into: help }));
  expect(await test.shownAlbums()).toEqual([
    'Duo | Anna + Bo | 2001 | album | 1',
    'Help Me | Fab | 1999 | live | 3',
  ]);
  ids.push(await test.make({ kind: 'split_album', songs: ['M/A/1.mp3'], title: 'Alone' }));
  ids.push(await test.make({ kind: 'move_songs', songs: ['M/C/4.mp3'], album: await test.album('Alone') }));
  expect((await test.albums()).map(({ title, songCount }) => [title, songCount])).toEqual([
    ['Alone', 2],
    ['Help Me', 2],
  ]);
  for (const id of ids.toReversed()) await test.undo(id);
  expect(await test.everything()).toEqual(before);
});

it('chooses the cover of an album, the last choice first, through rescans, and takes it back', async () => {
  await library()
    .song('D/5.mp3', { title: 'Five', artist: 'Cy', album: 'Seen', embedded: true })
    .song('D/6.mp3', { title: 'Six', artist: 'Cy', album: 'Seen', embedded: true })
    .writeTo(test.folder.join('music'));
  await test.scan();
  const cover = async () => (await test.albums()).find(({ title }) => title === 'Seen')?.artwork;
  const before = await test.everything();
  const choose = async (song: string) =>
    test.make({ kind: 'choose_cover', album: await test.album('Seen'), song: `M/D/${song}.mp3` });
  const ids = [await choose('6')];
  expect(await cover()).toBe('M/D/6.mp3');
  ids.push(await choose('5'));
  expect(await cover()).toBe('M/D/5.mp3');
  await test.scan();
  expect(await cover()).toBe('M/D/5.mp3');
  await test.undo(ids.pop() ?? 0);
  expect(await cover()).toBe('M/D/6.mp3');
  await test.undo(ids.pop() ?? 0);
  expect(await test.everything()).toEqual(before);
});

it('keeps what it says through rescans, moves, new songs and a library made anew', async () => {
  await test.make({ kind: 'hide_songs', songs: ['M/B/3.mp3'] });
  await test.make({ kind: 'fix_song', song: 'M/C/4.mp3', title: 'Quatre' });
  await test.make({ kind: 'rename_artist', artist: await test.artist('Beatels'), name: 'Fab Four' });
  await test.make({ kind: 'fix_album', album: await test.album('Help'), title: 'Help Me' });
  const check = async (songCount: number) => {
    expect(await names(test.artists)).toEqual(['Anna + Bo', 'Bo', 'Fab Four']);
    expect((await test.albums()).map((one) => [one.title, one.songCount])).toEqual([
      ['Duo', 1],
      ['Help Me', songCount],
    ]);
  };
  await check(2);
  expect(test.scanner().songs()).toEqual(['M/A/1.mp3', 'M/A/2.mp3', 'M/C/4.mp3']);
  expect(test.scanner().directory('M')).toMatchObject({ total_song_count: 3 });
  await test.scan();
  expect(test.scanner().songs()).toHaveLength(3);
  await mkdir(test.folder.join('music/D'));
  await rename(test.folder.join('music/B/3.mp3'), test.folder.join('music/D/3.mp3'));
  await rename(test.folder.join('music/C/4.mp3'), test.folder.join('music/D/4.mp3'));
  await library()
    .song('A/5.mp3', { title: 'Five', artist: 'Beatels', album: 'Help', year: 1965 })
    .writeTo(test.folder.join('music'));
  await test.scan();
  await check(3);
  expect(test.scanner().songs()).toEqual(['M/A/1.mp3', 'M/A/2.mp3', 'M/A/5.mp3', 'M/D/4.mp3']);
  expect(test.scanner().song('M/D/4.mp3')).toMatchObject({ title: 'Quatre' });
  await test.scanner()[Symbol.asyncDispose]();
  await rm(test.folder.join('data/library.db'));
  test.openScanner();
  await test.scan();
  await check(3);
  expect(test.scanner().songs()).toEqual(['M/A/1.mp3', 'M/A/2.mp3', 'M/A/5.mp3', 'M/D/4.mp3']);
});

it('holds for what folders of a library that is made anew show', async () => {
  await test.make({
    kind: 'rename_artist',
    artist: await test.artist('The Beatles'),
    name: 'Fab Four',
    sort_name: 'Four, Fab',
  });
  const shown = { album: 'Help!', artist: 'Fab Four', year: 1966 };
  expect(test.scanner().directory('M/B')).toMatchObject(shown);
  await test.scanner()[Symbol.asyncDispose]();
  await rm(test.folder.join('data/library.db'));
  test.openScanner();
  await test.scan();
  expect(test.scanner().directory('M/B')).toMatchObject(shown);
});

it('is found by what it says', async () => {
  await test.make({ kind: 'fix_song', song: 'M/C/4.mp3', title: 'Quatre' });
  const { catalogue } = test.reading();
  const rows = await catalogue.titlesOf([Number(test.scanner().song('M/C/4.mp3')?.['id'])]);
  expect(rows).toMatchObject([{ title: 'Quatre' }]);
  expect(
    test.scanner().library.prepare("SELECT count(*) FROM search_words WHERE word = 'quatre'").pluck().get(),
  ).toBe(1);
});

it('is carried to another server, once', async () => {
  await test.make({ kind: 'hide_songs', songs: ['M/B/3.mp3'] });
  await test.make({
    kind: 'merge_genres',
    genres: [await test.genre('Rok')],
    into: await test.genre('Rock'),
  });
  const carried = await test.corrections.carry();
  expect(carried.map(({ paths }) => Object.values(paths))).toEqual([['M/B/3.mp3'], []]);
  expect(await test.corrections.take(carried)).toBe(0);
  const [first] = carried;
  if (first?.rule.kind !== 'hidden') throw new Error('the first hides a song');
  const [id = ''] = first.rule.songs;
  const strange = 'f'.repeat(32);
  const theirs = { ...first, rule: { ...first.rule, songs: [strange] }, paths: { [strange]: 'M/B/3.mp3' } };
  for (const { id: made } of test.corrections.all()) await test.undo(made);
  expect(await test.corrections.take([theirs])).toBe(1);
  expect(test.corrections.rules()).toEqual([{ kind: 'hidden', songs: [id] }]);
});

it('refuses what is not there, and what changes nothing', async () => {
  const one = await test.artist('Bo');
  const tried: [Correction, string][] = [
    [{ kind: 'rename_artist', artist: 'x', name: 'y' }, 'artist_not_found'],
    [{ kind: 'merge_artists', artists: [one], into: one }, 'invalid_correction'],
    [{ kind: 'split_artist', artist: one, names: ['only'] }, 'invalid_correction'],
    [{ kind: 'rename_genre', genre: 'x', name: 'y' }, 'genre_not_found'],
    [{ kind: 'fix_album', album: await test.album('Help') }, 'invalid_correction'],
    [{ kind: 'join_albums', albums: ['x'], into: await test.album('Help') }, 'album_not_found'],
    [{ kind: 'hide_songs', songs: ['M/none.mp3'] }, 'song_not_found'],
  ];
  for (const [change, code] of tried)
    await expect(test.corrections.make(change, 'a')).rejects.toMatchObject({ code });
  expect(test.corrections.all()).toEqual([]);
});
