import type {
  Home,
  MusicAlbum,
  SongDetails,
  SongLinks,
  WholeAlbum,
  WholeArtist,
  WholeGenre,
} from '@tonearm/contract';
import { totalCountHeader } from '@tonearm/contract';
import { createFakeClock, type FakeClock, library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeMade } from '../../compose-made.ts';
import { idText } from '../../library/model/public-id.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { silentLog } from '../../platform/log.ts';
import { createStateAccess } from '../../state/state-access.ts';
import { createTestApp, signedIn } from '../collection/test-app.ts';
import { createTestScanner } from '../scan/tests/test-scan.ts';
import { createMusic } from './music.ts';
import type { NameFilter } from './music-lists.ts';
import { createMusicRoutes } from './music-routes.ts';

let folder: TempFolder;
let scanner: ReturnType<typeof createTestScanner>;
let app: Awaited<ReturnType<typeof createTestApp>>;

/** Counts in `state.db` what is told to be played. */
let made: ReturnType<typeof composeMade>;
let clock: FakeClock;

/** Everything that anna played so far, oldest first, a second apart. */
const play = async (...paths: string[]): Promise<void> => {
  scanner.state.exec('DELETE FROM listens; DELETE FROM play_counts');
  const add = scanner.state.prepare('INSERT INTO listens (user_id, path, played_at) VALUES (1, ?, ?)');
  for (const [at, path] of paths.entries()) add.run(path, at);
  await made.playCounts.catchUp();
};

const tagged = (title: string, tags: object) => ({ artist: 'Anna', title, genre: 'Jazz', ...tags });

