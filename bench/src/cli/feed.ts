import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLibrary, readFlags, startPostgres } from '@tonearm/testkit';
import { openPostgres } from '../../../server/src/db/postgres.ts';
import type { FromScanProcess } from '../../../server/src/features/scan/index.ts';
import { createScanLink } from '../../../server/src/features/scanner/index.ts';
import { createLibraryFeed } from '../../../server/src/library/feed/library-feed.ts';
import {
  createPostgresFeedStore,
  migrateFeed,
} from '../../../server/src/library/feed/postgres-feed-store.ts';
import { openLibraryKeeper } from '../../../server/src/library/library-keeper.ts';
import { defaultModelSettings } from '../../../server/src/library/model/model-settings.ts';
import { openLibraryReader, openLibraryWriter } from '../../../server/src/library/open-library.ts';
import { systemClock } from '../../../server/src/platform/clock.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { openState } from '../../../server/src/state/open-state.ts';
import { median } from '../percentiles.ts';

const help = `node bench/src/cli/feed.ts [SONGS] [RUNS] [FOLDER]
What it costs that other processes follow a scan: processor time of the same scan with and without, in turns; how large what
they are sent is; how long a new process takes, and a change. It needs Debian's PostgreSQL. The collection is made
in FOLDER where that does not hold it yet, and stays there.
`;

const log = createLog({ level: 'warn', write: (line) => console.error(line) });
const ignore = (): void => {};

/** Processor time of processes of ours that have ended, in seconds. */
const endedSeconds = (): number => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
};

/** Scans a folder in a process of its own, as the server does. @returns seconds of the processor */
const scan = async (dataFolder: string, root: string, isFollowed: boolean): Promise<number> => {
  const ended = Promise.withResolvers<void>();
  const link = createScanLink({
    dataFolder,
    readerCount: 1,
    isFollowed,
    clock: systemClock,
    onMessage: (message: FromScanProcess) => {
      if (message.kind !== 'ended') return;
      if (message.result === 'completed') ended.resolve();
      else ended.reject(new Error(`The scan ${message.result}: ${message.error ?? ''}`));
    },
    onDeath: ended.reject,
  });
  const before = endedSeconds();
  link.send({
    kind: 'scan',
    request: {
      sources: [{ name: 'Music', realPath: root }],
      buckets: [],
      albumArtPattern: 'Folder.(jpeg|jpg|png)',
      model: defaultModelSettings,
      corrections: [],
      followsLinksOutside: false,
      folders: null,
      forget: [],
      retry: [],
    },
  });
  await ended.promise;
  await link.close();
  return endedSeconds() - before;
};

const freshData = (folder: string): string => {
  const dataFolder = mkdtempSync(join(folder, 'data-'));
  openState(dataFolder).close();
  openLibraryWriter(dataFolder).close();
  return dataFolder;
};

const ask = (dataFolder: string, sql: string): number => {
  const { raw, close } = openLibraryReader(dataFolder);
  const value = raw.prepare(sql).pluck().get() as number;
  close();
  return value;
};

/** One process of several, over the store that they share. */
const openProcess = async (dataFolder: string, url: string, onChanged: () => void = ignore) => {
  const database = openPostgres({ url, schema: 'library', mostConnections: 3 });
  const session = await database.openSession();
  const keeper = openLibraryKeeper({ dataFolder, clock: systemClock, log });
  const hearing: (() => void)[] = [];
  const signals = { on: (_channel: string, hear: () => void) => void hearing.push(hear) };
  const store = createPostgresFeedStore({ database, signals });
  session.onNotify(() => {
    for (const hear of hearing) hear();
  });
  await session.query('LISTEN library_feed');
  const feed = createLibraryFeed({
    ...{ dataFolder, store, adopt: keeper.adopt, onChanged, clock: systemClock, log },
    ...{ onPublished: ignore, onFenced: ignore, onDamaged: (error: Error) => keeper.report(error.message) },
  });
  return {
    ...{ feed, keeper },
    close: async () => {
      await feed.close();
      await keeper.close();
      await session.close();
      await database.close();
    },
  };
};

const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
};

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

