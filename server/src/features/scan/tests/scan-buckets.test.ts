import {
  buildSong,
  type FakeBucket,
  library,
  makeLibrary,
  startFakeBucket,
  type TempFolder,
  tempFolder,
} from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWatchedFolders } from '../../../library/read/watched-folders-store.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

let store: FakeBucket;
let folder: TempFolder;
let test: TestScanner;

beforeEach(async () => {
  store = await startFakeBucket();
  folder = await tempFolder();
  test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Cloud', realPath: 's3://music/all' }];
  const { bucket, endpoint, region, accessKey, secretKey } = store;
  test.buckets = [{ bucket, endpoint, region, accessKey, secretKey, isPathStyle: true }];
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const mp3 = (title: string): Buffer => buildSong({ format: 'mp3', tags: { title } }).data;
const gets = () => store.requests.filter(({ kind }) => kind === 'get');
const state = () => test.scanner.sourceStates()[0];

/** All that is known of songs but for what differs between two homes: ids, and times of files. */
const knownSongs = ({ library: raw }: TestScanner): unknown[] =>
  raw
    .prepare(
      `SELECT virtual_path, songs.* FROM songs JOIN directories ON directories.id = directory_id
       ORDER BY virtual_path, songs.name`,
    )
    .all()
    .map((row) => {
      const { id, public_id, directory_id, album_id, mtime_us, added_at, real_name, ...rest } = row as Record<
        string,
        unknown
      >;
      return rest;
    });

describe('a music source in a bucket', () => {
  it('is scanned like the folder it was copied from, for few requests, and again for none', async () => {
    makeLibrary({ songs: 150, seed: '7', out: folder.join('made') });
    store.putFolder(folder.join('made', 'music'), 'all/');
    await using plain = createTestScanner(folder.join('plain'));
    plain.sources = [{ name: 'Cloud', realPath: folder.join('made', 'music') }];
    await plain.scan();
    await test.scan();
    expect(test.songs().length).toBeGreaterThan(120);
    expect(test.songs()).toEqual(plain.songs());
    expect(knownSongs(test)).toEqual(knownSongs(plain));
    const songs = test.songs().length;
    expect(gets().length / songs).toBeLessThanOrEqual(2.5);
    expect(gets().reduce((sum, { sentBytes }) => sum + sentBytes, 0) / songs).toBeLessThanOrEqual(200 * 1024);
    const byKey = Map.groupBy(gets(), ({ key }) => key);
    expect(Math.max(...[...byKey.values()].map(({ length }) => length))).toBeLessThanOrEqual(8);
    store.requests.length = 0;
    await test.scan();
    expect(gets()).toEqual([]);
    expect(test.songs()).toHaveLength(songs);
  });

  it('reads what changed, and nothing else', async () => {
    for (const title of ['a', 'b', 'c']) store.put(`all/${title}.mp3`, mp3(title));
    await test.scan();
    store.requests.length = 0;
    store.put('all/b.mp3', mp3('B'));
    store.remove('all/c.mp3');
    await test.scan();
    expect(new Set(gets().map(({ key }) => key))).toEqual(new Set(['all/b.mp3']));
    expect(test.songs()).toEqual(['Cloud/a.mp3', 'Cloud/b.mp3']);
    expect(test.song('Cloud/b.mp3')).toMatchObject({ title: 'B' });
  });

  it('shows keys that no path can hold, each in its place', async () => {
    const keys = [
      'all/a b+c%20d/100%.mp3',
      'all/a//b.mp3',
      'all/a/../up.mp3',
      'all/a/./here.mp3',
      'all/日本/ü – “x”.mp3',
      'all/both.mp3',
      'all/both.mp3/inside.mp3',
      'all/it\'s (1)*!&<>"=?#.mp3',
    ];
    for (const key of keys) store.put(key, mp3(key));
    store.put('all/folder/', Buffer.alloc(0));
    store.put('all/empty.mp3', Buffer.alloc(0));
    store.put('all/.hidden/x.mp3', mp3('x'));
    store.put('all/not-for-us/.nomedia', Buffer.alloc(0));
    store.put('all/not-for-us/x.mp3', mp3('x'));
    store.put('elsewhere/x.mp3', mp3('x'));
    await test.scan();
    const titles = test.songs().map((path) => [path, test.song(path)?.['title']]);
    expect(Object.fromEntries(titles)).toEqual({
      'Cloud/a b+c%20d/100%.mp3': keys[0],
      'Cloud/a/(no name)/b.mp3': keys[1],
      'Cloud/a/(..)/up.mp3': keys[2],
      'Cloud/a/(.)/here.mp3': keys[3],
      'Cloud/日本/ü – “x”.mp3': keys[4],
      'Cloud/both.mp3': keys[5],
      'Cloud/both.mp3 (2)/inside.mp3': keys[6],
      'Cloud/it\'s (1)*!&<>"=?#.mp3': keys[7],
    });
    expect(test.scanner.status().problem_count).toBe(1);
    expect(test.library.prepare("SELECT reason FROM problems WHERE name = 'empty.mp3'").pluck().get()).toBe(
      'file_empty',
    );
    const requests = store.requests.length;
    await test.scan();
    expect(store.requests.length).toBe(requests + 1);
  });

  it.each([
    ['forbids', 'bucket_forbidden'],
    ['has-no-bucket', 'bucket_missing'],
    ['is-busy', 'bucket_unreachable'],
    ['cuts-connections', 'bucket_unreachable'],
    ['is-no-store', 'bucket_elsewhere'],
    ['cuts-listings', 'bucket_elsewhere'],
  ] as const)('that %s is away, and comes back whole', async (behaviour, reason) => {
    store.put('all/a/song.mp3', mp3('song'));
    for (let count = 0; count < 1000; count += 1) store.put(`all/b/${count}.txt`, Buffer.from('x'));
    await test.scan();
    store.requests.length = 0;
    store.behaviour = behaviour;
    await test.scan();
    expect(state()).toMatchObject({ state: 'away', reason_code: reason, song_count: 1 });
    expect(test.songs()).toEqual(['Cloud/a/song.mp3']);
    store.behaviour = 'answers';
    await test.scan();
    expect(state()).toMatchObject({ state: 'available', song_count: 1, missing_count: 0 });
    expect(gets()).toEqual([]);
  });

  it('that is empty, or of which nobody says how it is reached, is away', async () => {
    store.put('all/song.mp3', mp3('song'));
    await test.scan();
    const known = test.buckets;
    test.buckets = [];
    await test.scan();
    expect(state()).toMatchObject({ state: 'away', reason_code: 'bucket_unset', song_count: 1 });
    test.buckets = known;
    store.clear();
    await test.scan();
    expect(state()).toMatchObject({ state: 'away', reason_code: 'bucket_empty', song_count: 1 });
    expect(test.songs()).toEqual(['Cloud/song.mp3']);
  });

  it('says nothing of keys that change while it is listed but what is there in the end', async () => {
    for (let count = 0; count < 1500; count += 1) store.put(`all/${count}.txt`, Buffer.from('x'));
    store.put('all/0.mp3', mp3('first'));
    store.put('all/zz.mp3', mp3('last'));
    let isDone = false;
    store.beforeNextPart = () => {
      if (isDone) return;
      isDone = true;
      store.put('all/0.mp3', mp3('changed'));
      store.remove('all/zz.mp3');
      store.put('all/zzz.mp3', mp3('new'));
    };
    await test.scan();
    // Its listing told another object: that is read by the next scan.
    expect(test.songs()).toEqual(['Cloud/zzz.mp3']);
    await test.scan();
    expect(test.songs()).toEqual(['Cloud/0.mp3', 'Cloud/zzz.mp3']);
    expect(test.song('Cloud/0.mp3')).toMatchObject({ title: 'changed' });
    expect(test.scanner.status().problem_count).toBe(0);
  });

  it('is left alone while folders of another source are watched and looked into', async () => {
    await library().album('Picnic', 2).writeTo(folder.join('music'));
    store.put('all/song.mp3', mp3('song'));
    test.sources = [...test.sources, { name: 'Music', realPath: folder.join('music') }];
    await test.scan();
    store.requests.length = 0;
    store.behaviour = 'forbids';
    test.scanner.triggerFolders(['Music/Picnic']);
    await test.settled();
    expect(store.requests).toEqual([]);
    const watched = [...readWatchedFolders(folder.join('data', 'library.db'))];
    expect(watched.map(({ virtualPath }) => virtualPath)).toEqual(['Music', 'Music/Picnic']);
    expect(test.scanner.sourceStates().map((source) => source.state)).toEqual(['available', 'available']);
  });
});
