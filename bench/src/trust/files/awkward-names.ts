import { readFileSync, utimesSync } from 'node:fs';
import type { Item, ScanStatus, Song } from '@tonearm/contract';
import { library, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { clientOf, eventually, prepareOnce } from '../trust-product.ts';

/** What came of it. */
interface AwkwardNamesResult {
  readonly names: number;
  /** How many of them are no UTF-8. */
  readonly odd: number;
  /** Names as a program that takes them for UTF-8 sees them: fewer, or nothing here is awkward. */
  readonly distinctAsText: number;
  readonly failures: readonly string[];
  /** What a second scan read again, and again after one file had been touched. */
  readonly readAgain: number;
  readonly readAfterTouch: number;
}

const longestName = 255;
const songsInFolder = 100;
const suffix = Buffer.from('.mp3');

const seeded = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** What people, other systems and mischief call files. */
const classics = [
  ...['-rf', '--', '%2F', '%00', '%', '50%20off', '#1', 'What?', 'a+b', 'A & B', ' leading', 'trailing '],
  ...['line\nbreak', 'return\rback', 'tab\ttab', '\u202edrowssap', 'caf\u00e9', 'cafe\u0301', 'CAF\u00c9'],
  ...[
    'back\\slash',
    'C:',
    'NUL',
    'con',
    'aux.txt',
    '...',
    '..a',
    'a..',
    '~',
    '$HOME',
    '`id`',
    '$(id)',
    "it's",
  ],
  ...['"quoted"', '<b>bold<br>', '*', '[ab]', '{a,b}', '|', ';', '\u0001\u001b[31m', '\u007f', '\ufeffbom'],
  ...[
    '\u{1f4bf}\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
    '\u65e5\u672c\u8a9e',
    '\u0627\u0644\u0639\u0631\u0628',
    'i\u0307',
    '\u0130',
    '\u00df',
    'SS',
    'ss',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', '0', 'NaN', 'x'.repeat(251)],
];

const randomName = (below: (limit: number) => number): Buffer => {
  const length = below(4) === 0 ? longestName - suffix.length : 1 + below(40);
  // All bytes but NUL and `/`.
  const bytes = Buffer.from(Array.from({ length }, () => 1 + below(255))).map((byte) =>
    byte === 0x2f ? 0x2e : byte,
  );
  return Buffer.from(bytes);
};

/** A name, and one that many take for the same. */
const twinsOf = (number: number): Buffer[] => {
  const name = `Tw\u00edn ${number} \u00e9`;
  return [name.normalize('NFC'), name.normalize('NFD'), name.toUpperCase(), name.toLowerCase()].map((text) =>
    Buffer.from(text),
  );
};

/** So many names of files, no two the same, none hidden. */
export const awkwardNames = (count: number, seed: number): Buffer[] => {
  const below = seeded(seed);
  const names = new Map<string, Buffer>();
  const add = (name: Buffer): void => {
    // What begins with a dot is hidden, and not of the collection.
    const shown = name[0] === 0x2e ? Buffer.concat([Buffer.from('_'), name]) : name;
    const whole = Buffer.concat([shown.subarray(0, longestName - suffix.length), suffix]);
    if (names.size < count) names.set(whole.toString('latin1'), whole);
  };
  for (const name of classics) add(Buffer.from(name));
  for (let number = 0; number < count / 16; number += 1) twinsOf(number).forEach(add);
  while (names.size < count) add(randomName(below));
  return [...names.values()];
};

const isText = (name: Buffer): boolean => Buffer.from(name.toString()).equals(name);

/** The words by which one song is found, whatever it is called. */
const wordOf = (number: number): string => `zq${number.toString(36)}x`;

/** Songs under these names, in folders that are called so too, each with a picture. */
const layOut = async (music: string, names: readonly Buffer[]) => {
  let builder = library();
  const slash = Buffer.from('/');
  names.forEach((name, number) => {
    const folder = Buffer.concat([
      Buffer.from(`${Math.floor(number / songsInFolder)}`),
      (names[number - (number % songsInFolder)] ?? name).subarray(0, 200),
    ]);
    if (number % songsInFolder === 0)
      builder = builder.picture(Buffer.concat([folder, Buffer.from('/cover.png')]));
    builder = builder.song(Buffer.concat([folder, slash, name]), {
      format: 'mp3',
      title: wordOf(number),
      artist: 'Anna',
      seconds: 0.2,
    });
  });
  return builder.writeTo(music);
};

const waitForScan = async (client: BenchClient): Promise<ScanStatus> => {
  let status: ScanStatus | undefined;
  await eventually('the scan', async () => {
    status = await client.json<ScanStatus>('scan_status');
    return !status.is_scanning && !status.is_queued && status.last_result === 'completed';
  });
  if (status === undefined) throw new Error('there is no scan');
  return status;
};

const scanAgain = async (client: BenchClient): Promise<number> => {
  await client.json('trigger_index', { method: 'POST' });
  return (await waitForScan(client)).files_read;
};

/** So often a file is touched at most. */
const mostTouches = 10;

/** Touches a file. @returns how many files a scan read then */
const touch = async (client: BenchClient, file: Buffer): Promise<number> => {
  for (let time = 1; time <= mostTouches; time += 1) {
    utimesSync(file, time * 1_000, time * 1_000);
    const read = await scanAgain(client);
    // Behind it may have come the scan of folders that are watched since, or of the file that was touched: it read none.
    if (read > 0) return read;
  }
  return 0;
};

/** Takes a song the ways people do: through its folder, by a search, as sound, with its picture. */
const roundTrip = async (
  client: BenchClient,
  { song, bytes, browsed }: { song: Song; bytes: Buffer; browsed: Map<string, Set<string>> },
): Promise<string[]> => {
  const path = encodeURIComponent(song.path);
  const missed: string[] = [];
  const folder = song.path.slice(0, song.path.lastIndexOf('/'));
  if (!browsed.has(folder)) {
    const items = await client.json<Item[]>(`browse/${encodeURIComponent(folder)}`);
    browsed.set(folder, new Set(items.flatMap((item) => ('Song' in item ? [item.Song.path] : []))));
  }
  if (browsed.get(folder)?.has(song.path) !== true) missed.push('browse');
  const found = await client.json<Item[]>(`search/${song.title}`);
  if (!found.some((item) => 'Song' in item && item.Song.path === song.path)) missed.push('search');
  const sound = await client.send(`audio/${path}`);
  if (sound.status !== 200 || !sound.body.equals(bytes)) missed.push(`play (${sound.status})`);
  const picture = await client.send(`thumbnail/${encodeURIComponent(song.artwork ?? '')}?size=small`);
  if (picture.status !== 200) missed.push(`thumbnail (${picture.status})`);
  return missed.map((what) => `${JSON.stringify(song.path)}: ${what}`);
};

/** Keeps everything in one playlist, and takes it back. */
const keepAll = async (client: BenchClient, songs: readonly Song[]): Promise<string[]> => {
  const tracks = songs.map(({ path }) => path);
  await client.json(`playlist/${encodeURIComponent('All\n%2F')}`, { method: 'PUT', body: { tracks } });
  const kept = await client.json<Song[]>(`playlist/${encodeURIComponent('All\n%2F')}`);
  const same = kept.length === tracks.length && kept.every(({ path }, at) => path === tracks[at]);
  return same ? [] : [`a playlist of ${tracks.length} came back with ${kept.length}, or others`];
};

/** Takes so many songs of awkward names through everything that people do with songs. */
export const runAwkwardNames = async (count: number, seed = 1): Promise<AwkwardNamesResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const music = folder.join('music');
  const token = await prepareOnce(dataFolder, folder.join('few'));
  const names = awkwardNames(count, seed);
  const written = await layOut(music, names);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  await client.json('mount_dirs', { method: 'PUT', body: [{ name: 'Names', source: music }] });
  await eventually('all songs', async () => (await waitForScan(client)).song_count === count);
  const songs = await client.json<Song[]>('flatten');
  const failures: string[] = [];
  if (new Set(songs.map(({ path }) => path)).size !== count)
    failures.push(`${songs.length} songs of ${count}, or two of one path`);
  const browsed = new Map<string, Set<string>>();
  const files = new Map(written.songs.map((song) => [song.tags.title ?? '', song]));
  for (const song of songs) {
    const file = files.get(song.title ?? '');
    if (file === undefined) failures.push(`${JSON.stringify(song.path)} is nobody's`);
    else failures.push(...(await roundTrip(client, { song, bytes: readFileSync(file.hostPath), browsed })));
  }
  failures.push(...(await keepAll(client, songs)));
  const { revision } = await client.json<{ revision: number }>('collection_status');
  const readAgain = await scanAgain(client);
  const after = await client.json<{ revision: number }>('collection_status');
  if (after.revision !== revision) failures.push('a second scan changed something');
  const some = written.songs.at(-1)?.hostPath;
  const readAfterTouch = some === undefined ? 0 : await touch(client, some);
  client.close();
  return {
    names: count,
    odd: names.filter((name) => !isText(name)).length,
    distinctAsText: new Set(names.map((name) => name.toString().normalize().toLowerCase())).size,
    failures,
    readAgain,
    readAfterTouch,
  };
};
