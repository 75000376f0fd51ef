import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createEmbeddedReading } from '../../../library/read/embedded-reading.ts';
import { modelOf } from './test-model-check.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

const scanned = async (folder: TempFolder, music: ReturnType<typeof library>) => {
  await music.writeTo(folder.join('music'));
  const test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  return test;
};

const all = { offset: 0, limit: 100 };

describe('what tags say', () => {
  it('comes to albums, artists and genres, with their songs', async () => {
    await using folder = await tempFolder();
    const music = library()
      .album('Picnic', 2, { artist: 'Anna', genre: 'Jazz', year: 2001 })
      .album('Lunch', 1, { artist: 'The Bo', genre: 'Rock', year: 1999 })
      .song('loose.mp3', { title: 'Alone', artist: 'Anna feat. Cy' });
    await using test = await scanned(folder, music);
    const { music: reading } = createEmbeddedReading({ raw: test.library });
    const albums = await reading.albums({ order: 'title', ...all });
    expect(
      albums.entries.map(({ title, artists, songCount, year }) => [title, artists[0]?.name, songCount, year]),
    ).toEqual([
      ['Lunch', 'The Bo', 1, 1999],
      ['Picnic', 'Anna', 2, 2001],
    ]);
    const artists = await reading.artists(all);
    expect(
      artists.entries.map(({ name, letter, songCount, albumCount }) => [name, letter, songCount, albumCount]),
    ).toEqual([
      ['Anna', 'A', 3, 1],
      ['The Bo', 'B', 1, 1],
      ['Cy', 'C', 1, 0],
    ]);
    const genres = await reading.genres({ order: 'songs', ...all });
    expect(genres.entries.map(({ name, songCount, albumCount }) => [name, songCount, albumCount])).toEqual([
      ['Jazz', 2, 1],
      ['Rock', 1, 1],
    ]);
    const picnic = await reading.album(albums.entries[1]?.id ?? '');
    expect(picnic?.songs.map(({ trackNumber }) => trackNumber)).toEqual([1, 2]);
    const [first] = picnic?.songs ?? [];
    expect(first?.id).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(await reading.songsById([first?.id ?? '', 'nothing'])).toEqual([first, null]);
    expect(await reading.songsByPath([first?.path ?? ''])).toEqual([first]);
  });

  it('makes a compilation of what is by Various Artists, where no type is told', async () => {
    await using folder = await tempFolder();
    const music = library()
      .song('a/1.flac', { title: 'A', artist: 'Anna', albumArtist: 'Various Artists', album: 'Mix' })
      .song('b/1.flac', { title: 'B', artist: 'Bo', albumArtist: 'Bo', album: 'Own' });
    await using test = await scanned(folder, music);
    const { music: reading } = createEmbeddedReading({ raw: test.library });
    const { entries } = await reading.albums({ order: 'title', ...all });
    expect(entries.map(({ title, kind }) => [title, kind])).toEqual([
      ['Mix', 'compilation'],
      ['Own', 'album'],
    ]);
  });

  it('has the length of the sound of MP3, and not of the frames around it', async () => {
    await using folder = await tempFolder();
    const music = library().song('a.mp3', { title: 'A', sample: 'mp3-vbr' });
    await using test = await scanned(folder, music);
    const { sound } = createEmbeddedReading({ raw: test.library });
    const [song] = await sound.find(['Music/a.mp3']);
    expect(song?.durationMs).toBe(2000);
  });

  it('makes the same albums of a source that got its name later', async () => {
    await using folder = await tempFolder();
    const music = library()
      .song('a/1.flac', { album: 'Twice', artist: 'Anna', pitchHz: 300 })
      .song('b/1.flac', { album: 'Twice', artist: 'Anna', pitchHz: 400 });
    await using test = await scanned(folder, music);
    test.sources = [{ name: 'Tunes', realPath: folder.join('music') }];
    await test.scan();
    await using anew = createTestScanner(folder.join('other data'));
    anew.sources = test.sources;
    await anew.scan();
    const idsIn = ({ library: raw }: TestScanner) =>
      raw.prepare('SELECT hex(public_id) FROM albums ORDER BY 1').pluck().all();
    expect(idsIn(test)).toHaveLength(2);
    expect(idsIn(test)).toEqual(idsIn(anew));
  });
});

