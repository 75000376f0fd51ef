import { copyFileSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@tonearm/contract';
import { buildSong, type Product, startProduct, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import type { BenchClient } from '../../http-client.ts';
import { summarize } from '../../percentiles.ts';
import { type Act, createActor, lostOf, stateOfActs } from '../acknowledged.ts';
import { clientOf, eventually, prepare, scanned, sleep } from '../trust-product.ts';

/** What came of it. */
interface ServerKillResult {
  readonly kills: number;
  /** Kills that came while files were read. */
  readonly inScans: number;
  readonly acknowledged: number;
  readonly failures: readonly string[];
  /** From the start of the process until it takes requests, after a kill. */
  readonly readyP95Ms: number;
  /** Files that had been read and were not kept, of the kill that cost most. */
  readonly mostRedone: number;
  /** What would be missing if what was sent were taken for acknowledged. */
  readonly sentAndLost: number;
}

/** What a scan writes at once. @see server/src/library/write/batch-store.ts */
const rowsOfBatch = 4_000;
const songsInFolder = 25;
const preparedSongs = 4;
const people = 4;
const lookEveryMs = 10;
const firstTime = 1_600_000_000;

/** Files that say something else about themselves every time, without being written anew. */
const createMusic = (root: string, songs: number) => {
  const files: string[] = [];
  for (let number = 0; number < songs; number += 1) {
    const folder = join(root, `Folder ${Math.floor(number / songsInFolder)}`);
    if (number % songsInFolder === 0) mkdirSync(folder, { recursive: true });
    const tags = { title: `Song ${number}`, artists: [`Artist ${number % 40}`], album: folder.slice(-9) };
    const file = join(folder, `${number}.mp3`);
    writeFileSync(file, buildSong({ format: 'mp3', tags, seconds: 0.1 }).data);
    files.push(file);
  }
  let edition = firstTime;
  return {
    touch: (): void => {
      edition += 10;
      for (const file of files) utimesSync(file, edition, edition);
    },
    /** Songs of the collection that are known as they are now. */
    knownIn: (library: Database.Database): number =>
      library
        .prepare<[number], number>('SELECT count(*) FROM songs WHERE mtime_us = ?')
        .pluck()
        .get(edition * 1_000_000) ?? 0,
  };
};

/** Opens a copy of a database as a kill left it: what is opened itself is another afterwards. */
const withCopy = <Result>(
  { dataFolder, copies }: { dataFolder: string; copies: string },
  name: string,
  look: (database: Database.Database) => Result,
): Result => {
  rmSync(copies, { recursive: true, force: true });
  mkdirSync(copies);
  for (const tail of ['', '-wal'])
    if (existsSync(join(dataFolder, name + tail)))
      copyFileSync(join(dataFolder, name + tail), join(copies, name + tail));
  const database = new Database(join(copies, name));
  try {
    return look(database);
  } finally {
    database.close();
  }
};

const damageOf = (database: Database.Database): string[] =>
  [String(database.pragma('integrity_check(1)', { simple: true }))].filter((line) => line !== 'ok');

/** Starts it, and waits until it takes requests. */
const launch = async (dataFolder: string) => {
  const begunMs = performance.now();
  const product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const { status } = await fetch(new URL('api/ready', product.address));
  if (status !== 200) throw new Error(`ready answered ${status}`);
  return { product, readyMs: performance.now() - begunMs };
};

/** Looks how many files a scan has read, until it is told to stop. */
const watchScan = (client: BenchClient) => {
  let isOver = false;
  let filesRead = 0;
  const done = (async () => {
    for (; !isOver; await sleep(lookEveryMs)) {
      const status = await client.json<ScanStatus>('scan_status').catch(() => null);
      filesRead = Math.max(filesRead, status?.files_read ?? 0);
    }
  })();
  return async (): Promise<number> => {
    isOver = true;
    await done;
    return filesRead;
  };
};

/** People who change something all the time, whichever process answers. */
const createPeople = () => {
  let current: BenchClient | null = null;
  const send: BenchClient['send'] = (...call) =>
    current === null ? Promise.reject(new Error('nobody answers')) : current.send(...call);
  const actors = Array.from({ length: people }, (_, number) => createActor({ send }, `p${number}`));
  return {
    acts: (): Act[] => actors.flatMap(({ acts }) => acts),
    /** @returns ends it, and waits for the last answers */
    begin: (client: BenchClient) => {
      current = client;
      let isOver = false;
      const running = actors.map(async (actor) => {
        while (!isOver && (await actor.next()) !== 0);
      });
      return async (): Promise<void> => {
        isOver = true;
        await Promise.all(running);
        current = null;
      };
    },
  };
};

/** Takes what was sent for acknowledged. */
const believed = (acts: readonly Act[]): Act[] =>
  acts.map((act) => ({ ...act, ackedAtMs: act.ackedAtMs ?? act.sentAtMs + 1 }));

/**
 * One life of a server: it reads and is written to until it is killed.
 * @param options.lifeMs it lives so long, and as the last one until something was acknowledged
 */
const liveAndDie = async (
  product: Product,
  options: { client: BenchClient; folks: ReturnType<typeof createPeople>; lifeMs: number; isLast: boolean },
): Promise<number> => {
  const { client, folks, lifeMs, isLast } = options;
  const filesRead = watchScan(client);
  const leave = folks.begin(client);
  await sleep(lifeMs);
  // Where lives are few and short, and the machine is slow, nobody would have got an answer by then.
  if (isLast)
    await eventually('an answer to a change', () => folks.acts().some(({ ackedAtMs }) => ackedAtMs !== null));
  await product.kill();
  await leave();
  client.close();
  return filesRead();
};

/** The last life is a whole one: what was kept is not read again, and all is there. */
const lastLife = async (
  dataFolder: string,
  { token, songs, known }: { token: string; songs: number; known: number },
): Promise<string[]> => {
  const begunAtSeconds = Math.floor(Date.now() / 1000);
  const { product } = await launch(dataFolder);
  const client = clientOf(product, token);
  const read = watchScan(client);
  await eventually('the last scan', async () => {
    const { is_scanning, is_queued, finished_at: finishedAt } = await client.json<ScanStatus>('scan_status');
    return !is_scanning && !is_queued && (finishedAt ?? 0) >= begunAtSeconds;
  });
  await scanned(client, songs + preparedSongs);
  const filesRead = await read();
  client.close();
  const code = await product.stop();
  return [
    ...(filesRead === songs - known ? [] : [`${filesRead} files were read, ${songs - known} had to be`]),
    ...(code === 0 ? [] : [`the server ended with ${code}`]),
  ];
};

/**
 * Kills a server at random moments while it scans and is written to, and looks at what it left each time.
 * @param options.longestLifeMs it is killed up to so long after it was ready
 */
export const runServerKills = async ({
  kills,
  songs = 10_000,
  longestLifeMs = 2_500,
  random = Math.random,
}: {
  kills: number;
  songs?: number;
  longestLifeMs?: number;
  random?: () => number;
}): Promise<ServerKillResult> => {
  await using folder = await tempFolder();
  const places = { dataFolder: folder.join('data'), copies: folder.join('copies') };
  const token = await prepare(places.dataFolder, folder.join('music'));
  const music = createMusic(folder.join('music'), songs);
  const folks = createPeople();
  const failures: string[] = [];
  const readyMs: number[] = [];
  let [inScans, mostRedone, sentAndLost, known] = [0, 0, 0, 0];
  music.touch();
  for (let kill = 1; kill <= kills; kill += 1) {
    if (known === songs) {
      music.touch();
      known = 0;
    }
    const life = await launch(places.dataFolder);
    if (kill > 1) readyMs.push(life.readyMs);
    const client = clientOf(life.product, token);
    const filesRead = await liveAndDie(life.product, {
      client,
      folks,
      lifeMs: random() * longestLifeMs,
      isLast: kill === kills,
    });
    const knownNow = withCopy(places, 'library.db', (library) => {
      failures.push(...damageOf(library).map((line) => `kill ${kill}, library.db: ${line}`));
      return music.knownIn(library);
    });
    mostRedone = Math.max(mostRedone, filesRead - (knownNow - known));
    if (filesRead > 0 && knownNow < songs) inScans += 1;
    known = knownNow;
    withCopy(places, 'state.db', (state) => {
      const held = stateOfActs(state);
      failures.push(...damageOf(state).map((line) => `kill ${kill}, state.db: ${line}`));
      failures.push(...lostOf(folks.acts(), held).map((line) => `kill ${kill}: ${line}`));
      sentAndLost += lostOf(believed(folks.acts()), held).length;
    });
  }
  failures.push(...(await lastLife(places.dataFolder, { token, songs, known })));
  if (mostRedone > rowsOfBatch) failures.push(`${mostRedone} files that had been read were not kept`);
  const acknowledged = folks.acts().filter(({ ackedAtMs }) => ackedAtMs !== null).length;
  const readyP95Ms = summarize(readyMs).p95;
  return { kills, inScans, acknowledged, failures, readyP95Ms, mostRedone, sentAndLost };
};
