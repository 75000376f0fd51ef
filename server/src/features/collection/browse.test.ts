import { untagged } from '@tonearm/contract/song-fields';
import { describe, expect, it } from 'vitest';
import { createLookupStore } from '../../library/read/lookup-store.ts';
import { album, callsOn, libraryOf } from './test-lists.ts';

describe('browse', () => {
  it('shows sources in saved order at the root', async () => {
    const call = callsOn(libraryOf(['Zebra', 'apple', 'Mango'], []));
    for (const url of ['/browse', '/browse/']) {
      expect((await call(url)).paths()).toEqual(['Zebra', 'apple', 'Mango']);
    }
  });

  it('shows folders, then songs, each in natural order', async () => {
    const names = ['10 b.mp3', '2 a.mp3', 'Über.mp3', 'uber 2.mp3', 'zoo/x.mp3', 'Ärger/x.mp3', 'b/x.mp3'];
    const call = callsOn(
      libraryOf(
        ['M'],
        names.map((name) => ({ path: `M/${name}` })),
      ),
    );
    const expected = ['M/Ärger', 'M/b', 'M/zoo', 'M/2 a.mp3', 'M/10 b.mp3', 'M/uber 2.mp3', 'M/Über.mp3'];
    const answer = await call('/browse/M');
    expect(answer.paths()).toEqual(expected);
    expect(answer.total).toBe(7);
    const pages = [];
    for (let offset = 0; offset < 9; offset += 2) {
      pages.push(...(await call(`/browse/M?limit=2&offset=${offset}`)).paths());
    }
    expect(pages).toEqual(expected);
  });

  it('shows the whole song, null fields as null', async () => {
    const library = libraryOf(
      ['M'],
      [
        {
          path: 'M/a/1.mp3',
          title: 'T "x"',
          artists: ['A', 'B"; C'],
          albumArtists: ['AA'],
          album: 'L',
          genres: ['Rock'],
          track: 1,
          disc: 2,
          year: 2016,
          durationMs: 1499,
          hasPicture: true,
        },
        { path: 'M/a/2.mp3' },
      ],
    );
    const [tagged, untaggedSong] = (await callsOn(library)('/browse/M%2Fa')).json<{ Song: object }[]>();
    expect(untaggedSong).toEqual({
      Song: { path: 'M/a/2.mp3', artwork: null, ...untagged, duration: null },
    });
    expect(tagged).toEqual({
      Song: {
        ...untagged,
        path: 'M/a/1.mp3',
        title: 'T "x"',
        artist: 'A; B"; C',
        album_artist: 'AA',
        album: 'L',
        artwork: 'M/a/1.mp3',
        genre: 'Rock',
        track_number: 1,
        disc_number: 2,
        year: 2016,
        duration: 1,
      },
    });
    expect(createLookupStore(library.reader).findSong('M/a/1.mp3')).toEqual(
      (tagged as { Song: object }).Song,
    );
  });

  it('leaves out what is missing', async () => {
    const library = libraryOf(['M'], album('M/a', 3));
    library.loseSong('M/a/2.mp3');
    const answer = await callsOn(library)('/browse/M/a');
    expect(answer.paths()).toEqual(['M/a/1.mp3', 'M/a/3.mp3']);
    expect(answer.total).toBe(2);
  });

  it.each([
    ['/browse/nosuch', 'source_not_found'],
    ['/browse/nosuch/a', 'source_not_found'],
    ['/browse/M/nosuch', 'folder_not_found'],
    ['/browse/M%2F..', 'folder_not_found'],
    ['/browse/M/a/1.mp3', 'folder_not_found'],
    ['/browse/m', 'source_not_found'],
    ['/flatten/M/a%00', 'folder_not_found'],
    ['/flatten/nosuch', 'source_not_found'],
  ])('answers 404 to %s', async (url, code) => {
    const call = callsOn(libraryOf(['M'], album('M/a', 1)));
    const answer = await call(url);
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ code });
  });

  it('finds folders of any name', async () => {
    const names = [
      '50%20off',
      '#1',
      'What?',
      'a+b',
      'A & B',
      '50%',
      'e\u0301te\u0301',
      'été',
      '🎸',
      'a\nb',
      '-x',
    ];
    const call = callsOn(
      libraryOf(
        ['M'],
        names.map((name) => ({ path: `M/${name}/1.mp3` })),
      ),
    );
    for (const name of names) {
      const answer = await call(`/browse/${encodeURIComponent(`M/${name}`)}`);
      expect(answer.paths()).toEqual([`M/${name}/1.mp3`]);
    }
  });

  it('counts very many songs of a folder as its last scan did, and those that a scan takes in now up to a number', async () => {
    const library = libraryOf(['Music'], album('Music/Wide', 5_003));
    const call = callsOn(library);
    const total = async () => (await call('/browse/Music%2FWide?limit=1')).total;
    expect(await total()).toBe(5_003);
    library.raw.exec('UPDATE directories SET song_count = 1');
    expect(await total()).toBe(5_001);
    library.raw.exec('DELETE FROM songs WHERE id > 4990');
    expect(await total()).toBe(4_990);
  });

  it('tells of each song of a long folder what is told of it alone, whatever it is called', async () => {
    const odd = [
      '"quoted"',
      'back\\slash',
      'new\nline',
      'tab\tbed',
      '\u0001',
      'é 🎵 שלום',
      '<script>',
      '\u2028',
    ];
    const songs = Array.from({ length: 600 }, (_, index) => ({
      path: `Music/${odd[index % odd.length]}/${index} ${odd[(index * 5) % odd.length]}.mp3`,
      title:
        index % 97 === 0 ? `${odd[index % odd.length]} and on `.repeat(200) : (odd[index % odd.length] ?? ''),
      hasPicture: index % 3 === 0,
      artists: [odd[(index * 3) % odd.length] ?? ''],
    }));
    const long = songs.map((song) => ({ ...song, path: `Music/Long/${song.path.split('/').at(-1)}` }));
    const call = callsOn(libraryOf(['Music'], [...songs, ...long]));
    for (const folder of ['Music/Long', `Music/${odd[0]}`]) {
      const url = `/browse/${encodeURIComponent(folder)}`;
      const whole = (await call(url)).json<{ Song: { path: string } }[]>();
      const alone = await Promise.all(
        whole.map(async ({ Song: { path } }) => (await call(`/flatten/${encodeURIComponent(path)}`)).json()),
      );
      expect(alone).toEqual(whole.map(({ Song }) => [Song]));
      for (const limit of [1, 7, 250, 251, 599]) {
        const offset = limit % 5;
        const page = (await call(`${url}?offset=${offset}&limit=${limit}`)).json();
        expect(page).toEqual(whole.slice(offset, offset + limit));
      }
      const walked = (await call(`/flatten/${encodeURIComponent(folder)}`)).json<{ path: string }[]>();
      const byPath = new Map(whole.map(({ Song }) => [Song.path, Song]));
      expect(walked).toEqual(walked.map(({ path }) => byPath.get(path)));
      expect(walked).toHaveLength(whole.length);
    }
  });

  it('streams a folder of any length, and answers HEAD with its total', async () => {
    const songs = Array.from({ length: 2600 }, (_, index) => ({ path: `M/a/${index}.mp3` }));
    const call = callsOn(libraryOf(['M'], songs));
    const answer = await call('/browse/M/a');
    expect(answer.paths()).toEqual(songs.map((song) => song.path));
    const head = await call('/browse/M/a', 'HEAD');
    expect([head.total, head.body]).toEqual([2600, '']);
  });
});