it('an album in two folders has the same cover whichever of them came first', async () => {
  const part = (disc: string) =>
    library().song(`Box/${disc}/1.flac`, { title: disc, artist: 'Anna', album: 'Box', track: 1 });
  const coverOf = async (...discs: readonly string[]) => {
    await using folder = await tempFolder();
    await using test = await scanned(folder, library().song('other.flac', { album: 'Other' }));
    for (const disc of discs) {
      await part(disc).writeTo(folder.join('music'));
      await test.scan();
    }
    return modelOf(test.library)
      .albums.filter((album) => album['title'] === 'Box')
      .map((album) => album['cover']);
  };
  expect(await coverOf('CD1', 'CD2')).toEqual(['Music/Box/CD1/1.flac']);
  expect(await coverOf('CD2', 'CD1')).toEqual(['Music/Box/CD1/1.flac']);
});

describe('rules that change', () => {
  it('apply to what is stored, also to artists without an album, and read no file', async () => {
    await using folder = await tempFolder();
    const music = library()
      .song('a.mp3', { title: 'A', artist: 'The Bo feat. Cy', album: 'The End', genre: 'Rock/Pop' })
      .song('loose.mp3', { title: 'Alone', artist: 'Der Dan + Eve' });
    await using test = await scanned(folder, music);
    const { music: reading } = createEmbeddedReading({ raw: test.library });
    const shown = async () => ({
      artists: (await reading.artists(all)).entries.map(({ name, letter }) => `${letter} ${name}`),
      genres: (await reading.genres({ order: 'name', ...all })).entries.map(({ name }) => name),
      letters: await reading.albumLetters('title'),
    });
    expect(await shown()).toEqual({
      artists: ['B The Bo', 'C Cy', 'D Der Dan + Eve'],
      genres: ['Pop', 'Rock'],
      letters: [{ letter: 'E', offset: 0 }],
    });
    test.model = {
      splitting: { people: [' + '], genres: [';'], never: [] },
      articles: '',
    };
    await test.settle();
    expect(test.scanner.status().files_read).toBe(0);
    expect(await shown()).toEqual({
      artists: ['D Der Dan', 'E Eve', 'T The Bo feat. Cy'],
      genres: ['Rock/Pop'],
      letters: [{ letter: 'T', offset: 0 }],
    });
    test.model = { ...test.model, articles: 'Der' };
    await test.settle();
    expect((await shown()).artists).toEqual(['D Der Dan', 'E Eve', 'T The Bo feat. Cy']);
    test.model = { ...test.model, articles: 'The' };
    await test.settle();
    expect((await shown()).artists).toEqual(['B The Bo feat. Cy', 'D Der Dan', 'E Eve']);
  });
});

