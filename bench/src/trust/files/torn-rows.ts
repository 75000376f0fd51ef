import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus, Song } from '@tonearm/contract';
import { buildSong, startProduct, tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../../http-client.ts';
import { clientOf, eventually, prepareOnce, sleep } from '../trust-product.ts';

/** What came of it. */
interface TornRowsResult {
  readonly scans: number;
  readonly writes: number;
  readonly streams: number;
  /** Streams that were to go on, and began again because the file had become another one. */
  readonly begunAnew: number;
  readonly rowsSeen: number;
  readonly failures: readonly string[];
}

const files = 24;
const preparedSongs = 4;
/** So many of the files are written where they stand; the others are put in place of what was there. */
const written = 6;
const mostTold = 20;
/** How much of a song is fetched before the rest is asked for, in bytes. */
const firstPart = 30_000;

const digest = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64');

/** The number in a title, an album and an artist: one, or the row is of two editions. */
const editionsOf = (song: Song): Set<string> =>
  new Set(
    [song.title, song.album, song.artist].map((text) => /\d+$/.exec(String(text))?.[0] ?? `none in ${text}`),
  );

/** Writes files anew all the time, each edition with another number in every field and of another length. */
const createWriter = (music: string, isTorn: boolean) => {
  const folder = join(music, 'Storm');
  mkdirSync(folder);
  const editions = new Map<string, number>();
  const known = new Map<string, Set<string>>();
  let writes = 0;
  const write = (number: number): void => {
    const file = join(folder, `${number}.flac`);
    const edition = (editions.get(file) ?? 0) + 1;
    editions.set(file, edition);
    writes += 1;
    const { data } = buildSong({
      format: 'flac',
      tags: {
        title: `Song ${edition}`,
        album: `Album ${isTorn ? edition + 1 : edition}`,
        artists: [`Artist ${edition}`],
        track: number,
      },
      seconds: 1 + (edition % 5) / 10,
      pitchHz: 200 + (edition % 50) * 7,
    });
    if (number < written) {
      writeFileSync(file, data);
      return;
    }
    known.set(file, (known.get(file) ?? new Set()).add(digest(data)));
    writeFileSync(join(music, '.next'), data);
    renameSync(join(music, '.next'), file);
  };
  for (let number = 0; number < files; number += 1) write(number);
  return {
    writes: (): number => writes,
    write,
    writeNext: (): void => write(writes % files),
    /** Whether these bytes ever were a file that is put in place whole. */
    isEdition: (number: number, bytes: Buffer): boolean =>
      known.get(join(folder, `${number}.flac`))?.has(digest(bytes)) === true,
    editionNow: (number: number): number => editions.get(join(folder, `${number}.flac`)) ?? 0,
  };
};

type Writer = ReturnType<typeof createWriter>;

/** Fetches a song, or its beginning and then the rest of the same edition. */
const stream = async (
  client: BenchClient,
  writer: Writer,
  number: number,
): Promise<{ failures: string[]; isBegunAnew: boolean }> => {
  const path = `audio/${encodeURIComponent(`Music/Storm/${number}.flac`)}`;
  const isWhole = number < written;
  try {
    const first = await client.send(path, { headers: { Range: `bytes=0-${firstPart - 1}` } });
    if (first.status === 404) return { failures: [], isBegunAnew: false };
    // Every other song is another one by then.
    if (number % 2 === 0) writer.write(number);
    const headers = { Range: `bytes=${firstPart}-`, 'If-Range': String(first.headers.etag) };
    const asked = client.send(path, { headers });
    writer.writeNext();
    const rest = await asked;
    const isContinued = rest.status === 206;
    const bytes = isContinued ? Buffer.concat([first.body, rest.body]) : rest.body;
    const length = Number(rest.headers['content-length'] ?? rest.body.length);
    const failures = [
      ...(length === rest.body.length ? [] : [`${rest.body.length} bytes of ${length}`]),
      // What is written where it stands may be of two editions: only its length is promised.
      ...(isWhole || rest.status >= 300 || writer.isEdition(number, bytes)
        ? []
        : [`${bytes.length} bytes that never were a file (${rest.status})`]),
    ];
    return { failures: failures.map((line) => `song ${number}: ${line}`), isBegunAnew: !isContinued };
  } catch (error) {
    // Cut off, because the file had become shorter: nobody takes a part for the whole.
    if (isWhole && ['ECONNRESET', 'ECONNABORTED'].includes((error as { code?: string }).code ?? ''))
      return { failures: [], isBegunAnew: false };
    return { failures: [`song ${number}: ${(error as Error).message}`], isBegunAnew: false };
  }
};

const scanOnce = async (client: BenchClient): Promise<void> => {
  await client.json('trigger_index', { method: 'POST' });
  for (;;) {
    const { is_scanning, is_queued } = await client.json<ScanStatus>('scan_status');
    if (!is_scanning && !is_queued) return;
    await sleep(5);
  }
};

/** Rows that say things of two editions. */
export const tornIn = (songs: readonly Song[]): string[] =>
  songs
    .filter(({ path }) => path.startsWith('Music/Storm/'))
    .filter((song) => editionsOf(song).size > 1)
    .map((song) => `${song.path} is torn: ${[...editionsOf(song)].join(', ')}`);

/** Rows that are not as the files are, when nothing is written any more. */
const behindIn = (songs: readonly Song[], writer: Writer): string[] =>
  songs.flatMap((song) => {
    const number = Number(/^Music\/Storm\/(\d+)\.flac$/.exec(song.path)?.[1] ?? -1);
    const [edition] = editionsOf(song);
    return number < 0 || edition === String(writer.editionNow(number))
      ? []
      : [`${song.path} is of edition ${edition}, the file of ${writer.editionNow(number)}`];
  });

/**
 * Writes files all the time while they are scanned and streamed again and again.
 * @param options.isTorn whether the files themselves say two things: the control, which must be red
 */
export const runTornRows = async (
  { scans, isTorn = false }: { scans: number; isTorn?: boolean },
  say: (line: string) => void,
): Promise<TornRowsResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const music = folder.join('music');
  const token = await prepareOnce(dataFolder, music);
  const writer = createWriter(music, isTorn);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  const failures: string[] = [];
  let [rowsSeen, streams, begunAnew, done] = [0, 0, 0, 0];
  const streaming = (async () => {
    for (; done < scans; await sleep(1)) {
      const result = await stream(client, writer, streams % files);
      streams += 1;
      if (result.isBegunAnew) begunAnew += 1;
      failures.push(...result.failures);
    }
  })();
  for (; done < scans; done += 1) {
    await scanOnce(client);
    const songs = await client.json<Song[]>('flatten');
    rowsSeen += songs.length;
    failures.push(...tornIn(songs));
    if ((done + 1) % 100 === 0) say(`${done + 1} scans, ${streams} streams, ${failures.length} failures`);
    if (failures.length > mostTold) break;
  }
  done = scans;
  await streaming;
  // What was written within the clock's grain of a scan is looked at once more, by itself.
  await scanOnce(client);
  const songs = await client.json<Song[]>('flatten');
  await eventually(
    'all songs',
    async () => (await client.json<Song[]>('flatten')).length === files + preparedSongs,
  );
  failures.push(...tornIn(songs), ...(isTorn ? [] : behindIn(songs, writer)));
  client.close();
  return { scans, writes: writer.writes(), streams, begunAnew, rowsSeen, failures };
};
