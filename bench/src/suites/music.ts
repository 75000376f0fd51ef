import { cpSync } from 'node:fs';
import type {
  CollectionStatus,
  MusicAlbum,
  MusicArtist,
  MusicGenre,
  ScanStatus,
  Song,
} from '@tonearm/contract';
import type { BenchOptions } from '../bench-options.ts';
import { freshFolder, type LibrarySize, libraryOf, sizeOf } from '../libraries.ts';
import { residentMegabytes } from '../memory.ts';
import { albumArtistListing } from '../mpd.ts';
import { summarize } from '../percentiles.ts';
import { processorMs } from '../processor-time.ts';
import type { Figure } from '../report.ts';
import { databaseBytes, type ScanBeside, scanOfMore } from '../scan-beside.ts';
import { measureColdScan, rest, type ServedLibrary, scanEnd, serve } from '../served-library.ts';

/** Requests that are not counted, first, and those that are. */
const warmUp = 20;
const requestsAtRest = 300;
const requestsBesideScan = 100;

/** What is scanned beside them: enough for a scan that lasts as long as they do. */
const songsBeside = 100_000;

/** Pages lie all over the list. */
const pages = 50;
const pageLength = 50;

/** Albums, artists and genres whose pages are opened. */
const opened = 100;

const spread = <Value>(values: readonly Value[], count: number): Value[] => {
  const step = Math.max(1, Math.floor(values.length / count));
  return values.filter((_, at) => at % step === 0).slice(0, count);
};

/** Addresses of one list, page by page from its beginning to its end. */
const pagesOf = (address: string, total: number): string[] => {
  const step = Math.max(pageLength, Math.floor(total / pages));
  const mark = address.includes('?') ? '&' : '?';
  const offsets = Array.from({ length: pages }, (_, at) => (at * step) % Math.max(1, total));
  return offsets.map((offset) => `${address}${mark}limit=${pageLength}&offset=${offset}`);
};

