import { endpoints } from '@tonearm/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { foldText } from '../../../platform/text/fold.ts';
import type { TestSong } from '../../collection/test-library.ts';
import { parseQuery } from './parse-query.ts';
import { parseV8Query } from './parse-v8.ts';
import { personalFields } from './personal-sets.ts';
import { type Query, type TextField, withoutSigns } from './query.ts';
import { createQueryApp } from './test-query-app.ts';

interface SongList {
  readonly paths: string[];
  readonly first_songs: unknown[];
}

const music: TestSong[] = [
  {
    path: 'M/c/1.mp3',
    title: 'Moonlight Sonata',
    composers: ['Beethoven'],
    artists: ['Kempff'],
    album: 'Piano',
    track: 1,
    year: 1965,
    genres: ['Classical'],
  },
  {
    path: 'M/c/2.mp3',
    title: 'Für Elise',
    composers: ['Beethoven'],
    artists: ['Kempff'],
    album: 'Piano',
    track: 2,
    year: 1965,
  },
  {
    path: 'M/r/1.mp3',
    title: "Don't Stop",
    artists: ['AC/DC'],
    album: 'Rock',
    year: 1980,
    genres: ['Rock'],
    hasPicture: true,
    durationMs: 200_000,
  },
  {
    path: 'M/r/2.mp3',
    title: "I'm Not in Love",
    artists: ['10cc'],
    album: 'Soundtrack',
    year: 1975,
    durationMs: 360_000,
  },
  {
    path: 'M/r/3.mp3',
    title: 'Moon',
    artists: ['AC-DC'],
    albumArtists: ['Various'],
    album: 'Night',
    year: 1999,
    track: 7,
  },
  { path: 'M/x/bare song.mp3' },
];

/** Asked by most, changed by none. */
let ofMusic: ReturnType<typeof createQueryApp> | null = null;
const musicApp = (): ReturnType<typeof createQueryApp> => {
  ofMusic ??= createQueryApp(music);
  return ofMusic;
};
afterAll(() => ofMusic?.library[Symbol.dispose]());

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

describe('search of version 8', () => {
  const searching = async (query: string): Promise<string[]> => {
    const answer = await musicApp().get(`/search/${encodeURIComponent(query)}`);
    expect([query, answer.statusCode]).toEqual([query, 200]);
    return answer.json<SongList>().paths.map((path) => path.slice(2));
  };

  it.each([
    ['moonlightsonata', ['c/1.mp3']],
    ['moon', ['r/3.mp3', 'c/1.mp3']],
    ['MOONLIGHT', ['c/1.mp3']],
    ['"moonlight sonata"', ['c/1.mp3']],
    ['dont', ['r/1.mp3']],
    ["don't", ['r/1.mp3']],
    ['fur', ['c/2.mp3']],
    ['beethoven !! sonata', ['c/2.mp3']],
    ['beethoven', ['c/1.mp3', 'c/2.mp3']],
    ['10cc', ['r/2.mp3']],
    ['1965', ['c/1.mp3', 'c/2.mp3']],
    ['7', ['r/3.mp3']],
    ['artist = acdc', ['r/3.mp3']],
    ['artist = "ac/dc"', ['r/1.mp3']],
    ['artist % dc', ['r/1.mp3', 'r/3.mp3']],
    ['albumartist = various', ['r/3.mp3']],
    ['composer = BEETHOVEN year < 1970 title % light', ['c/1.mp3']],
    ['genre = rock || genre = classical', ['r/1.mp3', 'c/1.mp3']],
    ['path % "x/bare"', ['x/bare song.mp3']],
    ['path = "m/c/1.mp3"', ['c/1.mp3']],
    ['title = moonlightsonata', ['c/1.mp3']],
    ['title = moonlight', []],
    ['tracknumber = 2', ['c/2.mp3']],
    ['year > 99999999999', []],
    ['nothingofthis', []],
    ['x', []],
  ])('finds by %s', async (query, paths) => {
    expect((await searching(query)).toSorted()).toEqual(paths.toSorted());
  });

  it('lists songs by artists, year, album, disc and track', async () => {
    expect(await searching('beethoven || dc')).toEqual(['r/1.mp3', 'c/1.mp3', 'c/2.mp3', 'r/3.mp3']);
  });

  it.each([
    ['"x', 400],
    ['(moon', 400],
    ['moon &&', 400],
    ['', 404],
  ])('answers %j with %i', async (query, status) => {
    expect((await musicApp().get(`/search/${encodeURIComponent(query)}`)).statusCode).toBe(status);
  });
});

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

