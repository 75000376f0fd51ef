import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { library, startProduct, type TempFolder, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { openState } from '../../../server/src/state/open-state.ts';
import { type BenchClient, createBenchClient } from '../http-client.ts';

/** Something that is done to `library.db`. */
interface Damage {
  readonly name: string;
  /** @param file path of the database */
  readonly to: (file: string) => void;
}

/** What came of it. */
export interface DamageResult {
  readonly cases: number;
  /** How often a library was made anew; the others went on with what was whole, or was made whole. */
  readonly rebuilt: number;
  /** A line each: a 500, a list that was cut, an answer that never came back, state.db changed. */
  readonly failures: readonly string[];
}

const pageBytes = 4096;
const account = { name: 'anna', password: 'anna plays on', admin: true };
/** Everything must be back after this, in milliseconds. */
const recoveryDeadlineMs = 60_000;

const overwrite = (file: string, offset: number, bytes: Uint8Array): void => {
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, bytes, 0, bytes.length, offset);
  } finally {
    closeSync(descriptor);
  }
};

/** The same bytes at every run. */
const noise = (length: number): Uint8Array => {
  let seed = 7;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed >>> 16;
  });
};

const filled = (page: number, kind: 'noise' | 'zeros'): Damage => ({
  name: `page ${page} is ${kind}`,
  to: (file) =>
    overwrite(file, (page - 1) * pageBytes, kind === 'zeros' ? new Uint8Array(pageBytes) : noise(pageBytes)),
});

/** Each page in turn, as noise and as zeros. */
const damagedPages = (pageCount: number, step = 1): Damage[] =>
  Array.from({ length: Math.ceil(pageCount / step) }, (_, index) => 1 + index * step).flatMap((page) => [
    filled(page, 'noise'),
    filled(page, 'zeros'),
  ]);

const remove = (file: string): void => {
  for (const tail of ['', '-wal', '-shm']) rmSync(file + tail, { force: true });
};

/** The file as a whole. */
const damagedFiles: readonly Damage[] = [
  { name: 'the header is garbage', to: (file) => overwrite(file, 0, noise(100)) },
  { name: 'the second half is gone', to: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)) },
  { name: 'it ends in the middle of a page', to: (file) => truncateSync(file, statSync(file).size - 1000) },
  { name: 'it is deleted', to: remove },
  { name: 'only the file itself is deleted', to: (file) => rmSync(file) },
  {
    name: 'a folder is in its place',
    to: (file) => {
      remove(file);
      mkdirSync(file);
    },
  },
  {
    name: 'a link that leads nowhere is in its place',
    to: (file) => {
      remove(file);
      symlinkSync('nowhere', file);
    },
  },
  {
    name: 'a database of something else is in its place',
    to: (file) => {
      remove(file);
      const other = new Database(file);
      other.exec("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('not ours')");
      other.close();
    },
  },
  {
    name: 'its first half is zeros',
    to: (file) => overwrite(file, 0, new Uint8Array(statSync(file).size / 2)),
  },
  {
    name: 'its log and the index of that are deleted',
    to: (file) => {
      for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
    },
  },
  { name: 'its log is noise', to: (file) => writeFileSync(`${file}-wal`, noise(40_000)) },
  {
    name: 'three pages are noise and it is deleted',
    to: (file) => {
      for (const page of [2, 5, 9]) overwrite(file, (page - 1) * pageBytes, noise(pageBytes));
      rmSync(file);
    },
  },
];

/** Left out while a server runs: emptied under those who have it open, it is to them as if cut in half. */
const emptied: Damage = { name: 'it is empty', to: (file) => truncateSync(file, 0) };

/** Every kind of read, with what may differ between two libraries of the same files taken out. */
const calls = [
  'browse',
  'flatten',
  'recent?limit=100',
  'search/track',
  'search/pic',
  'playlist/Mine',
] as const;

interface Entry {
  readonly Directory?: { readonly date_added?: number };
}

/** Folders without songs are dated by the library alone. */
const comparable = (entry: Entry): string =>
  JSON.stringify(
    entry.Directory === undefined ? entry : { Directory: { ...entry.Directory, date_added: undefined } },
  );

