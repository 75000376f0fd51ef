import { describe, expect, it } from 'vitest';
import type { CollectionFile } from '../../../library/read/library-reading.ts';
import type { OpenedPlaylist, Playlists } from '../playlists.ts';
import type { ArrivedPlaylist } from '../playlists-together.ts';
import { createPlaylistExchange, type SourceFolders } from './playlist-exchange.ts';
import { unzip, type ZipFile, zipOf } from './zip.ts';

const owner = { userId: 1, username: 'anna' };

/** Playlists as plain lists, and a collection as a table of files. */
const createModel = (songs: Readonly<Record<string, string | Buffer>> = {}) => {
  const lists = new Map<string, readonly string[]>();
  const parts: number[] = [];
  let turns = 0;
  const opened = (tracks: readonly string[]): OpenedPlaylist => ({
    contentId: 1,
    chunkCount: Math.ceil(tracks.length / 2),
    entryCount: tracks.length,
    readChunk: async (chunk) => tracks.slice(chunk * 2, chunk * 2 + 2),
    readAll: async () => tracks,
  });
  const playlists = {
    openAll: async () => Array.from(lists, ([name, tracks]) => ({ name, opened: opened(tracks) })),
    replaceAll: async (userId: number, saved: readonly ArrivedPlaylist[]): Promise<void> => {
      for (const { name, parts: rows } of saved) {
        const tracks = rows.flatMap(({ count, json }) => {
          const some = JSON.parse(Buffer.from(json).toString()) as string[];
          expect(some).toHaveLength(count);
          parts.push(count);
          return some;
        });
        lists.set(`${userId} ${name}`, tracks);
      }
    },
  };
  const sources: SourceFolders[] = [
    { name: 'Music', folders: ['/m/'] },
    { name: 'Old', folders: ['/old', '/m/older'] },
  ];
  const exchange = createPlaylistExchange({
    playlists: playlists as unknown as Playlists,
    lookup: {
      findSongFile: async (path) => {
        const real = songs[path];
        return real === undefined ? null : ({ realPath: Buffer.from(real) } as CollectionFile);
      },
    },
    sources: () => sources,
    turns: async () => {
      turns += 1;
    },
  });
  return { lists, parts, exchange, turns: () => turns };
};

const taken = async (model: ReturnType<typeof createModel>): Promise<Record<string, string>> => {
  const pieces: Buffer[] = [];
  for await (const piece of model.exchange.take(owner)) pieces.push(piece);
  const files = await unzip(Buffer.concat(pieces), { files: 100, bytes: 1_000_000 });
  return Object.fromEntries(files.map(({ name, bytes }) => [name, bytes.toString()]));
};

const fileOf = (name: string, ...lines: string[]): ZipFile => ({
  name,
  bytes: Buffer.from(lines.join('\n')),
});

describe('playlists are taken out', () => {
  it('as a list of files each, under names that lead nowhere and are not given twice', async () => {
    const model = createModel({ 'M/a': '/m/a', 'M/b': '/m/b', 'M/é': Buffer.from([0x2f, 0xe9]), 'M/#': '#' });
    model.lists.set('Mix', ['M/a', 'M/gone', 'M/b', 'M/é', 'M/#', 'M/a']);
    model.lists.set('../x', []);
    for (const name of ['a/b', 'a\\b', 'a\tb']) model.lists.set(name, ['M/b']);
    expect(await taken(model)).toEqual({
      'anna-Mix.m3u8':
        '#PLAYLIST:Mix\n/m/a\n# not found: M/gone\n/m/b\n# not found: M/é\n# not found: M/#\n/m/a\n',
      'anna-.._x.m3u8': '#PLAYLIST:../x\n',
      'anna-a_b.m3u8': '#PLAYLIST:a/b\n/m/b\n',
      'anna-a_b (2).m3u8': '#PLAYLIST:a\\b\n/m/b\n',
      'anna-a_b (3).m3u8': '#PLAYLIST:a\tb\n/m/b\n',
    });
  });

  it('a turn after fifty songs', async () => {
    const model = createModel();
    model.lists.set(
      'long',
      Array.from({ length: 120 }, (_, at) => `M/${at}`),
    );
    await taken(model);
    expect(model.turns()).toBe(2);
  });
});

describe('playlists are brought in', () => {
  const songs = {
    'Music/a': '/m/a',
    'Music/older/b': '/m/older/b',
    'Old/b': '/elsewhere/b',
    'Old/c': '/old/c',
    'Music/odd': '/m/other',
  };

  it('by where their files are in the music, what is not there left out', async () => {
    const model = createModel(songs);
    await model.exchange.bring(1, [
      fileOf(
        'x/one.m3u8',
        '#EXTM3U',
        '/m/a',
        '/m/none',
        '/m/older/b',
        '/old/c',
        '/m/odd',
        '/m/a',
        '/m/../m/a',
      ),
      fileOf('two.m3u', '#PLAYLIST:Zwei', '/old/c'),
    ]);
    expect([...model.lists]).toEqual([
      ['1 one', ['Music/a', 'Music/older/b', 'Old/c', 'Music/a']],
      ['1 Zwei', ['Old/c']],
    ]);
  });

  it('by the folder of a source that has them, whichever comes first', async () => {
    const model = createModel({ 'Old/b': '/m/older/b' });
    await model.exchange.bring(1, [fileOf('one', '/m/older/b')]);
    expect(model.lists.get('1 one')).toEqual(['Old/b']);
  });

  it('also from archives, the last of one name counting', async () => {
    const model = createModel(songs);
    async function* inside() {
      yield fileOf('a.m3u8', '/m/a');
      yield fileOf('b.m3u8', '/old/c');
    }
    const pieces: Buffer[] = [];
    for await (const piece of zipOf(inside())) pieces.push(piece);
    await model.exchange.bring(7, [fileOf('b.m3u', '/m/a'), { name: 'x.zip', bytes: Buffer.concat(pieces) }]);
    expect([...model.lists]).toEqual([
      ['7 b', ['Old/c']],
      ['7 a', ['Music/a']],
    ]);
  });

  it('in rows of a thousand entries, a turn after fifty', async () => {
    const model = createModel(songs);
    await model.exchange.bring(1, [fileOf('long', ...Array<string>(2_001).fill('/m/a'))]);
    expect(model.parts).toEqual([1000, 1000, 1]);
    expect(model.turns()).toBe(Math.ceil(2_001 / 50));
  });

  it.each([
    ['a file of nowhere', [fileOf('b', '/m/a', '/mm/a')], 'source_not_found'],
    ['a list without a name', [fileOf(' .m3u8', '/m/a')], 'invalid_playlist_file'],
    ['other bytes', [{ name: 'b', bytes: Buffer.from([0xff, 0xfe]) }], 'invalid_playlist_file'],
    [
      'a damaged archive',
      [{ name: 'b', bytes: Buffer.from('PK\u0003\u0004 damaged') }],
      'invalid_playlist_file',
    ],
    [
      'more than 64 MiB',
      [1, 2].map((number) => ({ name: `${number}`, bytes: Buffer.alloc(33 * 1024 * 1024, '#') })),
      'invalid_playlist_file',
    ],
  ])('all or none: refused with %s', async (_what, files, code) => {
    const model = createModel(songs);
    const bring = model.exchange.bring(1, [fileOf('good', '/m/a'), ...files]);
    await expect(bring).rejects.toMatchObject({ code });
    expect(model.lists.size).toBe(0);
  });
});