describe('suggestions', () => {
  const suggesting = async (query: string, at = query.length) =>
    (await musicApp().get(`/query_suggestions?query=${encodeURIComponent(query)}&at=${at}`)).json<
      { text: string; from: number; to: number }[]
    >();

  it.each([
    [
      'moon art',
      [
        { kind: 'field', text: 'artist:', from: 5, to: 8 },
        { kind: 'field', text: 'artistsort:', from: 5, to: 8 },
      ],
    ],
    ['artist:kem', [{ kind: 'value', text: 'Kempff', from: 7, to: 10 }]],
    ['-artist = "10', [{ kind: 'value', text: '10cc', from: 10, to: 13 }]],
    [
      'genre:',
      [
        { kind: 'value', text: 'Classical', from: 6, to: 6 },
        { kind: 'value', text: 'Rock', from: 6, to: 6 },
      ],
    ],
    ['year:19', []],
    ['starr', [{ kind: 'field', text: 'starred:', from: 0, to: 5 }]],
    ['moon ratin', [{ kind: 'field', text: 'rating:', from: 5, to: 10 }]],
    ['-play', [{ kind: 'field', text: 'plays:', from: 1, to: 5 }]],
    ['lastp', [{ kind: 'field', text: 'lastplayed:', from: 0, to: 5 }]],
    ['', []],
  ])('after %j', async (query, suggestions) => {
    expect(await suggesting(query)).toEqual(suggestions);
  });

  it('also of fields that are read when somebody asks for them, those of most songs first', async () => {
    const app = createQueryApp(music);
    using _library = app.library;
    const more = [
      { media: 'CD', releaseTypes: ['album'], performers: ['Anne Mutter (violin)'] },
      { media: 'Digital Media', releaseTypes: ['album', 'live'], performers: ['Anne Mutter (viola)'] },
      { media: 'Digital  media', comment: 'mine', performers: ['Alfred'] },
    ];
    const put = app.library.raw.prepare('UPDATE songs SET more = ?, work = ? WHERE id = ?');
    const ids = app.library.raw.prepare('SELECT id FROM songs ORDER BY id LIMIT 3').pluck().all();
    for (const [at, said] of more.entries()) put.run(JSON.stringify(said), `Work ${at}`, ids[at]);
    const suggested = async (query: string) =>
      (await app.get(`/query_suggestions?query=${encodeURIComponent(query)}&at=${query.length}`))
        .json<{ kind: string; text: string }[]>()
        .map(({ text }) => text);
    expect(await suggested('media:')).toEqual(['"Digital Media"', 'CD']);
    expect(await suggested('type:')).toEqual(['album', 'live']);
    expect(await suggested('performer:a')).toEqual(['"Anne Mutter"', 'Alfred']);
    expect(await suggested('instrument:vio')).toEqual(['violin', 'viola']);
    expect(await suggested('-work = "work 1')).toEqual(['"Work 1"']);
    expect(await suggested('comment:m')).toEqual([]);
    expect(await suggested('mbrelease:')).toEqual([]);
  });

  it('and the list of calls name what somebody made of songs', () => {
    for (const field of personalFields) expect(endpoints.findSongs.summary).toContain(field);
  });

  it('are for the place of the caret', async () => {
    expect(await suggesting('albuma moon', 6)).toEqual([
      { kind: 'field', text: 'albumartist:', from: 0, to: 6 },
      { kind: 'field', text: 'albumartistsort:', from: 0, to: 6 },
    ]);
  });
});

/** Words of which none holds another, nor the end of one and the beginning of another. */
const vocabulary = ['amber', 'boxwood', 'cypress', 'dulcimer', 'ferryman', 'gigue', 'hawk', 'jubilo'];
const word = fc.constantFrom(...vocabulary);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '));
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const song = fc.record({
  title: optional(words),
  artists: optional(fc.array(words, { minLength: 1, maxLength: 2 })),
  albumArtists: optional(fc.array(words, { minLength: 1, maxLength: 1 })),
  album: optional(words),
  genres: optional(fc.array(word, { minLength: 1, maxLength: 2 })),
  composers: optional(fc.array(word, { minLength: 1, maxLength: 1 })),
  year: optional(fc.integer({ min: 1990, max: 1995 })),
  track: optional(fc.integer({ min: 1, max: 4 })),
  folder: word,
});