/** How long a new process takes, and small changes. */
const measureProcesses = async (folder: string, leader: string, songs: number): Promise<void> => {
  const postgres = await startPostgres();
  const url = postgres.url();
  const setUp = openPostgres({ url, schema: 'library', mostConnections: 1 });
  await migrateFeed(setUp);
  const leading = await openProcess(leader, url);
  console.log(
    `first copy put: ${(
      await seconds(async () => {
        await leading.feed.lead(1);
        await leading.feed.settled();
      })
    ).toFixed(2)} s`,
  );
  const [row] = await setUp.query<{ size: number; chunks: number }>(
    'SELECT snapshot_bytes AS size, snapshot_chunks AS chunks FROM library.feed_head',
  );
  console.log(`copy: ${((row?.size ?? 0) / songs).toFixed(0)} bytes a song in ${row?.chunks} chunks`);
  let changes = 0;
  const followerFolder = freshData(folder);
  const following = await openProcess(followerFolder, url, () => {
    changes += 1;
  });
  const fetchSeconds = await seconds(async () => {
    following.feed.follow();
    await until(() => following.feed.isReady());
  });
  console.log(`new process, from the copy: ${fetchSeconds.toFixed(2)} s`);
  await measureLag({ leader, leading: leading.feed, changes: () => changes });
  await following.close();
  await leading.close();
  await setUp.close();
  await postgres.close();
};

/** From a commit to the moment at which another process reads it, for one folder's colour at a time. */
const measureLag = async (processes: {
  leader: string;
  leading: { wake(): void };
  changes: () => number;
}): Promise<void> => {
  const link = createScanLink({
    dataFolder: processes.leader,
    readerCount: 1,
    isFollowed: true,
    clock: systemClock,
    onMessage: ignore,
    onDeath: (error) => {
      throw error;
    },
  });
  const library = openLibraryReader(processes.leader);
  const read = library.raw.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'revision'").pluck();
  const times: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const before = read.get() as number;
    const seen = processes.changes();
    link.send({ kind: 'colors', colors: new Map([[1, `#0000${String(10 + round)}`]]) });
    await until(() => (read.get() as number) > before);
    const begun = performance.now();
    processes.leading.wake();
    await until(() => processes.changes() > seen);
    if (round > 4) times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  console.log(
    `lag of a small batch: p50 ${median(times).toFixed(1)} ms, p95 ${(times[Math.floor(times.length * 0.95)] ?? 0).toFixed(1)} ms`,
  );
  library.close();
  await link.close();
};

const { positionals } = readFlags(help, { allowPositionals: true });
const [songs = 100_000, runs = 2] = positionals.map(Number);
const kept = positionals[2] ?? join(tmpdir(), `tonearm-feed-${songs}`);
if (!existsSync(join(kept, 'music'))) {
  mkdirSync(kept, { recursive: true });
  makeLibrary({ out: kept, songs, light: 'files' });
}
const root = join(kept, 'music');
const folder = mkdtempSync(join(tmpdir(), 'tonearm-feed-run-'));
// Its threads and processes hold nobody back from ending.
const alive = setInterval(ignore, 1_000);
try {
  const taken: Record<'alone' | 'followed', number[]> = { alone: [], followed: [] };
  let leader = '';
  for (let run = 0; run < runs; run += 1) {
    for (const kind of ['alone', 'followed'] as const) {
      const dataFolder = freshData(folder);
      taken[kind].push(await scan(dataFolder, root, kind === 'followed'));
      if (kind === 'followed') leader = dataFolder;
    }
  }
  const [alone, followed] = [median(taken.alone), median(taken.followed)];
  console.log(
    `processor time of a cold scan alone: ${taken.alone.map((each) => each.toFixed(1)).join(', ')} s`,
  );
  console.log(
    `processor time of a cold scan followed: ${taken.followed.map((each) => each.toFixed(1)).join(', ')} s`,
  );
  console.log(`ratio: ${(followed / alone).toFixed(3)}`);
  const found = ask(leader, 'SELECT count(*) FROM songs');
  const waiting = ask(leader, 'SELECT coalesce(sum(size_bytes), 0) FROM feed_outbox');
  const batches = ask(leader, 'SELECT count(*) FROM feed_outbox');
  console.log(`${found} songs; feed: ${(waiting / found).toFixed(0)} bytes a song in ${batches} batches`);
  console.log(
    `library.db: ${(statSync(join(leader, 'library.db')).size / found).toFixed(0)} bytes a song with what waits`,
  );
  await measureProcesses(folder, leader, found);
} finally {
  clearInterval(alive);
  rmSync(folder, { recursive: true, force: true });
}