describe('ids of songs', () => {
  const idsOf = (test: TestScanner): Record<string, string> =>
    Object.fromEntries(
      test
        .songs()
        .map((path) => [path, Buffer.from(test.song(path)?.['public_id'] as Buffer).toString('hex')]),
    );

  /** Those in a library that is made anew over the same state; ends the scanner that there was. */
  const idsMadeAnew = async (test: TestScanner, folder: Awaited<ReturnType<typeof tempFolder>>) => {
    await test[Symbol.asyncDispose]();
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(folder.join('data', `library.db${suffix}`), { force: true });
    await using again = createTestScanner(folder.join('data'));
    again.sources = [{ name: 'Music', realPath: folder.join('music') }];
    await again.scan();
    return idsOf(again);
  };

  it('survive a library made anew where a song took the place of one whose id another path had', async () => {
    await using folder = await tempFolder();
    const path = (name: string) => folder.join('music', name);
    const music = library()
      .song('a.flac', { title: 'A', pitchHz: 300 })
      .song('b.flac', { title: 'B', pitchHz: 400 });
    const test = await scanned(folder, music);
    renameSync(path('a.flac'), path('q.flac'));
    await library().song('a.flac', { title: 'New', pitchHz: 600 }).writeTo(folder.join('music'));
    await test.scan();
    renameSync(path('b.flac'), path('q.flac'));
    await test.scan();
    const then = idsOf(test);
    expect(await idsMadeAnew(test, folder)).toEqual(then);
  });

  it('are those of a library made anew where a scan that was killed had not told that a song moved', async () => {
    for (let commits = 0; commits < 6; commits += 1) {
      await using folder = await tempFolder();
      const path = (name: string) => folder.join('music', name);
      const put = (name: string, title: string, pitchHz: number) =>
        library().song(name, { title, pitchHz }).writeTo(folder.join('music'));
      await put('a.flac', 'A', 300);
      await put('b.flac', 'B', 400);
      let left = Number.POSITIVE_INFINITY;
      await using test = createTestScanner(folder.join('data'), {
        rowsPerBatch: 1,
        atCommit: () => {
          left -= 1;
          return left === -1 ? 'kill' : null;
        },
      });
      test.sources = [{ name: 'Music', realPath: folder.join('music') }];
      await test.scan();
      renameSync(path('a.flac'), path('q.flac'));
      await put('a.flac', 'New', 600);
      left = commits;
      await test.scan();
      left = Number.POSITIVE_INFINITY;
      renameSync(path('a.flac'), path('r.flac'));
      await put('a.flac', 'Newer', 700);
      await test.scan();
      mkdirSync(folder.join('anew'));
      test.state.exec(`VACUUM INTO '${folder.join('anew', 'state.db')}'`);
      await using anew = createTestScanner(folder.join('anew'));
      anew.sources = test.sources;
      await anew.scan();
      expect([commits, idsOf(test)]).toEqual([commits, idsOf(anew)]);
    }
  });

  it('survive moves, what comes in their place, changing places, and a library that is made anew', async () => {
    await using folder = await tempFolder();
    const path = (name: string) => folder.join('music', name);
    const music = library()
      .song('a.flac', { title: 'A', pitchHz: 300 })
      .song('b.flac', { title: 'B', pitchHz: 400 })
      .song('c.flac', { title: 'C', pitchHz: 500 });
    const test = await scanned(folder, music);
    const first = idsOf(test);
    expect(new Set(Object.values(first)).size).toBe(3);
    renameSync(path('a.flac'), path('moved.flac'));
    await library().song('a.flac', { title: 'Another', pitchHz: 600 }).writeTo(folder.join('music'));
    await test.scan();
    renameSync(path('b.flac'), path('x.flac'));
    renameSync(path('c.flac'), path('b.flac'));
    renameSync(path('x.flac'), path('c.flac'));
    await test.scan();
    const then = idsOf(test);
    expect(then).toMatchObject({
      'Music/moved.flac': first['Music/a.flac'],
      'Music/b.flac': first['Music/c.flac'],
      'Music/c.flac': first['Music/b.flac'],
    });
    expect(new Set(Object.values(then)).size).toBe(4);
    expect(await idsMadeAnew(test, folder)).toEqual(then);
  });
});

it('an album without a year keeps its id when another of the same names comes to a folder before it', async () => {
  await using folder = await tempFolder();
  const songOf = (place: string, title: string) =>
    library().song(`${place}/1.mp3`, { title, artist: 'Anna', album: 'Greatest Hits' });
  await songOf('b', 'Air').writeTo(folder.join('music'));
  utimesSync(folder.join('music', 'b'), 1_000_000_000, 1_000_000_000);
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  const albumOf = (path: string) =>
    test.library
      .prepare('SELECT hex(public_id) FROM albums WHERE id = ?')
      .pluck()
      .get(test.song(path)?.['album_id']);
  const before = albumOf('Music/b/1.mp3');
  await songOf('a', 'Bourrée').writeTo(folder.join('music'));
  await test.scan();
  expect(albumOf('Music/b/1.mp3')).toBe(before);
  expect(albumOf('Music/a/1.mp3')).not.toBe(before);
});

describe('artists of a first scan that is killed again and again', () => {
  it('are those of one that was not', async () => {
    await using folder = await tempFolder();
    const music = folder.join('music');
    for (const [index, artist] of ['Ann', 'Bo', 'Cy', 'Di'].entries())
      await library()
        .album(`Album ${index}`, 2, { folder: `Folder ${index}`, artist })
        .writeTo(music);
    let commits = 0;
    await using killed = createTestScanner(folder.join('killed'), {
      rowsPerBatch: 1,
      atCommit: () => {
        commits += 1;
        return commits <= 12 && commits % 4 === 0 ? 'kill' : null;
      },
    });
    await using whole = createTestScanner(folder.join('whole'));
    for (const test of [killed, whole]) test.sources = [{ name: 'Music', realPath: music }];
    for (let scans = 0; scans < 5; scans += 1) await killed.scan();
    expect(commits).toBeGreaterThan(12);
    await whole.scan();
    expect(killed.library.prepare('SELECT count(*) FROM artists').pluck().get()).toBeGreaterThan(1);
    // Songs of another installation have other ids; no other table knows of them.
    const { songs: _, ...expected } = modelOf(whole.library);
    expect(modelOf(killed.library)).toMatchObject(expected);
    expect(
      killed.library.prepare("SELECT count(*) FROM meta WHERE key = 'people_to_settle'").pluck().get(),
    ).toBe(0);
  });
});