const valuesOf = (song: TestSong, field: TextField): readonly string[] => {
  const lists: Partial<Record<TextField, readonly (string | undefined)[]>> = {
    album: [song.album],
    albumartist: song.albumArtists ?? [],
    artist: song.artists ?? [],
    composer: song.composers ?? [],
    genre: song.genres ?? [],
    label: [],
    lyricist: song.lyricists ?? [],
    path: [song.path],
    title: [song.title],
  };
  return (lists[field] ?? []).filter((value) => value !== undefined);
};

const everyField = [
  'album',
  'albumartist',
  'artist',
  'composer',
  'genre',
  'label',
  'lyricist',
  'path',
  'title',
] as const;

const key = (text: string): string => withoutSigns(foldText(text));

/** What a query says of one song, by looking at the song alone. */
const holds = (query: Query, song: TestSong): boolean => {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => holds(part, song));
    case 'or':
      return query.parts.some((part) => holds(part, song));
    case 'not':
      return !holds(query.part, song);
    case 'nothing':
      return false;
    case 'any': {
      const texts = everyField.flatMap((field) => valuesOf(song, field));
      const numbers = [song.year, song.track, song.disc];
      if (query.number !== null && numbers.includes(query.number)) return true;
      if (key(query.text) === '') return false;
      return query.manner === 'part'
        ? texts.some((text) => key(text).includes(key(query.text)))
        : texts.some((text) =>
            text.split(/[^\p{L}\p{N}]+/u).some((part) => foldText(part).startsWith(foldText(query.text))),
          );
    }
    case 'text':
      return valuesOf(song, query.field).some((value) => {
        const [held, asked] = [key(value), key(query.text)];
        if (query.relation === 'is') return held === asked;
        return query.relation === 'start' ? held.startsWith(asked) : held.includes(asked);
      });
    case 'range': {
      const number = query.field === 'year' ? song.year : song.track;
      return (
        number !== undefined &&
        number >= (query.from ?? 0) &&
        number <= (query.to ?? Number.POSITIVE_INFINITY)
      );
    }
    case 'has':
      return query.what === 'year'
        ? song.year !== undefined
        : valuesOf(song, query.what as TextField).length > 0;
  }
};

const beginning = fc
  .tuple(word, fc.integer({ min: 3, max: 8 }))
  .map(([text, length]) => text.slice(0, length));
const field = fc.constantFrom('album', 'albumartist', 'artist', 'composer', 'genre', 'title');
const common = fc.oneof(
  beginning,
  fc.tuple(field, words).map(([name, text]) => `${name} = "${text}"`),
  fc.tuple(field, beginning).map(([name, text]) => `${name} % ${text}`),
  fc.integer({ min: 1990, max: 1995 }).map(String),
  fc
    .tuple(fc.constantFrom('>', '>=', '<', '<=', '='), fc.integer({ min: 1990, max: 1995 }))
    .map(([sign, year]) => `year ${sign} ${year}`),
);
const only = fc.oneof(
  fc.tuple(field, beginning).map(([name, text]) => `${name} ^ ${text}`),
  fc.constantFrom('has:genre', '-has:year', 'year:1991..1993', '-year:..1992', '"amber boxwood"'),
);

const grown = (term: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ query: string; part: string }>((tie) => ({
    query: fc
      .tuple(
        tie('part'),
        fc.array(fc.tuple(fc.constantFrom(' ', ' && ', ' || ', ' !! '), tie('part')), { maxLength: 3 }),
      )
      .map(([first, rest]) => first + rest.flat().join('')),
    part: fc.oneof(
      { depthSize: 'small' },
      term,
      tie('query').map((query) => `(${query})`),
    ),
  })).query;

describe('whatever is asked', () => {
  it.each([
    ['version 8', parseV8Query, grown(common)],
    ['our language', parseQuery, grown(fc.oneof(common, only))],
  ] as const)('%s finds what looking at each song finds', async (_name, parse, queries) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(song, { minLength: 1, maxLength: 12 }),
        fc.array(queries, { minLength: 5, maxLength: 5 }),
        async (made, texts) => {
          const songs: TestSong[] = made.map(({ folder, ...rest }, at) => {
            const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
            return { path: `M/${folder}/${at}.mp3`, ...given };
          });
          const { library, finder, pathsOf } = createQueryApp(songs);
          using _library = library;
          for (const text of texts) {
            const query = parse(text);
            const { ids } = await finder.find(query, { forgives: false, userId: 1 });
            const expected = songs.filter((each) => holds(query, each)).map(({ path }) => path);
            expect([text, (await pathsOf(ids)).toSorted()]).toEqual([text, expected.toSorted()]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