beforeAll(async () => {
  folder = await tempFolder();
  await library()
    .song('Anna/Picnic/1.mp3', tagged('Bread', { album: 'Picnic', track: 1, year: 2001, composer: 'Bela' }))
    .song('Anna/Picnic/2.mp3', tagged('Wine', { album: 'Picnic', track: 2, year: 2001, genre: 'Folk' }))
    .song('Anna/Cello/1.mp3', tagged('Bow', { album: 'Cello', track: 1, year: 2005 }))
    .song('Zoe/Loud/1.mp3', { artist: 'Zoe', title: 'Loud', album: 'Loud', genre: 'Noise', year: 1999 })
    .writeTo(folder.join('music'));
  scanner = createTestScanner(folder.join('data'));
  scanner.sources = [{ name: 'M', realPath: folder.join('music') }];
  await scanner.scan();
  const { music: reading, lookup, tagTexts } = createEmbeddedReading({ raw: scanner.library });
  scanner.state.exec("INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0)");
  clock = createFakeClock();
  made = composeMade(
    {
      state: createStateAccess(scanner.state),
      library: { isFilling: () => false },
      events: { on: () => () => {} },
      world: { clock, log: silentLog },
    },
    { music: reading },
  );
  const names: NameFilter = {
    filter: async (kind, text) => {
      const all = await tagTexts.namesAfter(kind, 0, 100);
      const left = all.filter(({ name, by }) => `${name} ${by}`.toLowerCase().includes(text));
      return left.map(({ public_id }) => idText(public_id));
    },
  };
  const music = createMusic({ reading, lookup, names, liked: made.annotations, nowMs: clock.nowMs });
  app = await createTestApp(createMusicRoutes({ music, reading, lookup }));
});
afterAll(async () => {
  await app.close();
  await scanner[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const get = async (url: string) => {
  const answer = await app.inject({ method: 'GET', url: `/api/music/${url}`, headers: signedIn });
  return { status: answer.statusCode, total: answer.headers[totalCountHeader.toLowerCase()], answer };
};
const json = async <Value>(url: string): Promise<Value> => (await get(url)).answer.json<Value>();
const titles = (albums: readonly { title: string }[]) => albums.map(({ title }) => title);

describe('albums', () => {
  it.each([
    ['order=title', ['Cello', 'Loud', 'Picnic']],
    ['order=artist', ['Picnic', 'Cello', 'Loud']],
    ['order=title&limit=1&offset=1', ['Loud']],
  ])('are listed in order (%s), with how many there are', async (query, expected) => {
    const { answer, total } = await get(`albums?${query}`);
    expect(titles(answer.json<MusicAlbum[]>())).toEqual(expected);
    expect(total).toBe('3');
  });

  it.each([
    ['order=title&filter=anna', ['Cello', 'Picnic']],
    ['order=year&filter=anna', ['Picnic', 'Cello']],
    ['order=artist&filter=anna&limit=1&offset=1', ['Cello']],
    ['order=added&filter=nobody', []],
    ['order=title&filter=%20', ['Cello', 'Loud', 'Picnic']],
    ['order=played', ['Picnic', 'Loud', 'Cello']],
    ['order=played&offset=1', ['Loud', 'Cello']],
    ['order=played&filter=anna', ['Picnic', 'Cello']],
    ['order=recently_played', ['Picnic', 'Loud']],
    ['order=most_played', ['Loud', 'Picnic']],
    ['order=most_played&filter=anna', ['Picnic']],
    ['order=forgotten_favourites', []],
  ])('are filtered, and in orders of whoever asks (%s)', async (query, expected) => {
    await play('M/Zoe/Loud/1.mp3', 'M/Zoe/Loud/1.mp3', 'M/Anna/Picnic/1.mp3');
    const { answer, total } = await get(`albums?${query}`);
    expect(titles(answer.json<MusicAlbum[]>())).toEqual(expected);
    expect(Number(total)).toBe(
      query.includes('limit') ? 2 : expected.length + (query.includes('offset') ? 1 : 0),
    );
  });

  it('are at random the same when filtered', async () => {
    const all = titles(await json<MusicAlbum[]>('albums?order=random&seed=7'));
    const filtered = titles(await json<MusicAlbum[]>('albums?order=random&seed=7&filter=anna'));
    expect(filtered).toEqual(all.filter((title) => title !== 'Loud'));
  });

  it('show their songs, where they lead, and others of their artist', async () => {
    const [first] = await json<MusicAlbum[]>('albums?order=title&limit=1&offset=2');
    const album = await json<WholeAlbum>(`album/${first?.id}`);
    expect(album).toMatchObject({ title: 'Picnic', artist: 'Anna', year: 2001, song_count: 2 });
    expect(album.songs.map(({ path, title }) => [path, title])).toEqual([
      ['M/Anna/Picnic/1.mp3', 'Bread'],
      ['M/Anna/Picnic/2.mp3', 'Wine'],
    ]);
    expect(album.songs[0]?.credits.map(({ name, role }) => [name, role])).toEqual([
      ['Anna', 'artist'],
      ['Bela', 'composer'],
    ]);
    expect(titles(album.also_by)).toEqual(['Cello']);
  });

  it.each([
    'album/0000000000000000000000',
    'artist/nobody',
    'genre/none',
    'genre_songs/none',
    'song/M/none.mp3',
  ])('answers 404 for what is not there (%s)', async (url) => {
    expect((await get(url)).status).toBe(404);
  });
});

describe('artists and genres', () => {
  it('are filtered, and tell every role that somebody has with its letters', async () => {
    const namesOf = async (url: string) => (await json<{ name: string }[]>(url)).map(({ name }) => name);
    expect(await namesOf('artists?filter=ann')).toEqual(['Anna']);
    expect(await namesOf('artists?filter=ann&role=composer')).toEqual([]);
    expect(await namesOf('genres?filter=O')).toEqual(['Folk', 'Noise']);
    expect((await get('genres?filter=o&limit=1&offset=1')).total).toBe('2');
    expect(await json('artist_roles')).toEqual([
      {
        role: null,
        letters: [
          { letter: 'A', offset: 0 },
          { letter: 'B', offset: 1 },
          { letter: 'Z', offset: 2 },
        ],
      },
      {
        role: 'artist',
        letters: [
          { letter: 'A', offset: 0 },
          { letter: 'Z', offset: 1 },
        ],
      },
      { role: 'composer', letters: [{ letter: 'B', offset: 0 }] },
    ]);
  });

  it('lead to albums, genres and what was played most of them', async () => {
    await play('M/Zoe/Loud/1.mp3', 'M/Anna/Cello/1.mp3', 'M/Anna/Picnic/2.mp3', 'M/Anna/Picnic/2.mp3');
    const [anna] = await json<{ id: string; name: string }[]>('artists?role=artist&limit=1');
    expect(anna?.name).toBe('Anna');
    const artist = await json<WholeArtist>(`artist/${anna?.id}`);
    expect(titles(artist.albums)).toEqual(['Cello', 'Picnic']);
    expect(artist.top_songs.map(({ title }) => title)).toEqual(['Wine', 'Bow']);
    expect(artist.genres.map(({ name }) => name)).toEqual(['Jazz', 'Folk']);
    const [composer] = await json<{ id: string }[]>('artists?role=composer');
    expect(titles((await json<WholeArtist>(`artist/${composer?.id}`)).composed)).toEqual(['Picnic']);
  });

  it('lists genres by name and by songs, and the songs of one', async () => {
    expect((await json<{ name: string }[]>('genres')).map(({ name }) => name)).toEqual([
      'Folk',
      'Jazz',
      'Noise',
    ]);
    const [jazz] = await json<{ id: string }[]>('genres?order=songs&limit=1');
    const genre = await json<WholeGenre>(`genre/${jazz?.id}`);
    expect(genre).toMatchObject({ name: 'Jazz', song_count: 2 });
    expect(genre.main_artists.map(({ name }) => name)).toEqual(['Anna', 'Bela']);
    const songs = await json<{ path: string }[]>(`genre_songs/${jazz?.id}`);
    expect(songs.map(({ path }) => path)).toEqual(['M/Anna/Picnic/1.mp3', 'M/Anna/Cello/1.mp3']);
  });
});

describe('the first screen', () => {
  it('has shelves of what was played lately and most, each album once', async () => {
    await play('M/Anna/Picnic/1.mp3', 'M/Anna/Picnic/2.mp3', 'M/Anna/Picnic/2.mp3', 'M/Zoe/Loud/1.mp3');
    const home = await json<Home>('home?seed=7');
    expect(titles(home.recently_played)).toEqual(['Loud', 'Picnic']);
    expect(titles(home.most_played)).toEqual(['Picnic', 'Loud']);
    expect(titles(home.random).sort()).toEqual(['Cello', 'Loud', 'Picnic']);
    expect(home.random).toEqual((await json<Home>('home?seed=7')).random);
    expect(home.recently_added).toHaveLength(3);
    expect(home.forgotten_favourites).toEqual([]);
  });

  it('reminds of starred albums that were not played for two months', async () => {
    await play();
    const albums = await json<MusicAlbum[]>('albums?order=title');
    await made.annotations.star(
      1,
      albums.map(({ id }) => ({ kind: 'album', id })),
    );
    await clock.advance(61 * 24 * 3_600_000);
    expect(titles((await json<Home>('home')).forgotten_favourites).sort()).toEqual([
      'Cello',
      'Loud',
      'Picnic',
    ]);
    scanner.state
      .prepare("INSERT INTO listens (user_id, path, played_at) VALUES (1, 'M/Zoe/Loud/1.mp3', ?)")
      .run(Math.floor(clock.nowMs() / 1000));
    await made.playCounts.catchUp();
    expect(titles((await json<Home>('home')).forgotten_favourites).sort()).toEqual(['Cello', 'Picnic']);
  });
});

describe('songs', () => {
  it('tell where they lead, in the order of their paths', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/music/links',
      headers: signedIn,
      payload: { paths: ['M/Zoe/Loud/1.mp3', 'M/none.mp3', 'M/Anna/Cello/1.mp3'] },
    });
    const links = answer.json<SongLinks[]>();
    expect(links.map(({ path }) => path)).toEqual(['M/Zoe/Loud/1.mp3', 'M/Anna/Cello/1.mp3']);
    expect(links[1]?.album_artists.map(({ name }) => name)).toEqual(['Anna']);
    expect(links.every(({ id, album_id }) => id.length === 22 && album_id?.length === 22)).toBe(true);
  });

  it('tell everything that was read', async () => {
    const details = await json<SongDetails>('song/M/Anna/Picnic/1.mp3');
    expect(details.song).toMatchObject({ path: 'M/Anna/Picnic/1.mp3', title: 'Bread', year: 2001 });
    expect(details.tags).toMatchObject({ title: 'Bread', composers: ['Bela'] });
    expect(details.file.codec).toMatch(/mp3|MPEG/i);
  });
});