/** Null where a damaged page is text that goes on: SQLite notices nothing before all is looked through. */
const entriesOf = (text: string): Entry[] | null => {
  try {
    return JSON.parse(text) as Entry[];
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

interface Watched {
  readonly failures: string[];
}

const ask = async (client: BenchClient, path: string, watched: Watched): Promise<string | null> => {
  const answer = await client.send(path).catch(() => null);
  // Cut off in the middle is not taken for whole by any client.
  if (answer === null) return null;
  if (answer.status === 200 && path.startsWith('audio')) return `${answer.body.length} bytes`;
  const text = answer.body.toString();
  if (answer.status === 200) {
    const entries = entriesOf(text);
    return entries === null ? null : JSON.stringify(entries.map(comparable).sort());
  }
  if (answer.status !== 503) watched.failures.push(`${path} answered ${answer.status} ${text}`);
  return null;
};

interface Song {
  readonly path: string;
}

const snapshot = async (client: BenchClient, watched: Watched): Promise<Map<string, string | null>> => {
  const answers = new Map<string, string | null>();
  for (const call of calls) answers.set(call, await ask(client, call, watched));
  const songs = (JSON.parse(answers.get('flatten') ?? '[]') as string[]).map(
    (text) => JSON.parse(text) as Song,
  );
  for (const folder of new Set(songs.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))) {
    answers.set(folder, await ask(client, `browse/${encodeURIComponent(folder)}`, watched));
  }
  for (const { path } of songs.slice(0, 5)) {
    answers.set(path, await ask(client, `audio/${encodeURIComponent(path)}`, watched));
  }
  for (const call of ['scan_status', 'source_states', 'collection_status', 'scan_problems']) {
    const { status, body } = await client.send(call);
    if (status !== 200 && status !== 503)
      watched.failures.push(`${call} answered ${status} ${body.toString()}`);
  }
  return answers;
};

const isSame = (
  one: ReadonlyMap<string, string | null>,
  other: ReadonlyMap<string, string | null>,
): boolean =>
  one.size === other.size && [...one].every(([key, value]) => value !== null && other.get(key) === value);

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const scanned = async (client: BenchClient): Promise<void> => {
  for (;;) {
    const { body, status } = await client.send('scan_status');
    const scan = JSON.parse(body.toString()) as { is_scanning: boolean; finished_at: number | null };
    if (status === 200 && !scan.is_scanning && scan.finished_at !== null) return;
    await sleep(20);
  }
};

const scan = async (client: BenchClient): Promise<void> => {
  await client.send('trigger_index', { method: 'POST' });
  await scanned(client);
};

const stateOf = (dataFolder: string): string => {
  const state = openState(dataFolder);
  try {
    return JSON.stringify(
      ['users', 'sources', 'playlists', 'playlist_chunks', 'first_seen'].map((table) =>
        state.raw.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );
  } finally {
    state.close();
  }
};

interface Rig {
  readonly folder: TempFolder;
  readonly dataFolder: string;
  readonly file: string;
  readonly launch: () => Promise<Running>;
}

interface Running {
  readonly client: BenchClient;
  readonly stop: (watched: Watched) => Promise<void>;
}

/** What comes and goes while a server runs, so that scans write. */
const later = library().album('Later', 2, { artist: 'Cleo' });

const setUp = async (): Promise<Rig> => {
  const folder = await tempFolder();
  const dataFolder = folder.join('data');
  await library()
    .album('Picnic', 8, { artist: 'Anna' })
    .album('Long Walks', 6, { artist: 'Béla' })
    .song('Long/x.mp3', { title: 'A title that goes on '.repeat(300) })
    .writeTo(folder.join('music'));
  const argv = ['--log-level', 'error'];
  const product = await startProduct({ dataFolder, argv });
  const first = createBenchClient(new URL('api/', product.address).href);
  await first.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: folder.join('music') }] });
  await first.json('user', { method: 'POST', body: account });
  const { token } = await first.json<{ token: string }>('auth', {
    method: 'POST',
    body: { username: account.name, password: account.password },
  });
  first.close();
  const client = createBenchClient(new URL('api/', product.address).href, token);
  // Dates of songs that come and go are in state.db from here on.
  await later.writeTo(folder.join('music'));
  await scan(client);
  rmSync(folder.join('music', 'Cleo'), { recursive: true, force: true });
  await scan(client);
  const songs = await client.json<Song[]>('flatten');
  await client.json('playlist/Mine', { method: 'PUT', body: { tracks: songs.map(({ path }) => path) } });
  client.close();
  await product.stop();
  const launch = async (): Promise<Running> => {
    const started = await startProduct({ dataFolder, argv });
    const caller = createBenchClient(new URL('api/', started.address).href, token);
    const stop = async (watched: Watched): Promise<void> => {
      caller.close();
      const code = await started.stop();
      if (code !== 0) watched.failures.push(`the server ended with ${code}`);
      if (watched.failures.length > 0) watched.failures.push(started.lines.slice(-5).join('\n'));
    };
    return { client: caller, stop };
  };
  return { folder, dataFolder, file: join(dataFolder, 'library.db'), launch };
};

