import { describe, expect, it } from 'vitest';
import { createQueryApp } from './test-query-app.ts';
import { music, shareMusicApp } from './test-query-music.ts';

const musicApp = shareMusicApp();

interface Found {
  readonly songs: { path: string }[];
  readonly total: number;
  readonly forgiven: { typed: string; used: string } | null;
}

const finding = async (query: string, rest = ''): Promise<Found> =>
  (await musicApp().get(`/find_songs?query=${encodeURIComponent(query)}${rest}`)).json<Found>();

describe('our language', () => {
  it.each([
    ['moo', ['c/1.mp3', 'r/3.mp3']],
    ['oon', []],
    ['sona moon', ['c/1.mp3']],
    ['beeth -sonata', ['c/2.mp3']],
    ['year:1975..1980', ['r/1.mp3', 'r/2.mp3']],
    ['duration >= 5:00', ['r/2.mp3']],
    ['has:cover', ['r/1.mp3']],
    ['-has:artist', ['x/bare song.mp3']],
    ['artist ^ ac', ['r/1.mp3', 'r/3.mp3']],
    ['genre != rock moo', ['c/1.mp3', 'r/3.mp3']],
    ['dc || 10cc', ['r/1.mp3', 'r/2.mp3', 'r/3.mp3']],
  ])('finds by %s', async (query, paths) => {
    const { songs, total, forgiven } = await finding(query);
    expect(songs.map(({ path }) => path.slice(2)).toSorted()).toEqual(paths);
    expect([total, forgiven]).toEqual([paths.length, null]);
  });

  it('finds by fields that are read when somebody asks for them', async () => {
    const app = createQueryApp(music);
    using _library = app.library;
    const set = (path: string, values: string) =>
      app.library.raw.exec(`UPDATE songs SET ${values} WHERE name = '${path.slice(2)}'
        AND directory_id IN (SELECT id FROM directories WHERE virtual_path = 'M/${path.slice(0, 1)}')`);
    set(
      'c/1.mp3',
      `moods = '["Calm","Warm"]', codec = 'FLAC', original_on = '1969-05-03',
      more = '{"conductors":["Herbert von Karajan"]}'`,
    );
    set(
      'c/2.mp3',
      `codec = 'FLAC', original_on = '1970',
      more = '{"conductors":"karajan","performers":["Anne Mutter (violin)"]}'`,
    );
    set('r/1.mp3', 'bit_rate = 319876');
    set('r/2.mp3', `bpm = 120, codec = 'flac'`);
    set('r/3.mp3', 'lyrics = 2');
    for (const [query, paths] of [
      ['mood:calm', ['c/1.mp3']],
      ['conductor % karajan', ['c/1.mp3', 'c/2.mp3']],
      ['performer = "Anne Mutter"', ['c/2.mp3']],
      ['bitrate >= 320', ['r/1.mp3']],
      ['bitrate:320', ['r/1.mp3']],
      ['bpm:100..130', ['r/2.mp3']],
      ['codec:flac -conductor%karajan', ['r/2.mp3']],
      ['original < 1970', ['c/1.mp3']],
      ['original:1969-05', ['c/1.mp3']],
      ['original > 1969', ['c/2.mp3']],
      ['has:lyrics', ['r/3.mp3']],
      ['lyrics:timed', ['r/3.mp3']],
      ['-has:codec', ['r/1.mp3', 'r/3.mp3', 'x/bare song.mp3']],
    ] as const) {
      const answer = await app.get(`/find_songs?query=${encodeURIComponent(query)}`);
      const found = answer.json<Found>().songs.map(({ path }) => path.slice(2));
      expect([query, found.toSorted()]).toEqual([query, paths]);
    }
  });

  it('forgives one edit in a long word when nothing holds it, and says so', async () => {
    for (const typed of ['sonota', 'sonatta', 'sonta', 'snoata']) {
      const { songs, forgiven } = await finding(`moonlight ${typed}`);
      expect([typed, songs.map(({ path }) => path), forgiven]).toEqual([
        typed,
        ['M/c/1.mp3'],
        { typed, used: 'sonata' },
      ]);
    }
    expect((await finding('moonlight sonota', '&exact=true')).total).toBe(0);
    expect((await finding('monn')).total).toBe(0);
    expect((await finding('sonzzta')).total).toBe(0);
    expect((await finding('moonlight sonata beethovn')).forgiven).toEqual({
      typed: 'beethovn',
      used: 'beethoven',
    });
  });

  it('finds names with quotes, which no query can say', async () => {
    const { library, get } = createQueryApp([
      { path: 'M/1.mp3', title: '"Eat" It', artists: ['"Weird Al" Yankovic'] },
    ]);
    using _ = library;
    const suggestions = (await get('/query_suggestions?query=artist:weird&at=12')).json<{ text: string }[]>();
    expect(suggestions.map(({ text }) => text)).toEqual(['"Weird Al Yankovic"']);
    for (const query of [
      'artist:"Weird Al Yankovic"',
      'title:"Eat It"',
      'artist ^ weird',
      'title % "at it"',
    ]) {
      const { songs } = (await get(`/find_songs?query=${encodeURIComponent(query)}`)).json<Found>();
      expect([query, songs.length]).toEqual([query, 1]);
    }
  });

  it('says where a query is wrong and what was expected', async () => {
    const answer = await musicApp().get(`/find_songs?query=${encodeURIComponent('moon year:abc')}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_query', at: 13, expected: 'number' }),
    ]);
  });

  it('gives pages', async () => {
    const all = (await finding('M')).songs.map(({ path }) => path);
    const page = await finding('M', '&limit=2&offset=3');
    expect([page.songs.map(({ path }) => path), page.total]).toEqual([all.slice(3, 5), music.length]);
  });
});

describe('what somebody made of songs', () => {
  const day = (date: string): number => Date.parse(date) / 1000;
  const numbers: Record<string, [path: string, number: number][]> = {
    starred: [['M/r/1.mp3', day('2024-05-01')]],
    rating: [
      ['M/r/1.mp3', 5],
      ['M/r/2.mp3', 2],
    ],
    plays: [
      ['M/r/1.mp3', 10],
      ['M/c/1.mp3', 1],
    ],
    lastplayed: [['M/c/1.mp3', day('2020-01-02')]],
  };
  const idOf = (path: string): Buffer => Buffer.from(path.padEnd(16, '_').slice(0, 16));

  it.each([
    ['has:starred', ['r/1.mp3']],
    ['starred:2024', ['r/1.mp3']],
    ['starred < 2024', []],
    ['rating >= 2', ['r/1.mp3', 'r/2.mp3']],
    ['rating < 3', ['r/2.mp3']],
    ['rating:0 album:soundtrack', []],
    ['rating:0 album:night', ['r/3.mp3']],
    ['plays > 1', ['r/1.mp3']],
    ['plays < 2 album:rock', []],
    ['plays:0 album:soundtrack', ['r/2.mp3']],
    ['lastplayed:2020-01', ['c/1.mp3']],
    ['-has:lastplayed album:rock', ['r/1.mp3']],
  ])('%s finds %j', async (query, paths) => {
    const asked: number[] = [];
    const { library, get } = createQueryApp(music, async (userId, field) => {
      asked.push(userId);
      return (numbers[field] ?? []).map(([path, number]) => ({ song: idOf(path), number }));
    });
    using _ = library;
    const give = library.raw.prepare('UPDATE songs SET public_id = ? WHERE id = ?');
    const songs = library.raw.prepare<[], { id: number; path: string }>(
      `SELECT s.id, virtual_path || '/' || s.name AS path FROM songs AS s JOIN directories AS d ON d.id = directory_id`,
    );
    for (const { id, path } of songs.all()) give.run(idOf(path), id);
    const answer = await get(`/find_songs?query=${encodeURIComponent(query)}`);
    const found = answer.json<{ songs: { path: string }[] }>().songs.map(({ path }) => path.slice(2));
    expect(found.toSorted()).toEqual(paths.toSorted());
    expect(new Set(asked).size).toBe(1);
  });
});