/** @returns the p95, with the processor time of the answering process in its note and as a figure of its own */
const measure = async (
  served: ServedLibrary,
  { name, paths, requests }: { name: string; paths: readonly string[]; requests: number },
): Promise<Figure[]> => {
  const ask = async (round: number): Promise<number> => {
    const path = paths[round % paths.length] ?? '';
    const answer = await served.client.send(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.totalMs;
  };
  for (let round = 0; round < warmUp; round += 1) await ask(round);
  const samples: number[] = [];
  const before = processorMs(served.product.pid);
  for (let round = 0; round < requests; round += 1) samples.push(await ask(round));
  const cpu = (processorMs(served.product.pid) - before) / requests;
  const { p50, p95, count } = summarize(samples);
  const note = `p50 ${p50.toFixed(2)} ms, ${count} requests`;
  return [
    { name: `${name}.p95`, value: p95, unit: 'ms', note },
    { name: `${name}.processor`, value: cpu, unit: 'ms' },
  ];
};

const queriesOf = (songs: readonly Song[]): string[] =>
  songs.flatMap(({ title, artist, year }) => {
    const word = title?.split(' ')[0];
    return word && artist && year
      ? [
          `find_songs?limit=50&query=${encodeURIComponent(`${word} artist % "${artist.replaceAll('"', '').slice(0, 6)}" year >= ${year - 5}`)}`,
        ]
      : [];
  });

/** Long words of which one letter is another: nothing holds them, and one edit is forgiven. */
const misspeltOf = (songs: readonly Song[]): string[] =>
  songs.flatMap(({ title }) => {
    const word = title?.split(' ').find((one) => /^[A-Za-z]{6,}$/.test(one));
    return word
      ? [`find_songs?limit=50&query=${encodeURIComponent(`${word.slice(0, 3)}q${word.slice(4)}`)}`]
      : [];
  });

/** What is asked for, by its name. */
const addressesOf = async ({ client }: ServedLibrary): Promise<[string, readonly string[]][]> => {
  const { song_count: total } = await client.json<CollectionStatus>('collection_status');
  const albums = await client.json<MusicAlbum[]>('music/albums?order=title&limit=1000');
  const artists = await client.json<MusicArtist[]>('music/artists?limit=1000');
  const genres = await client.json<MusicGenre[]>('music/genres?order=songs&limit=50');
  const songs = spread(await client.json<Song[]>('flatten/Music?limit=5000'), 200);
  const albumCount = albums.length < 1000 ? albums.length : Math.floor(total / 20);
  const orders = ['added', 'title', 'artist', 'year', 'random', 'played'];
  const filters = ['order=title&filter=an', 'order=artist&filter=e'];
  // More than are remembered: each is worked out when it is asked for.
  const newFilters = [...'eaionrtslcumd'].flatMap((letter) => [letter, `${letter}e`]);
  const all: [string, readonly string[]][] = [
    ...orders.map((order): [string, string[]] => [
      `albums.${order}`,
      pagesOf(`music/albums?order=${order}`, albumCount),
    ]),
    ['albums.filtered', filters.map((filter) => `music/albums?limit=${pageLength}&${filter}`)],
    [
      'albums.filteredAnew',
      newFilters.map((text) => `music/albums?limit=${pageLength}&order=title&filter=${text}`),
    ],
    ['artists', pagesOf('music/artists', artists.length)],
    ['genres', pagesOf('music/genres', genres.length)],
    ['album', spread(albums, opened).map(({ id }) => `music/album/${id}`)],
    ['artist', spread(artists, opened).map(({ id }) => `music/artist/${id}`)],
    ['genre', genres.map(({ id }) => `music/genre/${id}`)],
    ['home', ['music/home?seed=1']],
    ['query', queriesOf(songs)],
    ['forgiven', misspeltOf(songs)],
  ];
  return all.filter(([, paths]) => paths.length > 0);
};

/** The same requests while another source is scanned for the first time; those for which no time is left are left out. */
const measureBesideScan = async (
  served: ServedLibrary,
  addresses: readonly (readonly [string, readonly string[]])[],
  scan: ScanBeside,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  await scan.begin();
  for (const [name, paths] of addresses) {
    const [p95] = await measure(served, { name: `${name}.besideScan`, paths, requests: requestsBesideScan });
    const { is_scanning } = await served.client.json<ScanStatus>('scan_status');
    if (!is_scanning) break;
    if (p95 !== undefined) figures.push(p95);
  }
  await scan.end();
  return figures;
};

/** A data folder of its own: an empty one, or a copy of one in which the library is scanned. */
const dataOf = (scannedFolder: string | null): string => {
  const dataFolder = freshFolder('data-music');
  if (scannedFolder !== null) cpSync(scannedFolder, dataFolder, { recursive: true });
  return dataFolder;
};

/** What the suite is told besides the size. */
type MusicOptions = Pick<BenchOptions, 'longestRestMs' | 'scannedFolder'>;

/** What albums, artists, genres and queries cost, at rest and beside a scan, and beside MPD's list of albums where it is installed. */
export const musicSuite = async (
  size: LibrarySize,
  { longestRestMs, scannedFolder }: MusicOptions,
): Promise<Figure[]> => {
  const { musicFolder } = libraryOf(size);
  const dataFolder = dataOf(scannedFolder);
  await using served = await serve(dataFolder);
  if (scannedFolder === null) await measureColdScan(served, musicFolder);
  else await scanEnd(served.client);
  await rest(served, longestRestMs);
  const { song_count: songCount } = await served.client.json<CollectionStatus>('collection_status');
  const bytes = databaseBytes(dataFolder, ['library.db', 'library.db-wal']);
  const figures: Figure[] = [
    { name: 'memory.idle', value: residentMegabytes(served.product.pid), unit: 'MB' },
    { name: 'library.perSong', value: bytes / songCount, unit: 'bytes' },
  ];
  const addresses = await addressesOf(served);
  for (const [name, paths] of addresses)
    figures.push(...(await measure(served, { name, paths, requests: requestsAtRest })));
  if (scannedFolder !== null) return figures;
  const more = libraryOf(sizeOf(songsBeside, { isLight: true })).musicFolder;
  const scan = scanOfMore(served, { music: musicFolder, more, longestRestMs });
  figures.push(...(await measureBesideScan(served, addresses, scan)));
  return [...figures, ...(await albumArtistListing(musicFolder))];
};