/** Pages of the library that such a run damages. */
const pagesOf = (file: string): number => Math.ceil(statSync(file).size / pageBytes);

const recover = async (
  client: BenchClient,
  expected: ReadonlyMap<string, string | null>,
  watched: Watched,
): Promise<void> => {
  const deadline = performance.now() + recoveryDeadlineMs;
  for (;;) {
    if (isSame(await snapshot(client, watched), expected)) return;
    if (performance.now() > deadline) break;
    await sleep(50);
  }
  watched.failures.push('not everything came back');
};

/** Lets everything come back, twice: what was only passed by would be met by the next scan. */
const comesBack = async (run: Running, expected: ReadonlyMap<string, string | null>, watched: Watched) => {
  await recover(run.client, expected, watched);
  await scan(run.client);
  await recover(run.client, expected, watched);
  const { rebuilt } = await run.client.json<{ rebuilt: { at: number } | null }>('scan_status');
  return rebuilt?.at ?? null;
};

const restore = (file: string, whole: Uint8Array): void => {
  for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, whole);
};

/** Damages a file before each start. */
async function* atRest(rig: Rig, expected: ReadonlyMap<string, string | null>, damages: readonly Damage[]) {
  const whole = readFileSync(rig.file);
  for (const damage of damages) {
    const watched: Watched = { failures: [] };
    restore(rig.file, whole);
    damage.to(rig.file);
    const run = await rig.launch();
    const rebuiltAt = await comesBack(run, expected, watched);
    await run.stop(watched);
    yield { damage, watched, rebuiltAt };
  }
}

/** Damages the file again and again under one server. */
async function* underWay(rig: Rig, expected: ReadonlyMap<string, string | null>, damages: readonly Damage[]) {
  const run = await rig.launch();
  await scan(run.client);
  for (const damage of damages) {
    const watched: Watched = { failures: [] };
    // The log is carried over once the scan process has ended.
    while (statSync(`${rig.file}-wal`, { throwIfNoEntry: false })?.size !== 0) await sleep(20);
    damage.to(rig.file);
    await later.writeTo(rig.folder.join('music'));
    await scan(run.client);
    rmSync(rig.folder.join('music', 'Cleo'), { recursive: true, force: true });
    await scan(run.client);
    yield { damage, watched, rebuiltAt: await comesBack(run, expected, watched) };
  }
  const watched: Watched = { failures: [] };
  await run.stop(watched);
  yield { damage: { name: 'the stop' }, watched, rebuiltAt: null };
}

/**
 * Damages `library.db` in every way, before the server starts or while it runs, and looks whether all comes
 * back by itself.
 * @param options.step every how many pages one is damaged
 */
export const runDamagedLibrary = async (options: {
  step: number;
  isRunning: boolean;
  /** Names of what is done; all of it unless told. */
  only?: readonly string[];
}): Promise<DamageResult> => {
  const rig = await setUp();
  await using _ = rig.folder;
  const failures: string[] = [];
  const run = await rig.launch();
  await scan(run.client);
  const expected = await snapshot(run.client, { failures });
  await run.stop({ failures });
  const state = stateOf(rig.dataFolder);
  const all = [...damagedPages(pagesOf(rig.file), options.step), ...damagedFiles];
  if (!options.isRunning) all.push(emptied);
  const damages = all.filter(({ name }) => options.only === undefined || options.only.includes(name));
  const rebuilds = new Set<number>();
  for await (const { damage, watched, rebuiltAt } of (options.isRunning ? underWay : atRest)(
    rig,
    expected,
    damages,
  )) {
    if (rebuiltAt !== null) rebuilds.add(rebuiltAt);
    failures.push(...watched.failures.slice(0, 3).map((failure) => `${damage.name}: ${failure}`));
  }
  if (stateOf(rig.dataFolder) !== state) failures.push('state.db is not as it was');
  return { cases: damages.length, rebuilt: rebuilds.size, failures };
};
